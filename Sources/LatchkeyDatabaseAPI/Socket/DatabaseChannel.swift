public import HummingbirdCore
public import LatchkeyWeb
public import Logging
public import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// A connection to the database's port: requests over HTTP/1.1, or the database's protocol over a web socket (RFC 6455).
///
/// The first request decides. What is no fitting upgrade is answered as any other request.
public struct DatabaseChannel: ServerChildChannel, HTTPChannelHandler {
    public struct Value: ServerChildChannelValue {
        let outcome: EventLoopFuture<Outcome>
        public let channel: any Channel
    }

    enum Outcome: Sendable {
        case socket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, SocketRequestHead)
        case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
    }

    public let responder: HTTPChannelHandler.Responder
    private let sockets: SocketServer
    private let idleTimeout: TimeAmount
    private let register: ConnectionRegister

    /// Clients of Firebase cut their messages into pieces of 16 KiB. Nothing larger than this is gathered for one who said nothing yet.
    static let maxFrameBytes = 1024 * 1024

    /// - Parameters:
    ///   - sockets: of the same parts as `DatabaseResponder`, so that both see the same databases.
    ///   - idleTimeout: how long a connection over HTTP may send nothing before it is closed.
    ///   - register: where the port's connections are counted.
    public init(
        responder: @escaping HTTPChannelHandler.Responder, sockets: SocketServer, idleTimeout: TimeAmount, register: ConnectionRegister
    ) {
        self.register = register
        self.responder = responder
        self.sockets = sockets
        self.idleTimeout = idleTimeout
    }

    /// Returns at once; what the connection is becomes known with its first request.
    public func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(OutgoingGauge(), position: .first)
            let encoder = HTTPResponseEncoder()
            // All of them leave after the upgrade: a handler that stayed would take a frame for a request, and end the process.
            let handlers: [any RemovableChannelHandler] = [
                ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes)), HTTPServerProtocolErrorHandler(),
                UpgradeGate(),
            ]
            let quiescence = QuiescenceMemory()
            try pipeline.addHandler(quiescence)
            try pipeline.addHandler(encoder)
            for handler in handlers { try pipeline.addHandler(handler) }
            let upgrade = NIOTypedHTTPServerUpgradeHandler(
                httpEncoder: encoder, extraHTTPHandlers: handlers, upgradeConfiguration: upgradeConfiguration(logger: logger))
            try pipeline.addHandler(upgrade)
            // What answers from now on was not there when the server began to stop.
            upgrade.upgradeResultFuture.whenSuccess { _ in quiescence.repeatIfBegun(on: channel) }
            // HTTP's own handlers watch for silence only from the first request on.
            register.open(channel)
            upgrade.upgradeResultFuture.whenSuccess { [register] _ in register.spoke(channel) }
            return Value(outcome: upgrade.upgradeResultFuture, channel: channel)
        }
    }

    private func upgradeConfiguration(logger: Logger) -> NIOTypedHTTPServerUpgradeConfiguration<Outcome> {
        let upgrader = NIOTypedWebSocketServerUpgrader<Outcome>(
            maxFrameSize: Self.maxFrameBytes,
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(SocketGoodbye())
                    try pipeline.addHandler(SocketPulse())
                    return .socket(try NIOAsyncChannel(wrappingChannelSynchronously: channel), SocketRequestHead(head))
                }
            })
        return NIOTypedHTTPServerUpgradeConfiguration(upgraders: [upgrader]) { [idleTimeout] channel in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
                try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: .init(idleTimeout), logger: logger))
                return .http(
                    try NIOAsyncChannel(
                        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
            }
        }
    }

    public func handle(value: Value, logger: Logger) async {
        do {
            try await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
                switch try await value.outcome.get() {
                case .http(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
                case .socket(let channel, let head): await sockets.serve(channel, head, logger: logger)
                }
            }
        } catch {
            logger.debug("a connection ended before its first request", metadata: ["why": "\(error)"])
            value.channel.close(promise: nil)
        }
    }
}
