import LatchkeyWire
import Logging
import NIOCore
import NIOWebSocket

/// Receives the messages of a socket, one after the other.
protocol SocketReceiver: Sendable {
    /// The current maximum size of a message in bytes.
    var maxMessageBytes: Int { get async }
    /// Whether the client is not signed in.
    var isStranger: Bool { get async }
    /// Whether the client is an administrator. The rate of administrators is not limited.
    var isAdministrator: Bool { get async }
    /// - Throws: An error for messages that violate the protocol. The connection is then closed.
    func take(_ text: [UInt8]) async throws
}

/// Moves messages between a WebSocket and its receiver and sender.
struct SocketConnection: Sendable {
    let channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>
    let outgoing: OutgoingMessages
    let round: DeliveryRound
    /// The allowance of the client's network.
    let supply: ClientSupply
    let logger: Logger

    /// Returns when the connection is closed.
    ///
    /// - Parameter receiver: Receives the messages; `nil` to ignore them.
    func run(_ receiver: (any SocketReceiver)?) async {
        do {
            let writer = MessageWriter(outgoing, round, framing: SocketFraming.self)
            try await channel.channel.pipeline.addHandler(writer)
            try await channel.executeThenClose { inbound, outbound in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        for await _ in writer.written {}
                        try await outbound.write(Self.close(.normalClosure))
                    }
                    group.addTask {
                        do {
                            try await take(inbound, answering: outbound, receiver)
                        } catch let breach as SocketBreach {
                            try await outbound.write(Self.close(breach.code))
                        }
                    }
                    // The task that ends first ends the connection.
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
        } catch {
            logger.debug("a database client disconnected", metadata: ["why": "\(error)"])
        }
    }

    private func take(
        _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, answering outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
        _ receiver: (any SocketReceiver)?
    ) async throws {
        var fragments = SocketFragments()
        var frames = SocketFrames()
        var deadline = MessageDeadline()
        let gathered = GatheredBytes()
        for try await frame in inbound {
            // Frames that were already received are delivered even after the connection was closed.
            try Task.checkCancellation()
            // RFC 6455, 5.1 and 5.2: clients mask their frames, and no extension was negotiated.
            guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { throw SocketBreach(code: .protocolError) }
            defer { _ = gathered.set(fragments.gatheredBytes + frames.gatheredBytes) }
            switch frame.opcode {
            case .text, .binary, .continuation:
                let pending = fragments.gatheredBytes + frames.gatheredBytes + frame.data.readableBytes
                // Nothing more is read until something is left, which slows the client down.
                let waited = try await supply.take(frame.data.readableBytes) {
                    // The frame stays in memory while it waits.
                    guard await hasRoom(for: pending, in: gathered, receiver) else { throw SocketBreach(code: Self.tryAgainLater) }
                    channel.channel.pipeline.fireUserInboundEventTriggered(SocketPulse.NotReading())
                    return await receiver?.isAdministrator == true
                }
                deadline.extend(by: waited)
                let text = try fragments.take(frame)
                let count = fragments.gatheredBytes + frames.gatheredBytes + (text?.count ?? 0)
                guard await hasRoom(for: count, in: gathered, receiver) else { throw SocketBreach(code: Self.tryAgainLater) }
                guard let text, let receiver else { break }
                guard String(validating: text, as: UTF8.self) != nil else { throw SocketBreach(code: .dataInconsistentWithMessage) }
                do {
                    guard let message = try frames.take(text, maxBytes: await receiver.maxMessageBytes) else { break }
                    // The message may wait for a turn.
                    _ = gathered.set(message.count)
                    try await receiver.take(message)
                } catch {
                    throw SocketBreach(code: .protocolError)
                }
            case .ping: try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
            case .pong: break
            case .connectionClose: return try await outbound.write(Self.close(.normalClosure))
            default: throw SocketBreach(code: .protocolError)
            }
            // Connected clients respond to pings, so this check runs often enough.
            guard deadline.isMet(gathered: fragments.gatheredBytes + frames.gatheredBytes) else {
                throw SocketBreach(code: .policyViolation)
            }
        }
    }

    /// Whether more data may be received. Checks whether the client is signed in only if that makes a difference.
    private func hasRoom(for count: Int, in gathered: GatheredBytes, _ receiver: (any SocketReceiver)?) async -> Bool {
        if gathered.set(count, isStranger: true) { return true }
        guard let receiver, !(await receiver.isStranger) else { return false }
        return gathered.set(count)
    }

    /// Close code 1013, registered with IANA after RFC 6455.
    private static let tryAgainLater = WebSocketErrorCode(codeNumber: 1013)

    private static func close(_ code: WebSocketErrorCode) -> WebSocketFrame {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    }
}
