// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyWire
import NIOCore
import NIOWebSocket

/// Writes what waits for a client to its channel, on the channel's own thread and without a task of its own: a thousand who listen are a
/// thousand writes, and little else.
///
/// As long as the client does not read, what is for it waits where it is counted.
final class MessageWriter: ChannelInboundHandler, Sendable {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let outgoing: OutgoingMessages
    /// Ends when everything was written and nothing more is to come.
    let written: AsyncStream<Never>
    private let end: AsyncStream<Never>.Continuation

    /// Room in front of a text for what the encoder writes there (RFC 6455, 5.2), so that both are one piece of memory.
    private static let headerBytes = 10

    init(_ outgoing: OutgoingMessages) {
        self.outgoing = outgoing
        (written, end) = AsyncStream.makeStream()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        outgoing.begin { [eventLoop = context.eventLoop, weak self] in
            eventLoop.execute { self?.write(bound.value) }
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        write(context)
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        outgoing.abandon()
        end.finish()
    }

    private func write(_ context: ChannelHandlerContext) {
        while context.channel.isActive, context.channel.isWritable {
            switch outgoing.take() {
            case .messages(let messages):
                let pieces = messages.flatMap(SocketFrames.cut)
                let promise = context.eventLoop.makePromise(of: Void.self)
                promise.futureResult.whenComplete { [outgoing] _ in outgoing.sent(messages) }
                for (index, piece) in pieces.enumerated() {
                    context.write(
                        Self.wrapOutboundOut(WebSocketFrame(fin: true, opcode: .text, data: Self.buffer(piece, context))),
                        promise: index == pieces.count - 1 ? promise : nil)
                }
                context.flush()
            case .nothing: return
            case .end: return end.finish()
            }
        }
    }

    private static func buffer(_ piece: [UInt8], _ context: ChannelHandlerContext) -> ByteBuffer {
        var buffer = context.channel.allocator.buffer(capacity: headerBytes + piece.count)
        buffer.moveWriterIndex(forwardBy: headerBytes)
        buffer.moveReaderIndex(forwardBy: headerBytes)
        buffer.writeBytes(piece)
        return buffer
    }
}
