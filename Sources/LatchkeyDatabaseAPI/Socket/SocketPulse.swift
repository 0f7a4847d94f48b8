import NIOCore
import NIOWebSocket

/// Finds out whether a client is still there: it is pinged, and has to say something.
///
/// In the channel, because whoever writes to a client that does not read waits.
final class SocketPulse: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// Clients send something every 45 seconds, and most answer pings. One that was silent for longer than `maxSilence` at a beat is gone.
    struct Timing: Sendable {
        var interval = TimeAmount.seconds(30)
        var maxSilence = TimeAmount.seconds(60)
    }

    /// Fired every few seconds while the server does not read what the client sends, so that the client does not count as silent.
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
        // A client that does not read what is queued for it needs no ping.
        guard context.channel.isWritable else { return }
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())), promise: nil)
    }
}
