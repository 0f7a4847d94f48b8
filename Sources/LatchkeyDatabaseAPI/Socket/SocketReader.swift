import LatchkeyWeb
import LatchkeyWire
import NIOCore
import NIOWebSocket

/// Reads the frames of a WebSocket and passes its messages to a receiver, one after the other.
///
/// A task exists only while there are frames to handle.
final class SocketReader: ChannelDuplexHandler, Sendable {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame
    typealias OutboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private struct State {
        var context: ChannelHandlerContext?
        var receiver: (any SocketReceiver)?
        var closeCode = WebSocketErrorCode.normalClosure
        var hasBegun = false
        /// The frames that wait for the task.
        var frames: [WebSocketFrame] = []
        var task: Task<Void, Never>?
        var isReadHeld = false
        /// Whether the client has closed its half of the connection.
        var isInputClosed = false
        var isClosing = false
        /// The data of the newest ping that was not answered because the client does not read (RFC 6455, 5.5.3).
        var owedPong: ByteBuffer?

        var fragments = SocketFragments()
        var pieces = SocketFrames()
        var deadline = MessageDeadline()
        /// The number of bytes of the incomplete message.
        var gatheredBytes: Int { fragments.gatheredBytes + pieces.gatheredBytes }
    }

    private let state: NIOLoopBoundBox<State>
    private let gathered = GatheredBytes()
    private let supply: ClientSupply
    private let executor: EventLoopExecutor

    /// While this number of frames waits, nothing more is read.
    private static let maxWaitingFrames = 8

    /// - Parameters:
    ///   - supply: The allowance of the client's network.
    ///   - executor: Runs tasks on the event loop.
    ///   - eventLoop: The event loop of the channel.
    init(_ supply: ClientSupply, _ executor: EventLoopExecutor, eventLoop: any EventLoop) {
        self.supply = supply
        self.executor = executor
        state = .makeBoxSendingValue(State(), eventLoop: eventLoop)
    }

    /// Starts to pass messages on.
    ///
    /// - Parameters:
    ///   - receiver: Receives the messages; `nil` to ignore them.
    ///   - code: The close code for `close()`.
    func begin(_ receiver: (any SocketReceiver)?, closing code: WebSocketErrorCode) {
        state.value.receiver = receiver
        state.value.closeCode = code
        state.value.hasBegun = true
        start()
    }

    /// The task that handles frames; `nil` if there is none.
    var task: Task<Void, Never>? { state.value.task }

    /// Sends a close frame and closes the connection.
    func close() { close(state.value.closeCode) }

