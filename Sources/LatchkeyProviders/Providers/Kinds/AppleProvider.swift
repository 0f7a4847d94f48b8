import Foundation
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ProviderKind {
    /// Sign in with Apple. The stored secret is the team's private key, which signs a new client secret for each code exchange.
    static let apple = ProviderKind(
        id: .apple, displayName: "Apple",
        settings: ProviderSettings(
            issuer: .standard("https://appleid.apple.com"),
            // A second issuer that has been observed in Apple's ID tokens.
            otherIssuers: ["https://account.apple.com"], scopes: true, secret: .privateKey, parameters: [.teamID, .keyID],
            trustedForTakeover: true),
        setup: ProviderSetupGuide(
            consoleURL: "https://developer.apple.com/account/resources/identifiers/list",
            steps: [
                "Create a services ID with Sign in with Apple, and enter the callback URL as its return URL.",
                "Create a key with Sign in with Apple, and download it.",
                "The client ID is the services ID. Add the bundle IDs of native apps as accepted clients.",
            ], secretTitle: "Private key (.p8 file)")
    ) { configuration, secret in
        var dialect = OpenIDDialect()
        dialect.scopes = ["openid", "email", "name"]
        dialect.asking = [:]
        // Apple requires it as soon as a scope is requested.
        dialect.postsCallback = true
        dialect.webFlowNeedsSecret = true
        dialect.nameBeside = { AppleUser.name(in: $0["user"]) }
        // Apple's own libraries hash the nonce, so a raw nonce need not be accepted.
        dialect.rawNonce = { $0.map { .hashOf($0) } ?? .absent }
        if let secret {
            dialect.clientSecret = { now in
                do {
                    let maker = try AppleClientSecret(
                        teamID: configuration.parameters[.teamID] ?? "", keyID: configuration.parameters[.keyID] ?? "",
                        privateKey: secret)
                    return try maker.token(clientID: configuration.clientID, audience: configuration.issuer ?? "", at: now)
                } catch {
                    throw OAuthError(
                        .badClientCredentials, detail: "The stored secret is not the private key of an Apple developer team.", hint: nil)
                }
            }
        }
        return dialect
    }
}

/// The `user` parameter that Apple sends with the token, only at a user's first sign-in.
enum AppleUser {
    private static let maxBytes = 4096

    /// Returns the name in the parameter, which the user can choose. The email address is not read, because it is not verified.
    static func name(in json: String?) -> String? {
        guard let json, json.utf8.count <= maxBytes, let user = try? UniqueJSON.decode(User.self, from: json.utf8) else {
            return nil
        }
        let parts = [user.name?.firstName, user.name?.lastName].compactMap { $0 }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    private struct User: Decodable {
        let name: Name?

        struct Name: Decodable {
            let firstName: String?
            let lastName: String?
        }
    }
}
