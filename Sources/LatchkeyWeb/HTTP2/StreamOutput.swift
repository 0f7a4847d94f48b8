import NIOCore
import NIOHTTPTypes

/// Counts the data that an HTTP/2 stream buffers for a client that has not read it yet, and ends a stream whose client reads nothing.
///
/// Each stream has a window of its own (RFC 9113, section 5.2), so that a client can stop one while it reads others. The counter of the
/// connection (``OutgoingGauge``) does not see the data that waits for a window.
final class StreamOutput: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The time in which a client must read a part of a response.
    static let patience = TimeAmount.seconds(60)
    /// Large writes are split, so that a slow client makes progress with each part.
    static let partBytes = 64 * 1024

    private let everybody: OutgoingBytes
    private let patience: TimeAmount
    private var client: OutgoingBytes.Client?
    private var waitingParts = 0
    private var deadline: Scheduled<Void>?

    init(_ everybody: OutgoingBytes = .everybody, patience: TimeAmount = StreamOutput.patience) {
        self.everybody = everybody
        self.patience = patience
    }

    func handlerAdded(context: ChannelHandlerContext) {
        client = OutgoingBytes.Client(of: everybody) { [channel = context.channel] in channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        client?.leave()
        client = nil
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .body(var bytes) = unwrapOutboundIn(data) else {
            return write(context, data, bytes: 0, promise)
        }
        while bytes.readableBytes > Self.partBytes, let part = bytes.readSlice(length: Self.partBytes) {
            write(context, wrapOutboundOut(.body(part)), bytes: Self.partBytes, nil)
        }
        write(context, wrapOutboundOut(.body(bytes)), bytes: bytes.readableBytes, promise)
    }

    private func write(_ context: ChannelHandlerContext, _ data: NIOAny, bytes: Int, _ promise: EventLoopPromise<Void>?) {
        let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
        let channel = context.channel
        client?.change(by: bytes)
        waitingParts += 1
        if waitingParts == 1 { wait(for: channel) }
        promise.futureResult.assumeIsolated().whenComplete { [client] _ in
            client?.change(by: -bytes)
            self.waitingParts -= 1
            self.deadline?.cancel()
            if self.waitingParts > 0, self.client != nil { self.wait(for: channel) }
        }
        context.write(data, promise: promise)
    }

    private func wait(for channel: any Channel) {
        deadline = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
    }
}
