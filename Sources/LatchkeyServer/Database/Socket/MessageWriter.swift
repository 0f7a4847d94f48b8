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

    private let outgoing: OutgoingMessages
    private let round: DeliveryRound
    /// Ends when everything was written and nothing more is to come.
    let written: AsyncStream<Never>
    private let end: AsyncStream<Never>.Continuation

    init(_ outgoing: OutgoingMessages, _ round: DeliveryRound) {
        self.outgoing = outgoing
        self.round = round
        (written, end) = AsyncStream.makeStream()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let delivery: DeliveryRound.Delivery = { [weak self] in self?.write(bound.value) }
        outgoing.begin { [round] in round.add(delivery) }
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
                let promise = context.eventLoop.makePromise(of: Void.self)
                promise.futureResult.whenComplete { [outgoing] _ in outgoing.sent(messages) }
                // Frames already, and so past the handler that makes some: all in one piece.
                guard let encoder = try? context.pipeline.syncOperations.context(handlerType: WebSocketFrameEncoder.self) else {
                    return promise.fail(ChannelError.alreadyClosed)
                }
                encoder.writeAndFlush(NIOAny(Self.frames(messages, context.channel.allocator)), promise: promise)
            case .nothing: return
            case .end: return end.finish()
            }
        }
    }

    /// Unmasked text frames (RFC 6455, 5.2), as a server sends them.
    private static func frames(_ messages: [[UInt8]], _ allocator: ByteBufferAllocator) -> ByteBuffer {
        let pieces = messages.count == 1 ? SocketFrames.cut(messages[0]) : messages.flatMap(SocketFrames.cut)
        var buffer = allocator.buffer(capacity: pieces.reduce(0) { $0 + $1.count + maxHeaderBytes })
        for piece in pieces {
            buffer.writeInteger(0x81 as UInt8)
            switch piece.count {
            case ...125: buffer.writeInteger(UInt8(piece.count))
            case ...Int(UInt16.max): buffer.writeMultipleIntegers(126 as UInt8, UInt16(piece.count))
            default: buffer.writeMultipleIntegers(127 as UInt8, UInt64(piece.count))
            }
            buffer.writeBytes(piece)
        }
        return buffer
    }

    private static let maxHeaderBytes = 10
}
