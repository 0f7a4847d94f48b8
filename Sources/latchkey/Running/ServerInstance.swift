import AsyncHTTPClient
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import LatchkeyConsole
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeyRealtime
import LatchkeySQLite
import LatchkeySecrets
import LatchkeyServer
import LatchkeyTree
import LatchkeyWeb
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import ServiceLifecycle

/// A complete server: data folder, store, sandbox, pages and API. Runs until it is shut down.
struct ServerInstance: Service, CustomStringConvertible {
    /// The name in logs; the properties below contain secrets.
    var description: String { "server" }

    let settings: ServeSettings
    let environment: [String: String]
    let logger: Logger
    /// Called when the server is ready.
    let onReady: @Sendable (ReadyReport) async -> Void

    /// The idle timeout of connections.
    private static let idleTimeout = TimeAmount.seconds(30)

    func run() async throws {
        // Read first, so that errors in the file are reported before anything else happens.
        let rulesFile = try settings.rulesFile.map { try RulesFile($0) }
        if let emulator = settings.emulator { return try await runEmulator(emulator, rulesFile: rulesFile) }
        let folder = try DataFolder(taking: settings.dataFolder)
        try await checkPorts()
        let sealer = Sealer(masterKey: try folder.masterKey(environment: environment, file: settings.masterKeyFile))
        let store = try folder.openStore(sandbox: settings.sandbox, synchronous: settings.synchronous)
        if settings.synchronous == .normal {
            logger.warning("Commits do not wait for the disk (sqlite-synchronous: normal): a power failure can lose confirmed changes")
        }
        try await folder.check(sealer, opens: store)
        let setup = ProjectSetup(store: store, sealer: sealer, now: { Date() })
        let (project, apiKey) = try await setup.standardProject()
        let ring = try await setup.keyRing(preferring: settings.signingAlgorithm)
        let console = ConsoleParts(project: try await setup.consoleProject(), words: MessageWords(settings.mail), now: { Date() })
        let address = PublicAddress(settings.publicURL ?? "")
        let authority = TokenAuthority(ring: ring, issuer: { address.url + "/" + $0.rawValue }, now: { Date() })
        let targets = CallTargets(allowing: settings.privateTargets + settings.mail.privateTargets)
        try await TargetClient.with(targets, configuration: Self.clientConfiguration) { client in
            let transport = HTTPProviderTransport(client: client)
            let mail = MailRoom(
                settings.mail, store: store, sealer: sealer, client: client, isRunning: true, now: { Date() }, logger: logger)
            mail.announce(sandbox: settings.sandbox, to: logger)
            let hashing = HashingPool(width: ProcessInfo.processInfo.activeProcessorCount)
            let parts = ServerParts(
                store: store, sealer: sealer, authority: authority, publicAddress: address, transport: transport,
                hashing: hashing, now: { Date() },
                trustedProxies: settings.trustedProxies.compactMap { AddressRange($0) }, sandbox: settings.sandbox,
                outbox: settings.sandbox ? OutboxReader(store: store, outbox: mail.outbox) : nil, version: Latchkey.version,
                denials: denialLog, console: console, signInStyle: settings.signInStyle, targets: targets)
            let trees = ReportingTreeStore(store, logger: logger)
            let database = DatabaseParts(
                parts, trees: trees, rulesFile: rulesFile?.path, writeRate: settings.databaseWriteRate)
            let administrator = Administrator(
                store: store, sealer: sealer, authority: authority, publicAddress: address, transport: transport, targets: targets,
                now: { Date() }, hashing: hashing, isSandbox: settings.sandbox,
                databases: AdministeredDatabases(directory: database.directory, trees: trees, denials: parts.denials),
                console: console, mail: { mail })
            let sandbox = settings.sandbox ? try makeSandbox() : nil
            let publicServer = Part(description: "public server") {
                var report = ReadyReport(
                    url: "", listening: "", database: "", projectID: project.id.rawValue, apiKey: apiKey.text, signIn: "")
                report.mail = settings.mail.mailText
                if let sandbox { report.sandbox = try await connect(sandbox, to: project.id, store: store, sealer: sealer) }
                try await serve(parts, databases: database, rulesFile: rulesFile, report: report)
            }
            let operatorsRouter = OperatorRouter.make(administrator) { router, door in
                ServerRoutes.addAdministratorCalls(to: router, parts, databases: database, for: door)
            }
            let socket = ControlSocket(path: folder.socketPath, router: operatorsRouter, logger: logger)
            // Services stop in reverse order, each after completing its pending requests; dependencies of requests come before the
            // server that handles them. If one service ends, all others are stopped, because the server would only appear to work.
            let services = (sandbox.map { [$0] } ?? []) + ([mail.worker, socket, publicServer] as [any Service])
            try await ServiceGroup(configuration: .init(services: services, logger: logger)).run()
        }
        try store.close()
        withExtendedLifetime(folder) {}
    }

    /// Logs every denial that is explained; the rate limit for explanations also limits the log.
    var denialLog: DenialLog {
        DenialLog { [logger] denial in
            logger.info(
                "The Security Rules of a database denied a request",
                metadata: [
                    "decision": "\(denial.id)", "database": "\(denial.project)/\(denial.database)",
                    "occasion": "\(denial.occasion.rawValue)",
                    "path": "\(Visible.text(denial.paths.first ?? "-"))", "uid": "\(Visible.text(denial.uid ?? "-"))",
                ])
        }
    }

