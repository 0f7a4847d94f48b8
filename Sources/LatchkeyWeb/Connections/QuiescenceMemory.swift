package import NIOCore
import Synchronization

/// Remembers that the server is shutting down, for handlers that are added later.
///
/// A connection that is still waiting for its first request has no handler that closes it on shutdown. Without the repeated event, the
/// server would wait for its client forever.
package final class QuiescenceMemory: ChannelInboundHandler, Sendable {
    package typealias InboundIn = Any
    package typealias InboundOut = Any

    private let hasBegun = Mutex(false)

    private let hasRead = Mutex(false)

    package init() {}

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasRead.withLock { $0 = true }
        context.fireChannelRead(data)
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            hasBegun.withLock { $0 = true }
            // It has sent nothing, so that there is no response to wait for.
            if !hasRead.withLock({ $0 }) { return context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Fires the event again for handlers that were added in the meantime.
    package func repeatIfBegun(on channel: any Channel) {
        guard hasBegun.withLock({ $0 }) else { return }
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}
