// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeySandbox
import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Points a project at the pretended providers, with the keys that they know.
enum SandboxProviders {
    static func configure(_ project: ProjectID, at baseURL: String, store: any AccountStore, sealer: Sealer, now: Date) async throws {
        for (provider, app) in [(ProviderID.twitter, SandboxApp.twitter), (.github, .github)] {
            let configuration = ProviderConfiguration(
                project: project, provider: provider, enabled: true, clientID: app.key,
                sealedSecret: try sealer.seal(
                    app.secret, for: ProviderConfiguration.sealingContext(project: project, provider: provider)),
                apiOrigin: baseURL, webOrigin: baseURL, scopes: provider == .github ? ["user:email"] : [], updatedAt: now)
            try await store.write { try $0.save(configuration) }
        }
    }
}
