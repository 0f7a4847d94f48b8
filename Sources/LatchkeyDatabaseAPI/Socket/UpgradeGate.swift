import LatchkeyWeb
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Allows WebSocket upgrades only at the WebSocket path, and only on connections within the limits. Removes the `Upgrade` header from other
/// requests, so that the responder handles them.
///
/// Otherwise, the upgrade handler would close the connection of an invalid upgrade without a response.
final class UpgradeGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let isAccepted: (any Channel) -> Bool

    /// - Parameter isAccepted: Returns whether a connection is within the limits.
    init(isAccepted: @escaping (any Channel) -> Bool) {
        self.isAccepted = isAccepted
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), head.headers.contains(name: "upgrade") else {
            return context.fireChannelRead(data)
        }
        if !Self.isFitting(head) || !isAccepted(context.channel) { head.headers.remove(name: "upgrade") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    static let path = "/.ws"

    private static func isFitting(_ head: HTTPRequestHead) -> Bool {
        head.method == .GET && head.uri.prefix { $0 != "?" } == path
            && head.headers["sec-websocket-version"] == ["13"] && head.headers["sec-websocket-key"].count == 1
    }
}

/// Sends close code 1001 to a client when the server shuts down, and closes the connection soon after: a WebSocket has no last request to
/// wait for.
final class SocketGoodbye: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private static let patience = TimeAmount.seconds(2)

    private var saidGoodbye = false

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is DrainBegins || event is ChannelShouldQuiesceEvent, !saidGoodbye {
            saidGoodbye = true
            var data = context.channel.allocator.buffer(capacity: 2)
            data.write(webSocketErrorCode: .goingAway)
            context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)), promise: nil)
            let channel = context.channel
            context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { channel.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }
}