    static var clientConfiguration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        // With HTTP/2, a provider could send any number as its status, which the underlying libraries treat as a fatal programming error.
        configuration.httpVersion = .http1Only
        // Report unreachable providers immediately, instead of retrying until the timeout.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.timeout = .init(connect: .seconds(5), read: .seconds(10))
        return configuration
    }

    func checkPorts() async throws {
        try await PortCheck.check(
            [("--port", settings.host, settings.port), ("--database-port", settings.host, settings.databasePort)]
                + (settings.sandbox ? sandboxPorts : []))
    }

    func serve(
        _ parts: ServerParts, databases databaseParts: DatabaseParts, rulesFile: RulesFile?, report: ReadyReport
    ) async throws {
        let (databasePorts, databaseListens) = AsyncStream.makeStream(of: Int.self)
        let watch = try await install(rulesFile, in: databaseParts)
        for (database, error) in try await databaseParts.doLeftWrites() {
            logger.error(
                "The onDisconnect writes of a database failed",
                metadata: ["database": "\(database)", "cause": "\(error)"])
        }
        let sockets = SocketServer(databaseParts)
        let limit = ConnectionLimit.raisingOpenFiles(setting: settings.maxConnections)
        let register = ConnectionRegister(capacity: limit.accepted, answered: limit.answered, trustedProxies: parts.trustedProxies)
        // Separate threads, so that sign-in requests never wait for database responses.
        let databaseLoops = MultiThreadedEventLoopGroup(numberOfThreads: System.coreCount)
        let database = application(
            DatabaseResponder(databaseParts), port: settings.databasePort, loops: databaseLoops, connections: limit.ofOnePort,
            server: try server {
                DatabaseChannel(responder: $0, sockets: sockets, idleTimeout: Self.idleTimeout, register: register)
            }
        ) { databaseListens.yield($0) }
        let pages = application(
            ServerRoutes.router(parts, databases: databaseParts).buildResponder(), port: settings.port,
            loops: MultiThreadedEventLoopGroup.singleton, connections: limit.ofOnePort,
            server: try server {
                LoopBoundChannel(responder: $0, idleTimeout: Self.idleTimeout, register: register)
            }
        ) { port in
            guard let databasePort = await databasePorts.first(where: { _ in true }) else { return }
            var report = report
            report.listening = address(port: port)
            if settings.publicURL == nil { parts.publicAddress.set(report.listening) }
            report.url = parts.publicAddress.url
            report.database = address(port: databasePort)
            if parts.emulation != nil { report.emulator = String(report.url.drop { $0 != "/" }.dropFirst(2)) }
            report.signIn = parts.publicAddress.url + "/sign-in"
            if parts.outbox != nil { report.outbox = parts.publicAddress.url + "/outbox" }
            if settings.publicURL == nil { parts.console?.databaseAddress.set(report.database) }
            if let console = parts.console { await tell(console, of: parts, in: &report) }
            await onReady(report)
            await databaseParts.openStandardDatabase()
        }
        // If one service ends, all others are stopped.
        let services = (watch.map { [$0] } ?? []) + ([database, pages] as [any Service])
        do {
            try await ServiceGroup(configuration: .init(services: services, logger: logger)).run()
        } catch {
            try? await databaseLoops.shutdownGracefully()
            throw error
        }
        try await databaseLoops.shutdownGracefully()
    }

    /// Installs the rules before the server accepts requests. An unreadable database does not prevent sign-in: it alone is closed.
    private func install(_ rulesFile: RulesFile?, in parts: DatabaseParts) async throws -> RulesWatch? {
        guard let rulesFile else { return nil }
        do {
            return try await rulesFile.install(in: try await parts.standardDatabase(), logger: logger)
        } catch let error as UnreadableDatabase {
            await parts.directory.close(error)
            logger.error("\(error) All other parts are running. Repair the data or restore a backup, and restart.")
            return nil
        }
    }

    private func tell(_ console: ConsoleParts, of parts: ServerParts, in report: inout ReadyReport) async {
        report.console = parts.publicAddress.url + ConsoleParts.path
        // A store error is reported elsewhere; there is no invitation then.
        guard (try? await parts.store.read { try $0.hasAdministrator() }) == false else { return }
        // Output that is not a terminal is stored, for example in a journal or a container log.
        if Terminal.isShown, let secret = try? await console.makeInvitation() {
            report.setup = parts.publicAddress.url + ConsoleParts.setupPath + "#" + secret.expose() + " (works once, within an hour)"
        } else {
            report.setup = "latchkey admin invite (prints a link)"
        }
    }

    private func address(port: Int) -> String {
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        return (settings.tls == nil ? "http://" : "https://") + "\(host):\(port)"
    }

    private func application(
        _ responder: some HTTPResponder<ServerContext>, port: Int, loops: any EventLoopGroup, connections: Int, server: HTTPServerBuilder,
        onListening: @escaping @Sendable (_ port: Int) async -> Void
    ) -> some ApplicationProtocol {
        var configuration = ApplicationConfiguration(address: .hostname(settings.host, port: port), serverName: nil)
        configuration.availableConnectionsDelegate = MaximumAvailableConnections(connections, logger: logger)
        return Application(
            responder: responder, server: server, configuration: configuration,
            onServerRunning: { await onListening($0.localAddress?.port ?? port) }, eventLoopGroupProvider: .shared(loops), logger: logger)
    }

    private func server(
        _ channel: @escaping @Sendable (@escaping HTTPChannelHandler.Responder) throws -> any ServerChildChannel
    ) throws -> HTTPServerBuilder {
        let http = HTTPServerBuilder { try channel($0) }
        guard let tls = settings.tls else { return http }
        let configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(tls.certificateFile).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: tls.keyFile, format: .pem)))
        return try .tls(http, tlsConfiguration: configuration)
    }
}
