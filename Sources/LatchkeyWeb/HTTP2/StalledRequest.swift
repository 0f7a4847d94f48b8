import NIOCore
import NIOHTTPTypes

/// Ends an HTTP/2 stream whose request stalls.
///
/// A response has its own limit (``StreamOutput``), and the end of a connection is that of ``ConnectionEnd``. Hummingbird's handler for HTTP/1.1
/// does not fit: it takes a response as sent when its end is written, although the parts of it may still wait for the window of the stream, and
/// closes the channel then.
final class StalledRequest: ChannelInboundHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private let timeout: TimeAmount
    private var isUnfinished = false
    private var lastPart = NIODeadline.distantPast
    private var deadline: Scheduled<Void>?

    /// - Parameter timeout: The time without a further part of the request after which the stream ends.
    init(timeout: TimeAmount) {
        self.timeout = timeout
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stop()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastPart = context.eventLoop.now
        isUnfinished = if case .end = unwrapInboundIn(data) { false } else { true }
        context.fireChannelRead(data)
    }

    /// Most requests are complete by now and need no deadline.
    func channelReadComplete(context: ChannelHandlerContext) {
        if !isUnfinished { stop() } else if deadline == nil { wait(for: context.channel, timeout) }
        context.fireChannelReadComplete()
    }

    private func wait(for channel: any Channel, _ delay: TimeAmount) {
        deadline = channel.eventLoop.assumeIsolated().scheduleTask(in: delay) { [weak self] in
            guard let self, isUnfinished else { return }
            let rest = lastPart + timeout - channel.eventLoop.now
            if rest > .zero { wait(for: channel, rest) } else { channel.close(promise: nil) }
        }
    }

    private func stop() {
        deadline?.cancel()
        deadline = nil
    }
}