    private func close(_ code: WebSocketErrorCode) {
        guard let context = state.value.context, !state.value.isClosing else { return }
        state.value.isClosing = true
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)))
            .whenComplete { _ in channel.close(promise: nil) }
        closeLate(channel)
    }

    /// Closes a connection whose client does not read the close frame.
    private func closeLate(_ channel: any Channel) {
        let late = channel.eventLoop.scheduleTask(in: MessagePatience.end) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in late.cancel() }
    }

    // MARK: Channel events

    func handlerAdded(context: ChannelHandlerContext) { state.value.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        let task = state.value.task
        task?.cancel()
        state.value = State()
        state.value.isClosing = true
        state.value.task = task
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !state.value.isClosing else { return }
        state.value.frames.append(unwrapInboundIn(data))
        start()
    }

    func read(context: ChannelHandlerContext) {
        if state.value.frames.count < Self.maxWaitingFrames { context.read() } else { state.value.isReadHeld = true }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event {
            state.value.isInputClosed = true
            if state.value.task == nil, state.value.frames.isEmpty { context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Errors of the frame decoder. The handler before this one sends a close frame.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        state.value.isClosing = true
        closeLate(context.channel)
        context.fireErrorCaught(error)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable, let data = state.value.owedPong {
            state.value.owedPong = nil
            sendPong(data)
        }
        context.fireChannelWritabilityChanged()
    }

    private func sendPong(_ data: ByteBuffer) {
        guard let context = state.value.context, !state.value.isClosing else { return }
        guard context.channel.isWritable else { return state.value.owedPong = data }
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: data)), promise: nil)
    }

    // MARK: Frames

    private func start() {
        guard state.value.hasBegun, state.value.task == nil, !state.value.frames.isEmpty else { return }
        state.value.task = Task(executorPreference: executor) { await self.handleFrames() }
    }

    private func handleFrames() async {
        do {
            while let frames = nextFrames() {
                for frame in frames {
                    try Task.checkCancellation()
                    guard try await handle(frame) else { return close(.normalClosure) }
                }
            }
        } catch let breach as SocketBreach {
            close(breach.code)
        } catch {
            state.value.context?.close(promise: nil)
        }
    }

    /// Returns the frames that have arrived; `nil` if there are none. Then this task ends, and the next frame starts another one.
    private func nextFrames() -> [WebSocketFrame]? {
        let frames = state.value.frames
        state.value.frames = []
        if frames.isEmpty {
            state.value.task = nil
            if state.value.isInputClosed { state.value.context?.close(promise: nil) }
            if state.value.isReadHeld {
                state.value.isReadHeld = false
                state.value.context?.read()
            }
            return nil
        }
        return frames
    }

    /// - Returns: `false` if the client closes the connection.
    private func handle(_ frame: WebSocketFrame) async throws -> Bool {
        // RFC 6455, 5.1 and 5.2: clients mask their frames, and no extension was negotiated.
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { throw SocketBreach(code: .protocolError) }
        switch frame.opcode {
        case .text, .binary, .continuation: try await gather(frame)
        case .ping: sendPong(frame.unmaskedData)
        case .pong: break
        case .connectionClose: return false
        default: throw SocketBreach(code: .protocolError)
        }
        // Connected clients respond to pings, so this check runs often enough.
        guard state.value.deadline.isMet(gathered: state.value.gatheredBytes) else { throw SocketBreach(code: .policyViolation) }
        return true
    }

    /// Adds a frame to the incomplete message, and passes the message on if it is complete.
    private func gather(_ frame: WebSocketFrame) async throws {
        defer { _ = gathered.set(state.value.gatheredBytes) }
        let receiver = state.value.receiver
        let pending = state.value.gatheredBytes + frame.data.readableBytes
        // Nothing more is read until something is left, which slows the client down.
        let waited = try await supply.take(frame.data.readableBytes) {
            // The frame stays in memory while it waits.
            guard await hasRoom(for: pending, receiver) else { throw SocketBreach(code: Self.tryAgainLater) }
            state.value.context?.pipeline.fireUserInboundEventTriggered(SocketPulse.NotReading())
            return await receiver?.isAdministrator == true
        }
        state.value.deadline.extend(by: waited)
        let text = try state.value.fragments.take(frame)
        guard await hasRoom(for: state.value.gatheredBytes + (text?.count ?? 0), receiver) else {
            throw SocketBreach(code: Self.tryAgainLater)
        }
        guard let text, let receiver else { return }
        guard String(validating: text, as: UTF8.self) != nil else { throw SocketBreach(code: .dataInconsistentWithMessage) }
        do {
            let maxBytes = await receiver.maxMessageBytes
            guard let message = try state.value.pieces.take(text, maxBytes: maxBytes) else { return }
            // The message may wait for a turn.
            _ = gathered.set(message.count)
            try await receiver.take(message)
        } catch {
            throw SocketBreach(code: .protocolError)
        }
    }

    /// Whether more data may be received. Checks whether the client is signed in only if that makes a difference.
    private func hasRoom(for count: Int, _ receiver: (any SocketReceiver)?) async -> Bool {
        if gathered.set(count, isStranger: true) { return true }
        guard let receiver, !(await receiver.isStranger) else { return false }
        return gathered.set(count)
    }

    /// Close code 1013, registered with IANA after RFC 6455.
    static let tryAgainLater = WebSocketErrorCode(codeNumber: 1013)
}
