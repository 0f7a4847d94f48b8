import Foundation
package import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
package import LatchkeySignInFlow

/// Returns other providers than those that a project has configured.
package protocol ProviderSubstitute: Sendable {
    /// - Parameter real: Creates the provider from a configuration of the operator.
    /// - Throws: ``SignInError`` with `INVALID_PROVIDER_ID` or `OPERATION_NOT_ALLOWED`.
    func provider(
        _ id: ProviderID, in realm: Realm, real: (ProviderConfiguration) throws -> any IdentityProvider
    ) async throws -> any IdentityProvider
}

/// Looks up the providers that a project or tenant has configured.
package struct ProviderCatalog: ProviderLookup {
    let store: any AccountStore
    let sealer: Sealer
    let tools: ProviderTools
    private let substitute: (any ProviderSubstitute)?

    init(
        store: any AccountStore, sealer: Sealer, gateway: ProviderGateway, now: @escaping WallClock, random: RandomTokens,
        substitute: (any ProviderSubstitute)? = nil
    ) {
        self.substitute = substitute
        self.store = store
        self.sealer = sealer
        tools = ProviderTools(
            gateway: gateway, documents: ProviderDocuments(gateway: gateway, now: now), now: now, random: random)
    }

    /// Returns a provider of a realm. There is no other way to a provider, so none is used that is disabled.
    ///
    /// - Throws: ``SignInError`` with `INVALID_PROVIDER_ID` for an unknown name, or with `OPERATION_NOT_ALLOWED` for a provider that the
    ///   project has not configured or has disabled, and for SAML.
    package func provider(_ id: ProviderID, in realm: Realm) async throws -> any IdentityProvider {
        if let substitute {
            return try await substitute.provider(id, in: realm) { try make(Self.kind(id), $0) }
        }
        if id.isSAML { throw SignInError(.operationNotAllowed, message: "SAML sign-in is not supported by this server.") }
        let kind = try Self.kind(id)
        return try make(kind, try await store.read { try $0.enabledProvider(id, in: realm) })
    }

    private static func kind(_ id: ProviderID) throws -> ProviderKind {
        guard let kind = ProviderKind.named(id) else {
            throw SignInError(.init(rawValue: "INVALID_PROVIDER_ID"), message: "Known providers are \(ProviderKind.knownNames).")
        }
        return kind
    }

    private func make(_ kind: ProviderKind, _ configuration: ProviderConfiguration) throws -> any IdentityProvider {
        let context = ProviderConfiguration.sealingContext(
            project: configuration.project, tenant: configuration.tenant, provider: configuration.provider)
        let secret = configuration.isPublicClient ? nil : try sealer.openText(configuration.sealedSecret, for: context)
        return try kind.make(configuration, secret, tools)
    }

    /// Returns the enabled providers of a realm, for pages that list them.
    package func enabledProviders(in realm: Realm) async throws -> [ProviderConfiguration] {
        try await store.read { try $0.providers(in: realm).filter(\.enabled) }
    }
}
