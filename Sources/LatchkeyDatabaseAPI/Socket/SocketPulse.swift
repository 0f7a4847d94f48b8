import NIOCore
import NIOWebSocket

/// Detects clients that are no longer connected: sends pings, and expects the client to send something.
///
/// It is a channel handler, because a task that writes to a client that does not read would wait.
final class SocketPulse: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// Clients send something every 45 seconds, and most respond to pings. A client that was silent for `maxSilence` at a beat is disconnected.
    struct Timing: Sendable {
        var interval = TimeAmount.seconds(30)
        var maxSilence = TimeAmount.seconds(60)
    }

    /// Fired every few seconds while the server does not read from the client, so that the client does not count as silent.
    struct NotReading: Sendable {}

    private let timing: Timing
    private var lastHeard = NIODeadline.distantPast
    private var beats: RepeatedTask?

    init(_ timing: Timing = .init()) {
        self.timing = timing
    }

    func handlerAdded(context: ChannelHandlerContext) {
        lastHeard = context.eventLoop.now
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        beats = context.eventLoop.scheduleRepeatedTask(initialDelay: timing.interval, delay: timing.interval) { _ in
            let (pulse, context) = bound.value
            pulse.beat(context)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        beats?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastHeard = context.eventLoop.now
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is NotReading { lastHeard = context.eventLoop.now }
        context.fireUserInboundEventTriggered(event)
    }

    private func beat(_ context: ChannelHandlerContext) {
        guard context.eventLoop.now - lastHeard < timing.maxSilence else { return context.close(promise: nil) }
        // A client that does not read its queued messages needs no ping.
        guard context.channel.isWritable else { return }
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())), promise: nil)
    }
}
