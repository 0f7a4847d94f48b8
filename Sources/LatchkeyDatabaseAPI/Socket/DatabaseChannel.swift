public import HummingbirdCore
import LatchkeyNodes
public import LatchkeyWeb
public import Logging
public import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// A connection to the database port: HTTP/1.1 requests, or the database protocol over a WebSocket (RFC 6455).
///
/// The first request decides. A request that is not a valid upgrade is handled as any other request.
public struct DatabaseChannel: ConnectionChannel {
    /// A connection before its first request, which determines the protocol.
    public struct Value: ServerChildChannelValue {
        let outcome: EventLoopFuture<Outcome>
        /// The channel of the connection.
        public let channel: any Channel
    }

    enum Outcome: Sendable {
        case socket(SocketConnection)
        case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
        /// A WebSocket that another node serves.
        case passedOn
        /// A node that follows a database of this one.
        case follower(Follower)
    }

    /// Responds to HTTP requests.
    public let responder: HTTPChannelHandler.Responder
    private let sockets: SocketServer
    package let idleTimeout: TimeAmount
    private let register: ConnectionRegister

    /// The maximum frame size in bytes, before the client has authenticated. Firebase's clients split their messages into pieces of 16 KiB.
    static let maxFrameBytes = 1024 * 1024

    /// A connection keeps its read buffer while it is idle. The buffer grows when it is too small for what arrives.
    private static let readBuffers = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 1024, maximum: 65_536)

    /// Creates the protocol handler of the port.
    ///
    /// - Parameters:
    ///   - responder: Responds to HTTP requests.
    ///   - sockets: Serves WebSockets. Use the same parts as for `DatabaseResponder`, so that both use the same databases.
    ///   - idleTimeout: How long an HTTP connection may send nothing before it is closed.
    ///   - register: Counts the connections of the port.
    public init(
        responder: @escaping HTTPChannelHandler.Responder, sockets: SocketServer, idleTimeout: TimeAmount, register: ConnectionRegister
    ) {
        self.register = register
        self.responder = responder
        self.sockets = sockets
        self.idleTimeout = idleTimeout
    }

    /// Prepares a connection and returns at once. The protocol becomes known with the first request.
    ///
    /// - Parameters:
    ///   - channel: The channel of the connection.
    ///   - logger: The logger of the connection.
    public func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.syncOptions?.setOption(.recvAllocator, value: Self.readBuffers)
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(OutgoingGauge(), position: .first)
            let encoder = HTTPResponseEncoder()
            // All of them are removed after the upgrade: a handler that stayed would parse a frame as a request, and crash the process.
            let handlers: [any RemovableChannelHandler] = [
                ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes)), HTTPServerProtocolErrorHandler(),
                UpgradeGate(sockets.followers) { [register] channel in register.refusal(of: channel) == nil },
            ]
            let quiescence = QuiescenceMemory()
            try pipeline.addHandler(quiescence)
            try pipeline.addHandler(encoder)
            for handler in handlers { try pipeline.addHandler(handler) }
            let upgrade = NIOTypedHTTPServerUpgradeHandler(
                httpEncoder: encoder, extraHTTPHandlers: handlers, upgradeConfiguration: upgradeConfiguration(logger: logger))
            try pipeline.addHandler(upgrade)
            // Handlers added from now on missed the event of a shutdown that has already begun.
            upgrade.upgradeResultFuture.whenSuccess { _ in quiescence.repeatIfBegun(on: channel) }
            // HTTP's own handlers detect idle connections only after the first request.
            admit(channel)
            upgrade.upgradeResultFuture.whenSuccess { [self] _ in spoke(channel) }
            return Value(outcome: upgrade.upgradeResultFuture, channel: channel)
        }
    }

    private func upgradeConfiguration(logger: Logger) -> NIOTypedHTTPServerUpgradeConfiguration<Outcome> {
        let upgrader = NIOTypedWebSocketServerUpgrader<Outcome>(
            maxFrameSize: Self.maxFrameBytes,
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
            upgradePipelineHandler: { [sockets] channel, head in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(SocketGoodbye())
                    try pipeline.addHandler(SocketPulse())
                    return .socket(try sockets.connection(on: channel, SocketRequestHead(head)))
                }
            })
        var upgraders: [any NIOTypedHTTPServerProtocolUpgrader<Outcome>] = [upgrader]
        if let followers = sockets.followers {
            upgraders = [
                PassageUpgrader(upgrader, orPassedOn: .passedOn) { [sockets] head, channel in await sockets.passOn(head, on: channel) },
                LinkUpgrader(followers) { .follower($0) },
            ]
        }
        return NIOTypedHTTPServerUpgradeConfiguration(upgraders: upgraders) { [idleTimeout] channel in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(HTTP10Closing())
                try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
                try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: .init(idleTimeout), logger: logger))
                return .http(
                    try NIOAsyncChannel(
                        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
            }
        }
    }

    /// Serves a connection: over HTTP until it is closed, a WebSocket also after this call.
    ///
    /// - Parameters:
    ///   - value: The connection, as `setup(channel:logger:)` returned it.
    ///   - logger: The logger of the connection.
    public func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.outcome.get() {
            case .socket(let connection): await sockets.serve(connection, logger: logger)
            case .http(let channel): await handle(channel, logger: logger)
            case .passedOn: break
            case .follower(let follower): await sockets.serve(follower, logger: logger)
            }
        } catch {
            logger.debug("a connection ended before its first request", metadata: ["why": "\(error)"])
            value.channel.close(promise: nil)
        }
    }

    /// Waits for the WebSockets that are served after the calls of `handle(value:logger:)`.
    package func ended() async { await sockets.ended() }

    /// Serves HTTP.
    private func handle(_ channel: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(channel.channel.eventLoop)) {
            await served(channel.channel).handleHTTP(asyncChannel: channel, logger: logger)
        }
    }

    /// Returns the channel that serves a connection: this one, or one that rejects the requests of a connection beyond the limits.
    private func served(_ connection: any Channel) -> DatabaseChannel {
        guard let refusal = refusal(of: connection) else { return self }
        return DatabaseChannel(responder: refusal, sockets: sockets, idleTimeout: idleTimeout, register: register)
    }
}

extension DatabaseChannel {
    package func admit(_ connection: any Channel) { register.open(connection, leaving: register.signInReserve) }

    package func spoke(_ connection: any Channel) { register.spoke(connection) }

    package func refusal(of connection: any Channel) -> Responder? {
        guard let refusal = register.refusal(of: connection) else { return nil }
        return { _, writer, channel in
            try await refusal.respond(DatabaseRefusal(refusal.status, refusal.message).bytes, writer: writer, on: channel)
        }
    }
}
