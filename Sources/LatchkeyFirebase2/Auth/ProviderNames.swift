package import LatchkeyAuth

/// Providers by the names of the first generations.
package enum ProviderNames {
    /// Today's name: `twitter` is `twitter.com`.
    package static func identifier(of name: String) -> String {
        ["twitter", "github", "google", "facebook"].contains(name) ? name + ".com" : name
    }

    /// - Throws: ``FAuthenticationError/invalidProvider``, ``FAuthenticationError/invalidArguments``.
    package static func credential(_ name: String, _ parameters: [String: String]) throws -> AuthCredential {
        switch name {
        case "twitter":
            guard let token = parameters["oauth_token"], let secret = parameters["oauth_token_secret"], !token.isEmpty, !secret.isEmpty
            else {
                throw FirebaseError.make(.invalidArguments, "Twitter needs oauth_token and oauth_token_secret.")
            }
            return TwitterAuthProvider.credential(withToken: token, secret: secret)
        case "password", "anonymous", "custom", "":
            throw FirebaseError.make(.invalidProvider, "“\(name)” is no provider; there are other calls for it.")
        default:
            guard let token = parameters["access_token"], !token.isEmpty else {
                throw FirebaseError.make(.invalidArguments, "An access_token is needed.")
            }
            return OAuthProvider.credential(providerID: .custom(identifier(of: name)), accessToken: token)
        }
    }
}
