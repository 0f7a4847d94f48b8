// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds the provider that a project configured under a name.
struct ProviderCatalog: Sendable {
    let store: any AccountStore
    let sealer: Sealer
    let gateway: ProviderGateway
    let now: WallClock

    /// - Throws: ``SignInError`` with `INVALID_PROVIDER_ID` for a name we do not know, `OPERATION_NOT_ALLOWED` for one that the project
    ///   has not configured or has switched off.
    func provider(_ id: ProviderID, of project: Project) async throws -> any IdentityProvider {
        guard [ProviderID.twitter, .github].contains(id) else {
            throw SignInError(.init(rawValue: "INVALID_PROVIDER_ID"), message: "Known providers are twitter.com and github.com.")
        }
        let configuration = try await configuration(id, of: project)
        let secret = try sealer.openText(
            configuration.sealedSecret, for: ProviderConfiguration.sealingContext(project: project.id, provider: id))
        switch id {
        case .twitter:
            return TwitterProvider(
                twitter: Twitter(
                    consumer: OAuth1Consumer(key: configuration.clientID, secret: secret), apiBase: configuration.apiOrigin,
                    webBase: configuration.webOrigin, now: now),
                origin: configuration.apiOrigin, gateway: gateway)
        default:
            return GitHubProvider(
                github: GitHub(
                    client: OAuth2Client(id: configuration.clientID, secret: secret), webBase: configuration.webOrigin,
                    apiBase: configuration.apiOrigin),
                origin: configuration.apiOrigin,
                defaultScopes: configuration.scopes.isEmpty ? GitHub.defaultScopes : configuration.scopes, gateway: gateway)
        }
    }

    /// - Throws: ``SignInError`` with `OPERATION_NOT_ALLOWED` for a provider that the project has not configured or has switched off.
    func requireEnabled(_ id: ProviderID, of project: Project) async throws {
        _ = try await configuration(id, of: project)
    }

    private func configuration(_ id: ProviderID, of project: Project) async throws -> ProviderConfiguration {
        guard let configuration = try await store.read({ try $0.provider(id, of: project.id) }) else {
            throw SignInError(.operationNotAllowed, message: "The identity provider configuration is not found.")
        }
        guard configuration.enabled else {
            throw SignInError(.operationNotAllowed, message: "The identity provider configuration is disabled.")
        }
        return configuration
    }

    /// The providers that a project has switched on, for pages that offer them.
    func enabledProviders(of project: Project) async throws -> [ProviderID] {
        try await store.read { try $0.providers(of: project.id).filter(\.enabled).map(\.provider) }
    }
}
