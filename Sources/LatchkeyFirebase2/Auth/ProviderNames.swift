package import LatchkeyAuth

/// The provider names of the first generations.
package enum ProviderNames {
    /// Returns the current id of a provider, for example `twitter.com` for `twitter`.
    package static func identifier(of name: String) -> String {
        ["twitter", "github", "google", "facebook"].contains(name) ? name + ".com" : name
    }

    /// Creates a credential from the parameters of a sign-in.
    ///
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
            throw FirebaseError.make(.invalidProvider, "“\(name)” is not a provider; use the call for this sign-in method.")
        default:
            guard let token = parameters["access_token"], !token.isEmpty else {
                throw FirebaseError.make(.invalidArguments, "An access_token is required.")
            }
            return OAuthProvider.credential(providerID: .custom(identifier(of: name)), accessToken: token)
        }
    }
}
