import Crypto
import Foundation
import LatchkeyDatabaseAPI
import LatchkeyEmulator
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeySQLite
import LatchkeyServer
import LatchkeyWeb
import Logging
import ServiceLifecycle

extension ServerInstance {
    /// Runs a complete server in memory: no folder, lock, control socket, master key file or mail.
    func runEmulator(_ emulator: EmulatorSettings) async throws {
        try await checkPorts()
        let sealer = Sealer(masterKey: SymmetricKey(size: .bits256))
        let store = try SQLiteStore.inMemory()
        let emulation = Emulation(
            standardProject: ProjectID(rawValue: emulator.project), allowsNetwork: emulator.allowsNetwork,
            allowedOrigins: emulator.allowedOrigins, otherProjects: emulator.otherProjects, hasSandbox: settings.sandbox,
            logger: logger)
        if emulator.allowsNetwork {
            logger.warning("The emulator is reachable from other machines and gives every client full access")
        }
        let targets = CallTargets(allowing: settings.privateTargets)
        let (certificate, style) = (try serverCertificate(), SignInStyle(settings.signInStyle))
        try await TargetClient.with(targets, configuration: Self.clientConfiguration) { client in
            let parts = ServerParts(
                store: store, sealer: sealer, authority: Emulation.authority(now: { Date() }),
                publicAddress: PublicAddress(settings.publicURL ?? ""), databaseAddress: DatabaseAddress(settings.databaseURL ?? ""),
                transport: HTTPProviderTransport(client: client),
                hashing: HashingPool(width: ProcessInfo.processInfo.activeProcessorCount), now: { Date() },
                trustedProxies: settings.trustedProxies.compactMap { AddressRange($0) }, sandbox: true,
                outbox: OutboxReader(store: store, outbox: Outbox(sealer: sealer)), emulation: emulation,
                denials: denialLog, signInStyle: style, drain: drain, targets: targets)
            let preparation = EmulatorPreparation(parts)
            let project = try await preparation.standardProject()
            let databases = DatabaseParts(
                parts, trees: store, rulesFile: settings.rulesFile?.path, connections: raiseOpenFiles().accepted)
            let sandbox = settings.sandbox ? try makeSandbox() : nil
            let publicServer = Part(description: "public server") {
                var report = ReadyReport(
                    url: "", listening: "", database: "", projectID: project.id.rawValue, apiKey: Emulation.apiKey, signIn: "")
                if let sandbox {
                    report.sandbox = try await connect(sandbox, to: project.id, store: store, sealer: sealer)
                    try await preparation.trustProviders(of: project.id)
                }
                if let folder = emulator.importFolder {
                    try await EmulatorFolder(path: folder).load(into: EmulatorAccounts(parts), logger: logger)
                }
                try await serve(parts, databases: databases, certificate: certificate, report: report)
            }
            let services: [(any Service)?] = [
                sandbox, personalDataWorker(store, databases), publicServer,
                settingsReload(certificate: certificate, style: style, mail: nil),
            ]
            try await ServiceGroup(configuration: .init(services: services.compactMap(\.self), logger: logger)).run()
            if let folder = emulator.exportFolder {
                try await EmulatorFolder(path: folder).save(EmulatorAccounts(parts), logger: logger)
            }
        }
        try store.close()
    }
}
