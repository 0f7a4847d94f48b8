import LatchkeyNodes
import LatchkeyWeb
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Allows upgrades only at the paths of web sockets and of links between nodes, and only on connections within the limits. Removes the `Upgrade`
/// header from other requests, so that the responder handles them.
///
/// Otherwise, the upgrade handler would close the connection of an invalid upgrade without a response.
final class UpgradeGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let followers: Followers?
    private let isAccepted: (any Channel) -> Bool

    /// - Parameters:
    ///   - followers: Admits other nodes; `nil` if there are none.
    ///   - isAccepted: Returns whether a connection is within the limits.
    init(_ followers: Followers?, isAccepted: @escaping (any Channel) -> Bool) {
        self.followers = followers
        self.isAccepted = isAccepted
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), head.headers.contains(name: "upgrade") else {
            return context.fireChannelRead(data)
        }
        if !isFitting(head, context.channel) || !isAccepted(context.channel) { head.headers.remove(name: "upgrade") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private static let path = "/.ws"[...]

    private func isFitting(_ head: HTTPRequestHead, _ channel: any Channel) -> Bool {
        guard head.method == .GET else { return false }
        let isLink = head.headers[canonicalForm: "upgrade"].contains { $0.lowercased() == NodePassage.linkProtocol }
        return switch head.uri.prefix(while: { $0 != "?" }) {
        case Self.path: !isLink && head.headers["sec-websocket-version"] == ["13"] && head.headers["sec-websocket-key"].count == 1
        case NodePassage.linkPath[...]: isLink && followers?.admits(head, from: channel.remoteAddress?.ipAddress) ?? false
        default: false
        }
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
