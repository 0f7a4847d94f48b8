// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeySecrets

extension Administrator {
    func providers(of project: String) async throws -> [ProviderDescription] {
        let found = try await store.read { view in try view.providers(of: view.requireProject(project).id) }
        return found.map { ProviderDescription($0, publicAddress: publicAddress) }
    }

    func provider(_ id: String, of project: String) async throws -> ProviderDescription {
        let known = try ProviderRules(id)
        let projectID = ProjectID(rawValue: project)
        let found = try await store.read { view in
            _ = try view.requireProject(project)
            return try view.provider(known.id, of: projectID)
        }
        guard let found else { return ProviderDescription(unconfigured: known, project: projectID, publicAddress: publicAddress) }
        return ProviderDescription(found, publicAddress: publicAddress)
    }

    func switchProvider(_ id: String, of project: String, on: Bool) async throws -> ProviderDescription {
        let instant = now().inWholeMilliseconds
        let changed = try await store.write { transaction in
            var configuration = try transaction.requireProvider(id, of: project)
            configuration.enabled = on
            configuration.updatedAt = instant
            try transaction.save(configuration)
            return configuration
        }
        return ProviderDescription(changed, publicAddress: publicAddress)
    }

    func setProvider(_ id: String, of project: String, _ change: ProviderChange) async throws -> ProviderDescription {
        let provider = try ProviderRules(id)
        let change = try provider.checked(change)
        let projectID = ProjectID(rawValue: project)
        let context = ProviderConfiguration.sealingContext(project: projectID, provider: provider.id)
        let sealedSecret = try change.secret.map { try sealer.seal($0.value, for: context) }
        // The column is never empty; the configuration says that this one is not to be used.
        let noSecret = try sealer.seal("", for: context)
        let instant = now().inWholeMilliseconds
        let saved = try await store.write { transaction in
            _ = try transaction.requireProject(project)
            let present = try transaction.provider(provider.id, of: projectID)
            let configuration = try provider.configuration(
                present, project: projectID, change, sealedSecret: sealedSecret, noSecret: noSecret, at: instant)
            try transaction.refuseNewOrigin(of: configuration)
            try transaction.save(configuration)
            return configuration
        }
        return ProviderDescription(saved, publicAddress: publicAddress)
    }
}

extension StoreReading {
    /// - Throws: ``AdminError`` when the project or the configuration is missing.
    fileprivate func requireProvider(_ id: String, of project: String) throws -> ProviderConfiguration {
        let known = try ProviderRules(id)
        guard let configuration = try provider(known.id, of: try requireProject(project).id) else {
            throw AdminError(
                "The project \(project) has no configuration of \(id). `latchkey projects provider set \(id)` makes one, with key and secret."
            )
        }
        return configuration
    }

    /// Ids of one origin mean other people at another, so that a new origin would hand accounts to strangers.
    fileprivate func refuseNewOrigin(of configuration: ProviderConfiguration) throws {
        let count = try identityCount(
            of: configuration.identityProvider, in: configuration.project, outsideOrigin: configuration.identityOrigin)
        guard count == 0 else {
            throw AdminError(
                """
                \(count == 1 ? "One identity" : "\(count) identities") of \(configuration.identityProvider) in \(configuration.project) \
                \(count == 1 ? "belongs" : "belong") to another address of the provider than \(configuration.identityOrigin). The same id \
                means another person there, so the address stays as long as they do. Use another project for the other address, or \
                delete these accounts first.
                """)
        }
    }
}
