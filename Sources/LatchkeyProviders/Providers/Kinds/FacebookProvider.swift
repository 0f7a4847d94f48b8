import Crypto
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ProviderKind {
    /// Facebook Login. Facebook does not say whether it verified an address, so none counts as verified.
    static let facebook = ProviderKind(
        id: "facebook.com", displayName: "Facebook",
        oauth2: OAuth2Description(
            name: "Facebook", webBase: "https://www.facebook.com", apiBase: "https://graph.facebook.com",
            authorizePath: "/\(Graph.version)/dialog/oauth", tokenEndpoint: .api("/\(Graph.version)/oauth/access_token"),
            usesPKCE: false, scopes: ["public_profile", "email"], asking: ["auth_type": "reauthenticate"], errorNumbers: Graph.errorNumbers,
            user: .init(target: Graph.userTarget) { body in
                let user = try ProviderObject(body)
                return ProviderProfile(
                    rawID: try user.id("id"), displayName: user["name"], photoURL: user["picture", "data", "url"], email: user["email"],
                    rawUserInfo: user.json)
            },
            tokenCheck: .init(provesClient: true, request: Graph.tokenCheck, read: Graph.owner)),
        secret: .required,
        setup: ProviderSetupGuide(
            consoleURL: "https://developers.facebook.com/apps/",
            steps: [
                "Create an app with the use case “Authenticate and request data from users with Facebook Login”.",
                "Add the permission email to the use case.", "Enter the callback URL as a valid OAuth redirect URI of Facebook Login.",
                "Copy the app ID and the app secret from the app's basic settings. Publish the app, so that users other than its developers"
                    + " can sign in.",
            ], keyTitle: "App ID", secretTitle: "App secret"))
}

/// The parts of Facebook's Graph API that sign-in needs.
private enum Graph {
    static let version = "v23.0"

    /// Meta's error codes. Those of a code exchange have no documentation of their own.
    static let errorNumbers = ProviderErrorNumbers { number, step in
        switch (number, step) {
        case (1, .codeExchange), (101, .codeExchange), (190, .tokenCheck): .badClientCredentials
        case (100, .codeExchange): .badVerificationCode
        // The token belongs to an app that this app's credentials must not read.
        case (100, .tokenCheck): .wrongApplication
        case (191, .codeExchange): .redirectMismatch
        case (102, _), (190, _): .invalidToken
        case (4, _), (17, _), (32, _), (341, _), (613, _): .rateLimited
        case (1, _), (2, _): .providerUnavailable
        default: nil
        }
    }

    /// The user, with the proof that the request comes from a server of the app, which many apps require.
    @Sendable static func userTarget(_ client: OAuth2Client, _ token: Secret<String>) throws -> String {
        var target = "/\(version)/me?fields=id,name,email,picture"
        if let secret = client.secret {
            let key = SymmetricKey(data: Array(secret.expose().utf8))
            let proof = HMAC<SHA256>.authenticationCode(for: Array(token.expose().utf8), using: key)
            target += "&appsecret_proof=" + proof.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        return target
    }

    /// `debug_token` with the app's own token, which is its ID and its secret.
    @Sendable static func tokenCheck(_ provider: OAuth2Provider, _ token: Secret<String>) throws -> ProviderRequest {
        guard let secret = provider.client.secret else {
            throw OAuthError(.badClientCredentials, detail: "the app has no secret", hint: "Configure the app secret.")
        }
        let query: Parameters = ["input_token": token.expose(), "access_token": "\(provider.client.id)|\(secret.expose())"]
        return try ProviderRequest(
            method: .get, url: "\(provider.apiBase)/\(version)/debug_token?\(query.formEncoded)",
            headerFields: OAuth2Description.UserRequest.standardFields)
    }

    @Sendable static func owner(_ body: [UInt8], _ client: OAuth2Client) throws -> OAuth2Description.TokenOwner {
        let about = try ProviderObject(body, of: "token check")
        guard about.isTrue("data", "is_valid"), about["data", "type"] == "USER" else {
            throw OAuthError(
                .invalidToken, detail: about["data", "error", "message"] ?? "the token is not a valid user access token",
                hint: "The user must sign in at the provider again.")
        }
        return .init(
            clientID: try about.id("data", "app_id"), userID: try about.id("data", "user_id"), scopes: about.texts("data", "scopes"))
    }
}
