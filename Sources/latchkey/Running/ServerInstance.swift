import AsyncHTTPClient
import Foundation
import Hummingbird
import HummingbirdCore
import LatchkeyNodes
import LatchkeyPostgres
import LatchkeyProviders
import LatchkeyRealtime
import LatchkeySQL
import LatchkeyWeb
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// A complete server: data folder, store, sandbox, pages and API. Runs until it is shut down.
struct ServerInstance: Service, CustomStringConvertible {
    /// The name in logs; the properties below contain secrets.
    var description: String { "server" }

    let settings: ServeSettings
    let logger: Logger
    let telemetry: Telemetry
    /// Called when the server is ready.
    let onReady: @Sendable (ReadyReport) async -> Void
    /// Where changed settings come from; `nil` if the settings never change.
    let reload: ReloadSource?
    /// Whether the server is shutting down.
    let drain = Drain()
    /// The results of regular backups.
    let backupLog = BackupLog()

    /// - Parameter makeLogger: Makes a logger of the server's log from its label.
    init(
        settings: ServeSettings, makeLogger: (String) -> Logger,
        onReady: @escaping @Sendable (ReadyReport) async -> Void, reload: ReloadSource?
    ) {
        self.settings = settings
        logger = makeLogger("latchkey")
        telemetry = Telemetry(settings, makeLogger: makeLogger)
        self.onReady = onReady
        self.reload = reload
    }

    /// The idle timeout of connections.
    static let idleTimeout = TimeAmount.seconds(30)

    func run() async throws {
        if let emulator = settings.emulator { return try await runEmulator(emulator) }
        let folder = try await takeFolder()
        try await checkPorts()
        let opened = try await open(folder)
        try await TargetClient.with(opened.targets, configuration: Self.clientConfiguration) { client in
            guard let node = settings.node, let shared = opened.shared else { return try await run(opened, calling: client) }
            try await HTTPClient.withHTTPClient(configuration: NodePassage.clientConfiguration) { nodes in
                try await run(opened, calling: client, passage: NodePassage(nodes, from: node.name, seal: NodeSeal(shared.keyOfNodes)))
            }
        }
        try opened.store.close()
        withExtendedLifetime(folder) {}
    }

    /// Locks the data folder. A command that just runs on it may hold the lock for a moment.
    private func takeFolder() async throws -> DataFolder {
        let end = ContinuousClock.now + Self.lockPatience
        while true {
            do {
                return try DataFolder(taking: settings.dataFolder)
            } catch let error as DataFolderError where error.isLocked {
                guard ContinuousClock.now < end else { throw error }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    private static let lockPatience = Duration.seconds(2)

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
        try await PortCheck.check(ListeningPorts(of: settings).all.map { ($0.option, $0.host, $0.number) })
    }

    func address(port: Int, host: String, isSecure: Bool) -> String {
        (isSecure ? "https://" : "http://") + "\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    func handling(_ responder: some HTTPResponder<ServerContext>, _ counts: PortCounts) -> HTTPChannelHandler.Responder {
        RequestHandling(
            responder, commonHeaders: settings.strictTransport, counts: counts, accessLog: telemetry.accessLog(of: counts),
            tracing: telemetry.requestTracing(of: counts), drain: drain, logger: logger
        ).closure
    }

    /// The listener of a port: for HTTP/1.1, and with a certificate also for HTTP/2.
    func listener(
        _ name: String, on place: ListeningPlace, loops: any EventLoopGroup, connections: Int, counts: PortCounts?,
        certificate: ServerCertificate?, serving child: some ConnectionChannel,
        onListening: @escaping @Sendable (SocketAddress?) async -> Void
    ) -> any Service {
        func listener(_ child: some ListenerChannel) -> any Service {
            Listener(
                name, on: place, serving: child, certificate: certificate, maxConnections: connections, loops: loops, counts: counts,
                drain: drain, logger: logger, onListening: onListening)
        }
        return certificate == nil ? listener(child) : listener(NegotiatedChannel(child, drain: drain))
    }
}
