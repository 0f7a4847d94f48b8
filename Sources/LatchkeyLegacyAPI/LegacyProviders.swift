import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySecrets
import LatchkeySignInFlow
import LatchkeyWeb

/// Sign-in with a provider's token, for Firebase 2.x and Simple Login clients.
struct LegacyProviders: Sendable {
    let catalog: ProviderCatalog
    let signIn: ProviderSignIn
    let limits: ProviderCallLimits
    let replies: LegacyReplies

    private static let names: [String: ProviderID] = ["twitter": .twitter, "github": .github, "google": .google]

    func reverse(_ input: LegacyRequest) async throws -> [String: ClaimValue] {
        guard input.caller.project.settings.legacy.reverseAuth else {
            throw LegacyRefusal(.authenticationDisabled, "Reverse auth is off. `latchkey projects set --reverse-auth yes` turns it on.")
        }
        guard let provider = try await provider(input) as? any ReverseAuthProvider else {
            throw LegacyRefusal(.invalidProvider, "Only Twitter supports reverse auth.")
        }
        try await limits.takeReverseAuth(by: input.caller)
        return ["oauth": .string(try await provider.reverseAuth())]
    }

    func signIn(_ input: LegacyRequest) async throws -> [String: ClaimValue] {
        var credential: QueryParameters = [:]
        for (theirs, ours) in [
            ("access_token", "access_token"), ("oauth_token", "access_token"), ("oauth_token_secret", "oauth_token_secret"),
        ] {
            if credential[ours] == nil, let value = input[theirs] { credential.append(ours, value) }
        }
        let shown = credential
        return try await replies.signingIn(input, provider: input.provider) {
            guard let assertion = try await provider(input).verify(shown) else {
                throw LegacyRefusal(.invalidArguments, "A token is missing: access_token, or oauth_token with oauth_token_secret.")
            }
            // These clients do not support pending tokens.
            switch try await signIn.finish(assertion, for: .signIn(input.caller), keepsPending: false) {
            case .signedIn(let tokens, _, _): return (tokens, LegacyProfile.provider(assertion, input.generation))
            case .secondFactorNeeded: throw LegacyRefusal.secondFactor
            case .confirmationNeeded: throw LegacyRefusal(.emailTaken, "Another account has this e-mail address.")
            case .refused(let code, _): throw SignInError(code)
            }
        }
    }

    private func provider(_ input: LegacyRequest) async throws -> any IdentityProvider {
        guard let id = Self.names[input.provider] else { throw LegacyRefusal(.invalidProvider, "There is no such provider.") }
        return try await catalog.provider(id, in: input.caller.realm)
    }
}
