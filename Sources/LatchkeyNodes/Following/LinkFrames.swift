import LatchkeyWeb
import NIOCore
import Synchronization

/// Divides the bytes of a link into messages. A message is sent as its length in four bytes, most significant first, and its bytes.
final class LinkFrames: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The maximum size of a message in bytes.
    static let maxBytes = 512 * 1024 * 1024

    private let pulse: LinkPulse
    private var received = ByteBuffer()

    init(_ pulse: LinkPulse) {
        self.pulse = pulse
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        pulse.beat()
        if received.readableBytes == 0 { received = bytes } else { received.writeBuffer(&bytes) }
        while let length: UInt32 = received.getInteger(at: received.readerIndex) {
            guard length <= Self.maxBytes else { return context.close(promise: nil) }
            guard received.readableBytes >= 4 + Int(length) else { break }
            received.moveReaderIndex(forwardBy: 4)
            guard let message = received.readSlice(length: Int(length)) else { break }
            context.fireChannelRead(wrapInboundOut(message))
        }
        received.discardReadBytes()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The other node ends its sessions, and their clients connect again.
        if event is DrainBegins || event is ChannelShouldQuiesceEvent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}

/// The time at which a link received something last.
final class LinkPulse: Sendable {
    /// The time after which a silent link is closed: that of a node's lease.
    static let patience = Duration.seconds(8)

    private let last = Mutex(ContinuousClock.now)

    func beat() { last.withLock { $0 = .now } }

    var isHeard: Bool { last.withLock { $0.duration(to: .now) < Self.patience } }
}
