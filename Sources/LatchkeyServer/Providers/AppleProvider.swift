import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ProviderKind {
    /// Sign in with Apple. The stored secret is the team's private key, from which a client secret is made for each exchange.
    static let apple = ProviderKind(
        id: .apple, displayName: "Apple",
        settings: ProviderSettings(
            issuer: .standard("https://appleid.apple.com"),
            // A second name under which Apple has been seen to issue.
            otherIssuers: ["https://account.apple.com"], scopes: true, secret: .privateKey, parameters: [.teamID, .keyID],
            trustedForTakeover: true)
    ) { configuration, secret, tools in
        var dialect = OpenIDDialect()
        dialect.scopes = ["openid", "email", "name"]
        dialect.askingPrompt = nil
        // Apple demands it as soon as a scope is asked for.
        dialect.postsCallback = true
        dialect.webFlowNeedsSecret = true
        dialect.nameBeside = { AppleUser.name(in: $0["user"]) }
        // Apple's own libraries hash the nonce, so nothing else has to be accepted.
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
        return try OpenIDProvider(
            configuration, client: OAuth2Client(id: configuration.clientID, secret: secret), dialect: dialect, tools: tools)
    }
}

/// The `user` that Apple sends beside the token, the first time that somebody signs in and never again.
enum AppleUser {
    private static let maxBytes = 4096

    /// The name in it, which is the person's own word. The address there is not read: nobody vouches for it.
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
