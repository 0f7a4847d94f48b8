package import LatchkeyIdentity
package import LatchkeyProviders
package import LatchkeySecrets

extension AccountImport {
    /// Creates an import that uses the standard origins of the known providers.
    package init(
        store: any AccountStore, passwords: PasswordVault, sealer: Sealer, knownProviders: [ProviderKind], now: @escaping WallClock,
        random: RandomTokens = .system
    ) {
        let origins = StandardOrigins(knownProviders)
        self.init(
            store: store, passwords: passwords, sealer: sealer, standardOrigin: { origins[$0] }, now: now, random: random)
    }
}

/// The issuers or API addresses under which identities of unconfigured providers are stored until the provider is configured.
struct StandardOrigins: Sendable {
    private let known: [ProviderID: String]

    init(_ kinds: [ProviderKind] = ProviderKind.all) {
        var known: [ProviderID: String] = [:]
        for kind in kinds where kind.id.identityProvider == kind.id {
            if case .standard(let issuer) = kind.settings.issuer {
                known[kind.id] = issuer
            } else {
                known[kind.id] = kind.settings.api
            }
        }
        self.known = known
    }

    subscript(provider: ProviderID) -> String { known[provider] ?? "https://\(provider.rawValue)" }
}
