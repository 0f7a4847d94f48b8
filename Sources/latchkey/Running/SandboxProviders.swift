#if Sandbox
import Foundation
import LatchkeyIdentity
import LatchkeySandbox
import LatchkeySecrets

/// Configures a project for the mock providers.
enum SandboxProviders {
    static func configure(_ project: ProjectID, at baseURL: String, store: any AccountStore, sealer: Sealer, now: Date) async throws {
        let configurations = try SandboxProvider.allCases.map { provider in
            try configuration(provider, of: project, at: baseURL, sealer: sealer, now: now)
        }
        try await store.write { transaction in
            // A sandbox enables all sign-in methods initially; settings that are disabled later stay disabled.
            if try transaction.providers(of: project).isEmpty, var saved = try transaction.project(project) {
                saved.settings.anonymousSignIn = true
                saved.settings.emailLinkSignIn = true
                saved.settings.phoneSignIn = true
                saved.settings.smsSecondFactor = true
                saved.settings.totpSecondFactor = true
                try transaction.update(saved)
            }
            for configuration in configurations { try transaction.save(configuration) }
        }
    }

    private static func configuration(
        _ mock: SandboxProvider, of project: ProjectID, at baseURL: String, sealer: Sealer, now: Date
    ) throws -> ProviderConfiguration {
        let app = SandboxApp.latchkey(at: mock)
        let provider = ProviderID(rawValue: mock.providerID)
        let issuer = mock.issuerPath.map { baseURL + $0 }
        return ProviderConfiguration(
            project: project, provider: provider, enabled: true, clientID: app.key,
            sealedSecret: try sealer.seal(app.secret, for: ProviderConfiguration.sealingContext(project: project, provider: provider)),
            apiOrigin: issuer ?? baseURL + mock.apiPath, webOrigin: issuer ?? baseURL + mock.webPath, issuer: issuer,
            // The other providers have a name of their own.
            parameters: provider.isGenericOpenID ? [.displayName: "OpenID"] : [:], updatedAt: now)
    }
}
#endif
