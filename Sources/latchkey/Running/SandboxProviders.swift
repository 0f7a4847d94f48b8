#if Sandbox
import Foundation
import LatchkeyIdentity
import LatchkeySandbox
import LatchkeySecrets

/// Configures a project for the mock providers.
enum SandboxProviders {
    static func configure(_ project: ProjectID, at baseURL: String, store: any AccountStore, sealer: Sealer, now: Date) async throws {
        let configurations = try [
            configuration(.twitter, of: project, app: .twitter, at: baseURL, sealer: sealer, now: now),
            configuration(
                .x, of: project, app: .x, at: baseURL, scopes: ["tweet.read", "users.read", "users.email"], sealer: sealer, now: now),
            configuration(.github, of: project, app: .github, at: baseURL, scopes: ["user:email"], sealer: sealer, now: now),
            configuration(
                "oidc.sandbox", of: project, app: .openID, at: baseURL, issuer: SandboxApp.openIDIssuer(at: baseURL),
                scopes: ["openid", "email", "profile"], name: "OpenID", sealer: sealer, now: now),
        ]
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
        _ provider: ProviderID, of project: ProjectID, app: SandboxApp, at baseURL: String, issuer: String? = nil, scopes: [String] = [],
        name: String? = nil, sealer: Sealer, now: Date
    ) throws -> ProviderConfiguration {
        ProviderConfiguration(
            project: project, provider: provider, enabled: true, clientID: app.key,
            sealedSecret: try sealer.seal(app.secret, for: ProviderConfiguration.sealingContext(project: project, provider: provider)),
            apiOrigin: issuer ?? baseURL, webOrigin: issuer ?? baseURL, scopes: scopes, issuer: issuer,
            parameters: name.map { [.displayName: $0] } ?? [:], updatedAt: now)
    }
}
#endif
