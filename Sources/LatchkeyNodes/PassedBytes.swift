import LatchkeyWeb
package import NIOCore

/// Passes the bytes of one connection on to another one on the same event loop, as fast as the other one can send them.
package final class PassedBytes: ChannelInboundHandler {
    package typealias InboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    private var context: ChannelHandlerContext?
    private var other: PassedBytes?
    /// The bytes that arrived before the connections were joined.
    private var early: [ByteBuffer] = []
    private var isOver = false

    /// The connection to the other node until the one of the client is ready.
    package struct Waiting: Sendable {
        private let channel: any Channel
        private let handler: NIOLoopBound<PassedBytes>

        /// Call it on the event loop.
        init(on channel: any Channel) throws {
            let handler = PassedBytes()
            try channel.pipeline.syncOperations.addHandler(handler)
            self.channel = channel
            self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
        }

        /// Joins the connection with the one of the client. Call it on the event loop.
        package func join(_ client: any Channel) throws {
            let handler = PassedBytes()
            try client.pipeline.syncOperations.addHandler(handler)
            handler.join(self.handler.value)
            // The client may be gone already.
            if !client.isActive { close() }
        }

        package func close() { channel.close(promise: nil) }
    }

    private func join(_ other: PassedBytes) {
        (self.other, other.other) = (other, self)
        for bytes in other.early { write(bytes) }
        other.early = []
        flush()
        if other.isOver { close() }
    }

    private func write(_ bytes: ByteBuffer) { context?.write(wrapOutboundOut(bytes), promise: nil) }
    private func flush() { context?.flush() }
    /// Closes the connection after the bytes that it has not sent yet.
    private func close() {
        guard let context else { return }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }
    private func read(_ isOn: Bool) { context?.channel.setOption(.autoRead, value: isOn).whenFailure { _ in } }

    package func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    package func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        if let other { other.write(bytes) } else { early.append(bytes) }
    }

    package func channelReadComplete(context: ChannelHandlerContext) { other?.flush() }

    package func channelWritabilityChanged(context: ChannelHandlerContext) { other?.read(context.channel.isWritable) }

    package func channelInactive(context: ChannelHandlerContext) {
        isOver = true
        other?.close()
        other = nil
        context.fireChannelInactive()
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        // The server does not close half-open connections itself.
        case ChannelEvent.inputClosed: context.close(promise: nil)
        // A close frame could land inside of another frame, so the connection just ends.
        case is DrainBegins, is ChannelShouldQuiesceEvent: context.close(promise: nil)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }
}
