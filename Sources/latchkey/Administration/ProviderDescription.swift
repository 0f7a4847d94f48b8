// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeyServer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A provider's configuration as an administrator sees it: without the secret.
struct ProviderDescription: Codable, Sendable, Equatable {
    var id: String
    var project: String
    var enabled: Bool
    /// Consumer key or client id.
    var clientID: String
    /// Always the same word: there is one, and it is not shown.
    var secret = "<redacted>"
    var apiOrigin: String
    var webOrigin: String
    var scopes: [String]
    var trustedForTakeover: Bool
    var updatedAt: Date
    var callbacks: [CallbackForm]

    init(_ configuration: ProviderConfiguration, publicAddress: PublicAddress) {
        id = configuration.provider.rawValue
        project = configuration.project.rawValue
        enabled = configuration.enabled
        clientID = configuration.clientID
        apiOrigin = configuration.apiOrigin
        webOrigin = configuration.webOrigin
        scopes = configuration.scopes
        trustedForTakeover = configuration.trustedForTakeover
        updatedAt = configuration.updatedAt
        callbacks = CallbackForm.all(for: configuration.provider, project: configuration.project, publicAddress: publicAddress)
    }
}

/// A callback URL of one of Firebase's three generations, as it would be registered with a provider for this server.
struct CallbackForm: Codable, Sendable, Equatable {
    var generation: String
    var path: String
    /// Absent while the server's public address is not known.
    var url: String?
    /// Whether this version of the server answers there; only such a callback is worth registering.
    var answered: Bool

    static func all(for provider: ProviderID, project: ProjectID, publicAddress: PublicAddress) -> [CallbackForm] {
        // Earlier generations named providers without a domain.
        let name = provider.rawValue.prefix { $0 != "." }
        let modern = PublicAddress("").callbackURL
        return [
            ("FirebaseAuth", modern, true),
            ("Firebase 2.x", "/v2/\(project)/auth/\(name)/callback", false),
            ("Simple Login", "/auth/\(name)/callback", false),
        ].map { generation, path, answered in
            CallbackForm(
                generation: generation, path: path, url: publicAddress.url.isEmpty ? nil : publicAddress.url + path, answered: answered)
        }
    }
}
