import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// Gives every provider that a name can stand for a configuration, and reads claims where providers would have tokens.
struct EmulatedProviders: Sendable {
    let store: any AccountStore
    let sealer: Sealer
    let publicAddress: PublicAddress
    let now: WallClock

    /// Those that Firebase knows by name. `oidc.` and `saml.` names come by themselves as they are used.
    static let standard: [ProviderID] = [
        .google, .apple, .twitter, .github, .microsoft, .gitLab, "facebook.com", "yahoo.com", "linkedin.com", "playgames.google.com",
        "gc.apple.com",
    ]
    private static let clientID = "emulator"

    func configureStandardProviders(of project: ProjectID) async throws {
        for id in Self.standard { try await configure(id, in: Realm(project: project)) }
    }

    /// - Parameter real: What the configuration of the operator says, where there is one.
    func provider(
        _ id: ProviderID, in realm: Realm, real: (ProviderConfiguration) throws -> any IdentityProvider
    ) async throws -> any IdentityProvider {
        guard Self.isProvider(id) else {
            throw SignInError(.init(rawValue: "INVALID_PROVIDER_ID"), message: "The emulator knows no provider \(id.rawValue.prefix(80)).")
        }
        let configuration = try await configure(id, in: realm)
        // What is configured for SAML is kept elsewhere; nothing of it is needed here.
        let saml = id.isSAML ? try await store.read { try $0.samlConfiguration(id, in: realm) } : nil
        guard configuration.enabled, saml?.enabled != false else {
            throw SignInError(.operationNotAllowed, message: "The identity provider configuration is disabled.")
        }
        return FakeClaimsProvider(
            id: configuration.identityProvider, configuredAs: id, origin: configuration.identityOrigin,
            real: configuration.clientID == Self.clientID ? nil : try real(configuration), publicAddress: publicAddress)
    }

    /// Everything that is not a way to sign in without a provider.
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
            // The claim `email_verified` alone decides.
            trustedForTakeover: true, updatedAt: now().inWholeMilliseconds)
        return try await store.write { transaction in
            if let found = try transaction.provider(id, in: realm) { return found }
            try transaction.save(made)
            return made
        }
    }
}
