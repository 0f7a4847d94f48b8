#if os(Linux)
import NIOCore
import NIOWebSocket

/// A handler that pings a silent server, and closes the connection if it remains silent. TCP alone would only detect this after 15 minutes.
final class SilenceWatch: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame
    typealias OutboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let ping: TimeAmount
    private let end: TimeAmount
    private var lastHeard = NIODeadline.now()
    private var timer: Scheduled<Void>?

    init(ping: TimeAmount, end: TimeAmount) {
        self.ping = ping
        self.end = end
    }

    func handlerAdded(context: ChannelHandlerContext) {
        lastHeard = .now()
        wait(context, ping)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastHeard = .now()
        context.fireChannelRead(data)
    }

    private func wait(_ context: ChannelHandlerContext, _ time: TimeAmount) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in look(context) }
    }

    private func look(_ context: ChannelHandlerContext) {
        let silent = NIODeadline.now() - lastHeard
        if silent >= end { return context.close(promise: nil) }
        if silent < ping { return wait(context, ping - silent) }
        context.writeAndFlush(wrapOutboundOut(.clientPing), promise: nil)
        wait(context, min(ping, end - silent))
    }
}
#endif
