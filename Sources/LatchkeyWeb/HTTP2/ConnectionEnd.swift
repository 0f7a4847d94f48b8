import NIOCore
import NIOHTTP2

/// Ends an HTTP/2 connection without losing requests: when it is idle, and when the server shuts down. A connection whose client reads nothing,
/// or sends too many requests that are refused, is closed with its requests.
///
/// GOAWAY tells the client to open another connection (RFC 9113, section 6.8). Requests that the client sent before it read that are
/// handled: the first GOAWAY (``ShutdownNotice``) names no last stream, and the second one follows when the client has responded to a PING.
/// The connection is closed when its last stream has ended.
final class ConnectionEnd: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// The event that the client has sent too many requests that the server refuses.
    struct Flood: Sendable {}

    private enum Stage { case open, announced, last }

    /// The time for the response to the PING. It is shorter than the drain of a port, which ends with all connections.
    private static let patience = TimeAmount.seconds(2)

    private let idleTimeout: TimeAmount
    private let isDraining: Bool
    private let readingPatience: TimeAmount
    private let eventLoop: any EventLoop
    private var context: ChannelHandlerContext?
    private var stage = Stage.open
    private var isFlooded = false
    private var openStreams = 0
    private var lastStream = HTTP2StreamID.rootStream
    private var deadline: Scheduled<Void>?
    private var readingDeadline: Scheduled<Void>?
    private let ping = HTTP2PingData(withInteger: .random(in: .min ... .max))

    /// - Parameters:
    ///   - idleTimeout: The time without streams after which the connection ends.
    ///   - isDraining: Whether the connection ends with its first streams.
    ///   - readingPatience: The time for the client to read what the server has written. Until then no stream can write, so that the limit of
    ///     streams (``StreamOutput``) does not apply.
    init(
        idleTimeout: TimeAmount, isDraining: Bool, readingPatience: TimeAmount = StreamOutput.patience, on eventLoop: any EventLoop
    ) {
        self.readingPatience = readingPatience
        self.idleTimeout = idleTimeout
        self.isDraining = isDraining
        self.eventLoop = eventLoop
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if isDraining { announce() } else { waitForStreams() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        readingDeadline?.cancel()
        self.context = nil
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        readingDeadline?.cancel()
        readingDeadline = nil
        if !context.channel.isWritable {
            readingDeadline = eventLoop.assumeIsolated().scheduleTask(in: readingPatience) { [weak self] in
                self?.context?.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is DrainBegins || event is ChannelShouldQuiesceEvent { announce() }
        if event is Flood { stopFlood() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .ping(ping, ack: true) = unwrapInboundIn(data).payload { nameLastStream() }
        context.fireChannelRead(data)
    }

    /// The HTTP/2 handler also reports errors of single streams here, which it has reset.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {}

    private func announce() {
        guard let context, stage == .open else { return }
        stage = .announced
        context.triggerUserOutboundEvent(ShutdownNotice.Due(), promise: nil)
        send(.ping(ping, ack: false), on: context)
        context.flush()
        schedule(in: Self.patience) { $0.nameLastStream() }
    }

    private func nameLastStream() {
        guard let context, stage == .announced else { return }
        stage = .last
        deadline?.cancel()
        send(.goAway(lastStreamID: lastStream, errorCode: .noError, opaqueData: nil), on: context)
        context.flush()
        if openStreams == 0 { context.close(promise: nil) }
    }

    private func stopFlood() {
        guard let context, !isFlooded else { return }
        isFlooded = true
        send(.goAway(lastStreamID: lastStream, errorCode: .enhanceYourCalm, opaqueData: nil), on: context)
        context.flush()
        closeSoon()
    }

    private func send(_ payload: HTTP2Frame.FramePayload, on context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: payload)), promise: nil)
    }

    private func waitForStreams() {
        schedule(in: idleTimeout) { $0.announce() }
    }

    private func schedule(in delay: TimeAmount, _ act: @escaping (ConnectionEnd) -> Void) {
        deadline?.cancel()
        deadline = eventLoop.assumeIsolated().scheduleTask(in: delay) { [weak self] in self.map(act) }
    }
}

extension ConnectionEnd {
    /// Reports the streams of the connection, and the frames that the HTTP/2 handler writes by itself.
    var delegate: some NIOHTTP2StreamDelegate & NIOHTTP2FrameDelegate { Delegate(end: NIOLoopBound(self, eventLoop: eventLoop)) }

    private struct Delegate: NIOHTTP2StreamDelegate, NIOHTTP2FrameDelegate {
        let end: NIOLoopBound<ConnectionEnd>

        func wroteFrame(_ frame: HTTP2Frame) {
            if case .goAway(_, let code, _) = frame.payload, code != .noError { end.value.closeSoon() }
        }

        func streamCreated(_ id: HTTP2StreamID, channel: any Channel) { end.value.streamOpened(id) }

        func streamClosed(_ id: HTTP2StreamID, channel: any Channel) { end.value.streamClosed() }
    }

    private func streamOpened(_ id: HTTP2StreamID) {
        openStreams += 1
        lastStream = id
        if stage == .open { deadline?.cancel() }
    }

    private func streamClosed() {
        openStreams -= 1
        guard openStreams == 0 else { return }
        switch stage {
        case .open: waitForStreams()
        case .announced: break
        case .last: closeSoon()
        }
    }

    /// Closes the connection after the last frame, which is flushed later in this turn of the event loop.
    private func closeSoon() {
        eventLoop.assumeIsolated().execute { [weak self] in self?.context?.close(promise: nil) }
    }
}
