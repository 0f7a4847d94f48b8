// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How a project signs people in with one provider.
public struct ProviderConfiguration: Sendable, Equatable {
    public let project: ProjectID
    public let provider: ProviderID
    public var enabled: Bool
    /// Consumer key or client id.
    public var clientID: String
    /// Consumer secret or client secret, sealed.
    public var sealedSecret: SealedSecret
    /// Where the provider's programming interface lives, for example `https://api.twitter.com`.
    public var apiOrigin: String
    /// Where its pages live; the same as `apiOrigin` where the provider knows no difference.
    public var webOrigin: String
    /// Scopes to ask for when an app names none.
    public var scopes: [String]
    /// Whether an address that this provider vouches for may take over an account of the same address.
    public var trustedForTakeover: Bool
    public var updatedAt: Date

    public init(
        project: ProjectID, provider: ProviderID, enabled: Bool, clientID: String, sealedSecret: SealedSecret, apiOrigin: String,
        webOrigin: String, scopes: [String] = [], trustedForTakeover: Bool = false, updatedAt: Date
    ) {
        self.project = project
        self.provider = provider
        self.enabled = enabled
        self.clientID = clientID
        self.sealedSecret = sealedSecret
        self.apiOrigin = apiOrigin
        self.webOrigin = webOrigin
        self.scopes = scopes
        self.trustedForTakeover = trustedForTakeover
        self.updatedAt = updatedAt
    }

    /// The part of a sealed secret's address that says which secret this is.
    public static func sealingContext(project: ProjectID, provider: ProviderID) -> SealingContext {
        SealingContext(project: project, table: "provider_configuration", row: provider.rawValue, column: "sealed_secret")
    }
}
