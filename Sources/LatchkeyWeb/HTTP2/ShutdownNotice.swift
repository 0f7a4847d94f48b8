import NIOCore

/// Writes the first GOAWAY of a connection that ends: no more requests, but none is lost (RFC 9113, section 6.8).
///
/// It stands between the HTTP/2 handler and the network, because that handler refuses all further streams after a GOAWAY of its own, also
/// those that the client had sent before it could know.
final class ShutdownNotice: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The event that makes it write the frame.
    struct Due: Sendable {}

    /// A frame of 8 bytes with the type 7, no flags, and the stream 0: the highest number of a stream, and no error.
    static let frame: [UInt8] = [0, 0, 8, 7, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0]

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is Due else { return context.triggerUserOutboundEvent(event, promise: promise) }
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer(bytes: Self.frame))), promise: promise)
    }
}
