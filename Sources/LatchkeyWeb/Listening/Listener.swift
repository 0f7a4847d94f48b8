import HummingbirdCore
package import Logging
package import NIOCore
import NIOPosix
import NIOSSL
import ServiceLifecycle

/// Accepts the connections of one port and serves them, until a graceful shutdown has ended them.
///
/// Hummingbird's `Application` opens its port itself. This service also takes a socket that the process inherited, replaces its certificate
/// while it runs, and ends connections without losing requests: during a shutdown, a client that keeps its connection open learns from its
/// next response that it must open another one.
package struct Listener<Child: ListenerChannel>: Service, CustomStringConvertible {
    /// The name in logs.
    package let description: String
    private let place: ListeningPlace
    private let child: Child
    private let certificate: ServerCertificate?
    private let maxConnections: Int
    private let loops: any EventLoopGroup
    private let drain: Drain
    private let logger: Logger
    private let onListening: @Sendable (SocketAddress?) async -> Void
    private let connections: OpenConnections
    private let arriving: AsyncStream<Child.Value>
    private let arrivals: AsyncStream<Child.Value>.Continuation

    /// The time between the last accepted connection and the end of the listener. SwiftNIO resets connections that it has accepted, but not
    /// yet handed to their thread, when the listener ends.
    private static var handover: TimeAmount { .milliseconds(100) }
    /// The time in which a connection can get a last response before it is closed because it has no request.
    private static var idleGrace: TimeAmount { .milliseconds(500) }
    /// The time after which connections are closed even if they have a request.
    private static var limit: TimeAmount { .seconds(10) }
    /// Connections wait here while nothing accepts them, for example during a restart; the system has a limit too.
    private static var backlog: Int32 { 4_096 }

    /// Creates a listener.
    ///
    /// - Parameters:
    ///   - name: The name in logs.
    ///   - certificate: The certificate for TLS; nil for plain HTTP.
    ///   - maxConnections: The number of open connections at which no more are accepted.
    ///   - loops: The threads of the connections.
    ///   - counts: Counts the connections.
    ///   - onListening: Called with the address of the socket when it is open.
    package init(
        _ name: String, on place: ListeningPlace, serving child: Child, certificate: ServerCertificate?, maxConnections: Int,
        loops: any EventLoopGroup, counts: PortCounts? = nil, drain: Drain, logger: Logger,
        onListening: @escaping @Sendable (SocketAddress?) async -> Void
    ) {
        description = name
        self.place = place
        self.child = child
        self.certificate = certificate
        self.maxConnections = maxConnections
        self.loops = loops
        self.drain = drain
        self.logger = logger
        self.onListening = onListening
        let (arriving, arrivals) = AsyncStream.makeStream(of: Child.Value.self)
        (self.arriving, self.arrivals) = (arriving, arrivals)
        connections = OpenConnections(counts: counts) { arrivals.finish() }
    }

    /// Serves connections until a graceful shutdown.
    ///
    /// - Throws: An error if the port cannot be opened, or accepts no more connections.
    package func run() async throws {
        let server = try await open()
        server.closeFuture.whenComplete { _ in
            if !drain.hasBegun { connections.closeAll() }
            connections.close()
        }
        // Not cancelled with this task: each connection that was accepted has to be served, because SwiftNIO stops the process if one is
        // dropped. Cancellation closes them instead.
        let serving = Task {
            await withDiscardingTaskGroup { group in
                for await connection in arriving {
                    group.addTask { await child.handle(value: connection, logger: logger) }
                }
            }
            await child.ended()
        }
        await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                await onListening(server.localAddress)
                await serving.value
            } onGracefulShutdown: {
                stop(server)
            }
        } onCancel: {
            drain.begin()
            server.close(promise: nil)
            connections.closeAll()
        }
        guard drain.hasBegun else { throw ListenerEnded() }
    }

    private struct ListenerEnded: Error, CustomStringConvertible {
        let description = "A port accepts no more connections."
    }

    private func stop(_ server: any Channel) {
        drain.begin()
        server.setOption(.autoRead, value: false).whenComplete { _ in
            server.eventLoop.scheduleTask(in: Self.handover) { server.close(promise: nil) }
        }
        connections.fire(DrainBegins())
        server.eventLoop.scheduleTask(in: Self.idleGrace) { connections.fire(ChannelShouldQuiesceEvent()) }
        server.eventLoop.scheduleTask(in: Self.limit) { connections.closeAll() }
    }

    private func open() async throws -> any Channel {
        let bootstrap = ServerBootstrap(group: loops)
            .serverChannelOption(.backlog, value: Self.backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .serverChannelInitializer { [maxConnections] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AvailableConnectionsChannelHandler(maxConnections: maxConnections))
                }
            }
            .childChannelInitializer { channel in prepare(channel).map { _ = arrivals.yield($0) } }
        switch place {
        case .port(let port, let host): return try await bootstrap.bind(host: host, port: port).get()
        case .inherited(let descriptor): return try await bootstrap.withBoundSocket(descriptor).get()
        }
    }

    private func prepare(_ channel: any Channel) -> EventLoopFuture<Child.Value> {
        guard connections.add(channel) else { return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel) }
        guard let certificate else { return child.setup(channel: channel, logger: logger) }
        return channel.eventLoop.makeCompletedFuture {
            switch certificate.choice {
            case .context(let context): try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
            case .byClientHello: try channel.pipeline.syncOperations.addHandler(ClientHelloHandler(certificate))
            }
        }.flatMap { child.setup(channel: channel, logger: logger) }
    }
}
