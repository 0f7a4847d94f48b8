#if os(Linux)
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import Synchronization

/// A WebSocket transport that uses SwiftNIO. All instances in a process share its threads.
struct NIOWebSocketTransport: WebSocketTransport {
    private enum Outcome: Sendable {
        case socket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>)
        case refused
    }

    private let connectTimeout: TimeAmount
    private let silence: (ping: TimeAmount, end: TimeAmount)
    private let tls: Result<NIOSSLContext, any Error>

    /// Creates a transport.
    ///
    /// - Parameter trust: The trusted root certificates; `nil` for those of the system.
    init(
        connectTimeout: Duration = WebSocketLimits.connectTimeout,
        silence: (ping: Duration, end: Duration) = WebSocketLimits.silence,
        trust: NIOSSLTrustRoots? = nil
    ) {
        self.connectTimeout = TimeAmount(connectTimeout)
        self.silence = (TimeAmount(silence.ping), TimeAmount(silence.end))
        tls = trust.map { trust in Result { try Self.context(trust) } } ?? Self.standardTLS
    }

    func exchange(
        with server: WebSocketServer, sending outgoing: AsyncStream<[UInt8]>, _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        let channel = try await open(server)
        try await channel.executeThenClose { inbound, outbound in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await text in outgoing { try await outbound.write(.fromClient(.text, ByteBuffer(bytes: text))) }
                    try Task.checkCancellation()
                    try await outbound.write(.goodbye(.normalClosure))
                }
                group.addTask {
                    for try await frame in inbound {
                        switch frame.opcode {
                        case .text: try await take(Array(buffer: frame.data))
                        case .ping: try await outbound.write(.fromClient(.pong, frame.data))
                        case .connectionClose: return
                        case .pong, .continuation: break
                        default: return try await outbound.write(.goodbye(.unacceptableData))
                        }
                    }
                    try Task.checkCancellation()
                    throw WebSocketError("The connection to \(server.authority) was lost.")
                }
                // The first task to end closes the socket.
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }

    private func open(_ server: WebSocketServer) async throws -> NIOAsyncChannel<WebSocketFrame, WebSocketFrame> {
        let tls = server.isSecure ? try tls.get() : nil
        let outcome: Outcome
        let isTooLate = Mutex(false)
        do {
            outcome = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connectTimeout(connectTimeout)
                .channelOption(.socketOption(.so_keepalive), value: 1)
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .connect(host: server.host, port: server.port) { channel in
                    channel.eventLoop.makeCompletedFuture { try upgrade(channel, server, tls) { isTooLate.withLock { $0 = true } } }
                }.get()
        } catch {
            let isSilent = isTooLate.withLock { $0 }
            throw WebSocketError(isSilent ? "\(server.authority) does not respond." : "\(server.authority) cannot be reached: \(error)")
        }
        guard case .socket(let channel) = outcome else {
            throw WebSocketError("\(server.authority) did not accept the WebSocket connection. Is this the URL of a database?")
        }
        return channel
    }

    private func upgrade(
        _ channel: any Channel, _ server: WebSocketServer, _ tls: NIOSSLContext?, tooLate: @escaping @Sendable () -> Void
    ) throws -> EventLoopFuture<Outcome> {
        let pipeline = channel.pipeline.syncOperations
        if let tls { try pipeline.addHandler(Self.tlsHandler(tls, host: server.host)) }
        // Also covers servers that accept the connection and send nothing, or only a part of the response.
        let deadline = channel.eventLoop.scheduleTask(in: connectTimeout) {
            tooLate()
            channel.close(promise: nil)
        }
        let upgrader = NIOTypedWebSocketClientUpgrader<Outcome>(maxFrameSize: WebSocketLimits.maxFrameBytes) { [silence] channel, _ in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(SilenceWatch(ping: silence.ping, end: silence.end))
                try pipeline.addHandler(
                    NIOWebSocketFrameAggregator(
                        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1024,
                        maxAccumulatedFrameSize: WebSocketLimits.maxFrameBytes))
                return .socket(try NIOAsyncChannel(wrappingChannelSynchronously: channel))
            }
        }
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: server.path,
            headers: ["Host": server.authority, "User-Agent": "Firebase/5/latchkey/linux/swift"])
        var configuration = NIOUpgradableHTTPClientPipelineConfiguration(
            upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(upgradeRequestHead: head, upgraders: [upgrader]) { channel in
                channel.eventLoop.makeSucceededFuture(.refused)
            })
        // Servers send their greeting immediately, so it may arrive in the same packet as the upgrade response and must not be lost.
        configuration.leftOverBytesStrategy = .forwardBytes
        let result = try pipeline.configureUpgradableHTTPClientPipeline(configuration: configuration)
        result.whenComplete { outcome in
            deadline.cancel()
            if case .success(.socket) = outcome { return }
            channel.close(promise: nil)
        }
        return result
    }

    private static let standardTLS = Result { try context(.default) }

    private static func context(_ trust: NIOSSLTrustRoots) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = trust
        return try NIOSSLContext(configuration: configuration)
    }

    private static func tlsHandler(_ context: NIOSSLContext, host: String) throws -> NIOSSLClientHandler {
        // An IP address cannot be used for SNI. Its certificate is verified anyway.
        let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }
}

extension WebSocketFrame {
    /// Creates a masked frame: clients mask the data that they send (RFC 6455, section 5.3).
    fileprivate static func fromClient(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> WebSocketFrame {
        WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
    }

    fileprivate static func goodbye(_ code: WebSocketErrorCode) -> WebSocketFrame {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        return fromClient(.connectionClose, data)
    }

    static var clientPing: WebSocketFrame { fromClient(.ping, ByteBuffer()) }
}
#endif
