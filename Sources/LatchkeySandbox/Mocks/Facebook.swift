import Crypto
import LatchkeyOAuth
import LatchkeySecrets

extension OAuth2Rules {
    /// Facebook Login with the Graph API. Applications have switched on “Require app secret”.
    static let facebook = OAuth2Rules(
        provider: SandboxProvider("facebook", "Facebook", id: "facebook.com", webPath: "/facebook", apiPath: "/facebook/graph"),
        authorizePath: "/facebook/v23.0/dialog/oauth", tokenPath: "/facebook/graph/v23.0/oauth/access_token",
        scopes: [Scope("public_profile", "See your name and your picture"), Scope("email", "See your email address")],
        emailScope: "email", accessTokenLifetimeSeconds: 5_184_000, challenge: .refused, acceptsSecretInHeader: false, tokenType: "bearer",
        accountID: { "1022" + MockAccount.digits($0, count: 11) },
        endpoints: [
            MockEndpoint("/facebook/graph/v23.0/me", reply: facebookUser),
            MockEndpoint("/facebook/graph/v23.0/debug_token", reply: facebookTokenCheck),
        ],
        tokenError: { facebookError($0.text, code: $0.code == "invalid_client" ? 1 : 100) },
        apiError: { facebookError($0.text, code: $0.code == "invalid_token" ? 190 : 100) })

    @Sendable private static func facebookError(_ text: String, code: Int) -> JSON {
        ["error": ["message": JSON(HeaderText.clean(text)), "type": "OAuthException", "code": JSON(code), "fbtrace_id": "A0sandbox"]]
    }

    /// `GET /me`: only the members that `fields` names; the ID is always one of them.
    @Sendable private static func facebookUser(_ request: MockRequest) async throws -> JSON {
        let caller = try await request.caller()
        let query = request.query
        guard let app = request.state.withLedger({ $0.apps.app(caller.token.grant.appKey, at: request.rules.provider) }),
            query["appsecret_proof"] == proof(of: caller.token.token, for: app)
        else {
            throw OAuth2Refusal.invalidRequest("API calls from the server require an appsecret_proof argument")
        }
        let account = caller.account
        var members: [String: JSON] = ["id": JSON(account.id)]
        for field in (query["fields"] ?? "id,name").split(separator: ",") {
            switch field {
            case "id": break
            case "name": members["name"] = JSON(account.name)
            case "email": if let email = caller.email(with: "email") { members["email"] = JSON(email) }
            case "picture":
                members["picture"] = [
                    "data": ["height": 50, "width": 50, "is_silhouette": false, "url": JSON(account.pictureURL)]
                ]
            default: throw OAuth2Refusal.invalidRequest("(#100) Tried accessing nonexisting field (\(field.prefix(40)))")
            }
        }
        return .object(members)
    }

    /// `GET /debug_token`: describes a token to the application that it was issued to.
    @Sendable private static func facebookTokenCheck(_ request: MockRequest) async throws -> JSON {
        let query = request.query
        let credentials = (query["access_token"] ?? "").split(separator: "|", maxSplits: 1).map(String.init)
        guard credentials.count == 2,
            let app = request.state.withLedger({ $0.apps.app(credentials[0], at: request.rules.provider) }),
            app.secret == Secret(credentials[1])
        else {
            throw OAuth2Refusal.invalidToken("Invalid OAuth access token signature.")
        }
        guard let caller = request.caller(of: query["input_token"] ?? "") else {
            return [
                "data": ["is_valid": false, "scopes": [], "error": ["code": 190, "message": "Invalid OAuth access token."]]
            ]
        }
        guard caller.token.grant.appKey == app.key else {
            throw OAuth2Refusal.invalidRequest("(#100) The App_id in the input_token did not match the Viewing App")
        }
        return [
            "data": [
                "app_id": JSON(request.audience(of: caller)), "type": "USER", "application": JSON(app.name), "is_valid": true,
                "user_id": JSON(caller.account.id), "expires_at": JSON(caller.token.expiresAt.epochSeconds),
                "scopes": .array(caller.token.scopes.map { JSON($0) }),
            ]
        ]
    }

    private static func proof(of token: Secret<String>, for app: SandboxApp) -> String {
        let key = SymmetricKey(data: Array(app.secret.expose().utf8))
        return HMAC<SHA256>.authenticationCode(for: Array(token.expose().utf8), using: key)
            .map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
