#if Sandbox
import Foundation
import LatchkeyIdentity
import LatchkeySandbox

extension ServerInstance {
    func makeSandbox() throws -> Sandbox {
        var configuration = SandboxConfiguration(host: ServeSettings.sandboxHost)
        configuration.port = settings.sandboxPort
        configuration.tlsPort = settings.sandboxTLSPort
        if settings.sandboxTLSPort != nil { configuration.certificateFile = settings.dataFolder + "/sandbox-authority.pem" }
        return try Sandbox(configuration, logger: logger)
    }

    func connect(
        _ sandbox: Sandbox, to project: ProjectID, store: any AccountStore, sealer: Sealer
    ) async throws -> ReadyReport.SandboxAddresses {
        let base = try await sandbox.baseURL()
        try await SandboxProviders.configure(project, at: base, store: store, sealer: sealer, now: Date())
        return .init(
            twitter: base, x: base, github: base, openid: SandboxApp.openIDIssuer(at: base), tls: try await sandbox.tlsBaseURL(),
            certificate: settings.sandboxTLSPort == nil ? nil : settings.dataFolder + "/sandbox-authority.pem")
    }
}
#endif
