import Foundation
import Hummingbird
import HummingbirdCore
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyNodes
import LatchkeyRealtime
import LatchkeyServer
import LatchkeyTree
import LatchkeyWeb
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The ports for clients, of a server and of an emulator.
extension ServerInstance {
    /// Serves clients until the server stops.
    ///
    /// - Parameters:
    ///   - commands: Responds to the operator's commands, which other nodes pass on; `nil` without nodes.
    ///   - report: The report on the start, without the addresses of the ports.
    func serve(
        _ parts: ServerParts, databases databaseParts: DatabaseParts, commands: RouterResponder<ServerContext>? = nil,
        certificate: ServerCertificate?, renewal: CertificateRenewal? = nil,
        report: ReadyReport
    ) async throws {
        let (databasePorts, databaseListens) = AsyncStream.makeStream(of: Int.self)
        let (consoleState, consoleListens) = AsyncStream.makeStream(of: Never.self)
        let watch = try await install(settings.rulesFile, in: databaseParts)
        try await doLeftWrites(in: databaseParts)
        let limit = raiseOpenFiles()
        telemetry.refused.setLimit(limit.accepted)
        if let setting = settings.maxConnections, limit.accepted < setting {
            logger.warning(
                "The process may open too few files for max-connections. Raise its limit (LimitNOFILE, ulimit -Hn).",
                metadata: ["max-connections": "\(setting)", "connections": "\(limit.accepted)"])
        }
        let register = ConnectionRegister(
            capacity: limit.accepted, answered: limit.answered, trustedProxies: parts.trustedProxies, refused: telemetry.refused)
        let responder = ServerRoutes.router(parts, databases: databaseParts, times: telemetry.routes).buildResponder()
        let consoleRouter = ServerRoutes.consoleRouter(parts, databases: databaseParts, times: telemetry.routes)
        var doors: [NodeDoor: NodeEntrance<DatabaseResponder>.Door] = [.calls: responder.respond]
        doors[.console] = consoleRouter?.buildResponder().respond ?? responder.respond
        doors[.commands] = commands?.respond
        let entrance = NodeEntrance(
            DatabaseResponder(databaseParts), of: databaseParts.passage, trustedProxies: parts.trustedProxies, doors: doors)
        let database = databaseListener(
            databaseParts, entrance, certificate: certificate, connections: limit.perPort, register: register
        ) {
            databaseListens.yield($0?.port ?? settings.databasePort)
        }
        let pages = listener(
            "port", on: settings.place, loops: MultiThreadedEventLoopGroup.singleton, connections: limit.perPort,
            counts: telemetry.server, certificate: certificate,
            serving: LoopBoundChannel(
                responder: handling(responder, telemetry.server), idleTimeout: Self.idleTimeout, register: register)
        ) { socket in
            guard let databasePort = await databasePorts.first(where: { _ in true }) else { return }
            for await _ in consoleState {}
            await onReady(await complete(report, of: parts, port: socket?.port ?? settings.port, databasePort: databasePort))
            renewal?.bell.portIsOpen()
            await databaseParts.openStandardDatabase()
        }
        let console = consoleListener(parts, consoleRouter, certificate: certificate) { consoleListens.finish() }
        // Together, because a group stops its services one after the other, and the drain of a port takes some seconds.
        let ports = Part(description: "ports") {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    // The other port waits for the address of this one.
                    defer { databaseListens.finish() }
                    try await database.run()
                }
                group.addTask {
                    defer { consoleListens.finish() }
                    try await console?.run()
                }
                group.addTask { try await pages.run() }
                // An error of one port ends the other.
                for try await _ in group {}
            }
        }
        // If one service ends, all others are stopped.
        let services = (watch.map { [$0] } ?? []) + ([ports] as [any Service])
        try await ServiceGroup(configuration: .init(services: services, logger: logger)).run()
    }

    /// Executes the on-disconnect writes of processes that no longer run.
    func doLeftWrites(in databases: DatabaseParts) async throws {
        for (database, error) in try await databases.doLeftWrites() {
            logger.error(
                "The onDisconnect writes of a database failed",
                metadata: ["database": "\(database)", "cause": "\(error)"])
        }
    }

    /// Raises the limit of open files.
    ///
    /// - Returns: The limit of the connections to both ports for clients together.
    func raiseOpenFiles() -> ConnectionLimit {
        let challenge = settings.acme?.httpPort == nil ? 0 : Self.challengeLimit.perPort
        let metrics = settings.metrics == nil ? 0 : Self.metricsLimit.perPort
        let console = settings.console?.place == nil ? 0 : Self.consoleLimit.perPort
        return .raisingOpenFiles(others: challenge + metrics + console, setting: settings.maxConnections)
    }

    private func databaseListener(
        _ parts: DatabaseParts, _ responder: NodeEntrance<DatabaseResponder>, certificate: ServerCertificate?, connections: Int,
        register: ConnectionRegister,
        onListening: @escaping @Sendable (SocketAddress?) async -> Void
    ) -> any Service {
        listener(
            "database port", on: settings.databasePlace, loops: Self.databaseLoops, connections: connections, counts: telemetry.database,
            certificate: certificate,
            serving: DatabaseChannel(
                responder: handling(responder, telemetry.database), sockets: SocketServer(parts),
                idleTimeout: Self.idleTimeout, register: register),
            onListening: onListening)
    }

    /// Adds the addresses to the report, and sets those that no setting contains.
    private func complete(_ report: ReadyReport, of parts: ServerParts, port: Int, databasePort: Int) async -> ReadyReport {
        var report = report
        let isSecure = settings.servesTLS
        report.listening = address(port: port, host: settings.host, isSecure: isSecure)
        if settings.publicURL == nil { parts.publicAddress.set(report.listening) }
        report.url = parts.publicAddress.url
        let databaseListening = address(port: databasePort, host: settings.sockets.database?.host ?? settings.host, isSecure: isSecure)
        if settings.publicURL == nil, settings.databaseURL == nil { parts.databaseAddress.set(databaseListening) }
        report.database =
            parts.databaseAddress.url(of: report.projectID, standard: ProjectID(rawValue: report.projectID)) ?? databaseListening
        if parts.emulation != nil { report.emulator = String(report.url.drop { $0 != "/" }.dropFirst(2)) }
        report.signIn = parts.publicAddress.url + "/sign-in"
        if parts.outbox != nil { report.outbox = parts.publicAddress.url + "/outbox" }
        if let console = parts.console { await tell(console, of: parts, in: &report) }
        return report
    }

    /// Separate threads, so that sign-in requests never wait for database responses. They end with the process: a shutdown would race with
    /// the last tasks of connections.
    private static let databaseLoops = MultiThreadedEventLoopGroup(numberOfThreads: System.coreCount)

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
}
