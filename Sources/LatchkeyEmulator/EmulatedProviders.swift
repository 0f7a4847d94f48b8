import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySecrets
import LatchkeySignInFlow
import LatchkeyWeb

/// The providers of an emulator. Each valid provider name gets a configuration, and claims are accepted in place of provider tokens.
package struct EmulatedProviders: ProviderSubstitute {
    let store: any AccountStore
    let sealer: Sealer
    let publicAddress: PublicAddress
    let now: WallClock

    /// The providers that Firebase knows by name. Configurations for `oidc.` and `saml.` names are created at first use.
    static let standard: [ProviderID] = [
        .google, .apple, .twitter, .github, .microsoft, .gitLab, "facebook.com", "yahoo.com", "linkedin.com", "playgames.google.com",
        "gc.apple.com",
    ]
    private static let clientID = "emulator"

    func configureStandardProviders(of project: ProjectID) async throws {
        for id in Self.standard { try await configure(id, in: Realm(project: project)) }
    }

    /// Returns the provider with an ID. Creates its configuration if it does not exist.
    ///
    /// - Parameter real: Creates the provider from a configuration of the operator.
    /// - Throws: ``SignInError`` with `INVALID_PROVIDER_ID` or `OPERATION_NOT_ALLOWED`.
    func provider(
        _ id: ProviderID, in realm: Realm, real: (ProviderConfiguration) throws -> any IdentityProvider
    ) async throws -> any IdentityProvider {
        guard Self.isProvider(id) else {
            throw SignInError(.init(rawValue: "INVALID_PROVIDER_ID"), message: "Unsupported provider: \(id.rawValue.prefix(80))")
        }
        try await configure(id, in: realm)
        let (configuration, saml) = try await store.read { view in
            // SAML settings are stored separately. Only their `enabled` flag is used here.
            (try view.enabledProvider(id, in: realm), id.isSAML ? try view.samlConfiguration(id, in: realm) : nil)
        }
        guard saml?.enabled != false else {
            throw SignInError(.operationNotAllowed, message: "The identity provider configuration is disabled.")
        }
        return FakeClaimsProvider(
            id: configuration.identityProvider, configuredAs: id, origin: configuration.identityOrigin,
            real: configuration.clientID == Self.clientID ? nil : try real(configuration), publicAddress: publicAddress)
    }

    /// Whether an ID can be that of a provider. Sign-in methods without a provider are excluded.
    static func isProvider(_ id: ProviderID) -> Bool {
        guard (1...80).contains(id.rawValue.utf8.count), !ownMethods.contains(id) else { return false }
        return id.rawValue.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
    }

    private static let ownMethods: Set<ProviderID> = [.password, .emailLink, .phone, .anonymous, .custom, .passkey]

    @discardableResult
    func configure(_ id: ProviderID, in realm: Realm) async throws -> ProviderConfiguration {
        if let found = try await store.read({ try $0.provider(id, in: realm) }) { return found }
        let origin = ProviderKind.named(id).map { $0.settings.api }.unlessEmpty ?? "https://" + id.rawValue
        let made = ProviderConfiguration(
            project: realm.project, tenant: realm.tenant, provider: id, enabled: true, clientID: Self.clientID,
            sealedSecret: try sealer.seal(
                "unused", for: ProviderConfiguration.sealingContext(project: realm.project, tenant: realm.tenant, provider: id)),
            apiOrigin: origin, webOrigin: origin,
            // Only the claim `email_verified` decides.
            trustedForTakeover: true, updatedAt: now().inWholeMilliseconds)
        return try await store.write { transaction in
            if let found = try transaction.provider(id, in: realm) { return found }
            try transaction.save(made)
            return made
        }
    }
}
