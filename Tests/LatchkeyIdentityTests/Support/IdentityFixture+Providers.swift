import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

extension ProviderAssertion {
    /// A provider's statement about a user; the origin is that of ``LatchkeyIdentity/Identity/sample(_:provider:origin:email:linkedAt:)``.
    static func sample(
        _ rawID: String, provider: ProviderID = .github, email: String? = nil, verified: Bool = true, holdsAddress: Bool = true,
        name: String? = nil, photo: String? = nil
    ) -> ProviderAssertion {
        ProviderAssertion(
            key: Identity.sample(rawID, provider: provider).key, email: email.flatMap(EmailAddress.init),
            addressVerifiedByProvider: verified, providerHoldsAddress: holdsAddress, displayName: name, photoURL: photo,
            tokens: ProviderTokens(accessToken: "access"))
    }
}

/// Sign-ins with providers.
extension IdentityFixture {
    /// The providers that users of a new fixture can sign in with.
    static let providers: [ProviderID] = [.github, .twitter, .google, .apple, "saml.company"]

    /// Configures a provider whose verified addresses open existing accounts.
    func trust(_ provider: ProviderID, in tenant: TenantID = .none) async throws {
        try await configure(provider, in: tenant, trusted: true)
    }

    func configure(_ provider: ProviderID, in tenant: TenantID = .none, enabled: Bool = true, trusted: Bool = false) async throws {
        let sealed = try sealer.seal("secret", for: ProviderConfiguration.sealingContext(project: .sample, provider: provider))
        let configuration = ProviderConfiguration(
            project: .sample, tenant: tenant, provider: provider, enabled: enabled, clientID: "client", sealedSecret: sealed,
            apiOrigin: "https://api.\(provider.rawValue)", webOrigin: "https://\(provider.rawValue)", trustedForTakeover: trusted,
            updatedAt: clock.now())
        try await store.write { try $0.save(configuration) }
    }

    func enter(_ assertion: ProviderAssertion, as caller: Caller? = nil) async throws -> ProviderSignInOutcome {
        try await providerSignIn.finish(assertion, for: .signIn(caller ?? self.caller()))
    }

    func link(_ assertion: ProviderAssertion, to tokens: IssuedTokens) async throws -> ProviderSignInOutcome {
        try await providerSignIn.finish(assertion, for: .link(try await holder(of: tokens)))
    }
}

extension ProviderSignInOutcome {
    /// The tokens of a completed sign-in.
    var tokens: IssuedTokens {
        get throws {
            guard case .signedIn(let tokens, _, _) = self else { throw Unexpected(what: "\(self)") }
            return tokens
        }
    }

    var isNewUser: Bool {
        if case .signedIn(_, let isNewUser, _) = self { isNewUser } else { false }
    }

    /// The account that the holder has to sign in to first, and the pending token.
    var confirmation: (account: ExistingAccount, pendingToken: Secret<String>) {
        get throws {
            guard case .confirmationNeeded(let account, let token) = self else { throw Unexpected(what: "\(self)") }
            return (account, token)
        }
    }

    /// The code of a refusal with a pending token.
    var refused: (code: String, pendingToken: Secret<String>) {
        get throws {
            guard case .refused(let code, let token) = self else { throw Unexpected(what: "\(self)") }
            return (code.rawValue, token)
        }
    }
}
