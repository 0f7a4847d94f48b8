import NIOCore
import Synchronization

/// Remembers that the server is stopping, for handlers that come later: a connection whose first request is still on its way then has
/// nobody yet who would say goodbye, and the server would wait for its client for ever.
final class QuiescenceMemory: ChannelInboundHandler, Sendable {
    typealias InboundIn = Any
    typealias InboundOut = Any

    private let hasBegun = Mutex(false)

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { hasBegun.withLock { $0 = true } }
        context.fireUserInboundEventTriggered(event)
    }

    /// Says it again, to those who have come meanwhile.
    func repeatIfBegun(on channel: any Channel) {
        guard hasBegun.withLock({ $0 }) else { return }
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}
