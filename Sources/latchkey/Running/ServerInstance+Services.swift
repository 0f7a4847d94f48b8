import AsyncHTTPClient
import Foundation
import Hummingbird
import LatchkeyAdministrationAPI
import LatchkeyConsole
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyMail
import LatchkeyNodes
import LatchkeyPostgres
import LatchkeyProviders
import LatchkeyServer
import LatchkeyWeb
import Logging
import ServiceLifecycle

#if Sandbox
import LatchkeySandbox
#endif

/// The services of a server, and their order.
extension ServerInstance {
    /// Runs all services until the server stops.
    ///
    /// - Parameter passage: Passes requests on to other nodes; `nil` if there are none.
    func run(_ opened: OpenedServer, calling client: TargetClient, passage: NodePassage? = nil) async throws {
        let (store, sealer) = (opened.store, opened.sealer)
        let mail = MailRoom(
            settings.mail, store: store, sealer: sealer, client: client, isRunning: true, now: { Date() }, logger: logger,
            tracer: telemetry.tracing?.tracer)
        mail.announce(sandbox: settings.sandbox, to: logger)
        let audit = AuditStreams(
            settings.audit, record: store, isShared: passage != nil, client: client, now: { Date() }, logger: logger)
        var parts = serverParts(opened, mail, HTTPProviderTransport(client: client))
        let trees = ReportingTreeStore(store, logger: logger)
        var database = DatabaseParts(
            parts, trees: trees, rulesFile: settings.rulesFile?.path, writeRate: settings.databaseWriteRate,
            connections: raiseOpenFiles().accepted)
        database.tracer = telemetry.tracing?.tracer
        if let passage { database.join(passage, log: NodeLog(logger)) }
        let metrics = ServerMetrics(
            telemetry: telemetry, store: store, readiness: parts.readiness, databases: database, hashing: parts.hashing,
            certificate: opened.certificate, masterKey: opened.masterKey, audit: audit,
            storeKind: settings.store.kind, shared: opened.shared, folder: opened.folder.path, backupEvery: settings.backup?.every,
            archiver: opened.archiver, drain: drain, logger: logger)
        parts.console?.health = { [certificate = opened.certificate] in
            let (status, now) = (await metrics.status(), Date())
            return status.findings(at: now) + (certificate.map { [Administrator.finding(on: $0.status, at: now)] } ?? [])
                + (status.troubledWebhooks ?? []).map(\.finding)
        }
        let administrator = Administrator(
            store: store, record: store, sealer: sealer, authority: opened.authority, publicAddress: opened.address,
            transport: parts.transport, targets: opened.targets, now: { Date() }, hashing: parts.hashing, isSandbox: settings.sandbox,
            databases: AdministeredDatabases(directory: database.directory, trees: trees, denials: parts.denials),
            masterKey: opened.masterKey, console: opened.console, certificate: opened.certificate, running: metrics,
            shared: opened.shared, mail: { mail })
        let commands = commandRouter(of: administrator, parts, database)
        let sandbox = settings.sandbox ? try makeSandbox() : nil
        // Services stop in reverse order, each after completing its pending requests; dependencies of requests come before the
        // server that handles them. If one service ends, all others are stopped, because the server would only appear to work.
        let services: [(any Service)?] = [
            telemetry.tracing, sandbox, mail.worker, UserEventWorker(store, sealer: sealer, client: client, logger: logger),
            personalDataWorker(store, database),
            LatencyWorker(log: LatencyLog(store: store, times: telemetry.routes, now: { Date() }), logger: logger),
            MasterKeyWorker(replacement: opened.masterKey, wakings: opened.replacements, logger: logger),
            ControlSocket(path: opened.folder.socketPath, router: commands, logger: logger), metricsListener(metrics),
            backupSchedule(of: opened.folder.path), challengeListener(opened.renewal),
            publicServer(opened, parts, database, sandbox, commands: commands.buildResponder()),
            opened.renewal, storeWatch(opened.shared, database), keyWatch(opened),
            settingsReload(
                certificate: opened.certificate, renewal: opened.renewal, style: parts.signInStyle, mail: mail, masterKey: opened.masterKey),
        ]
        // The streams stop when all requests have written their events, and the archive after the last change.
        let all = [opened.archiver].compactMap(\.self) + audit.services(sharing: opened.shared) + services.compactMap(\.self)
        try await ServiceGroup(configuration: .init(services: all, logger: logger)).run()
    }

    private func serverParts(_ opened: OpenedServer, _ mail: MailRoom, _ transport: HTTPProviderTransport) -> ServerParts {
        ServerParts(
            store: opened.store, sealer: opened.sealer, authority: opened.authority, publicAddress: opened.address,
            databaseAddress: DatabaseAddress(settings.databaseURL ?? ""), transport: transport,
            hashing: HashingPool(width: ProcessInfo.processInfo.activeProcessorCount), now: { Date() },
            trustedProxies: settings.trustedProxies.compactMap { AddressRange($0) }, sandbox: settings.sandbox,
            outbox: settings.sandbox ? OutboxReader(store: opened.store, outbox: mail.outbox) : nil,
            // The users of a sandbox read their mails in its outbox.
            sendsMail: { [sandbox = settings.sandbox] in sandbox || mail.settings.mailText != nil }, version: Latchkey.version,
            denials: denialLog, console: opened.console, signInStyle: SignInStyle(settings.signInStyle), securityLog: telemetry.security,
            drain: drain, targets: opened.targets, sharedLimits: { opened.shared?.rateLimits(ofConsole: $0) })
    }

    private func publicServer(
        _ opened: OpenedServer, _ parts: ServerParts, _ databases: DatabaseParts, _ sandbox: Sandbox?,
        commands: RouterResponder<ServerContext>
    ) -> Part {
        Part(description: "public server") {
            var report = ReadyReport(
                url: "", listening: "", database: "", projectID: opened.project.id.rawValue, apiKey: opened.apiKey.text, signIn: "")
            report.mail = settings.mail.mailText
            if let sandbox {
                report.sandbox = try await connect(sandbox, to: opened.project.id, store: opened.store, sealer: opened.sealer)
            }
            await opened.archiver?.waitUntilComplete()
            try await serve(
                parts, databases: databases, commands: commands, certificate: opened.certificate, renewal: opened.renewal, report: report)
        }
    }

    private func commandRouter(
        of administrator: Administrator, _ parts: ServerParts, _ databases: DatabaseParts
    ) -> Router<ServerContext> {
        OperatorRouter.make(administrator, passage: AdministrationPassage(databases, to: [.commands])) { router, door in
            ServerRoutes.addAdministratorCalls(to: router, parts, databases: databases, for: door)
        }
    }
}
