// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Writes what waits for a client to its channel, on the channel's own thread and without a task of its own: a thousand who listen are a
/// thousand writes, and little else.
///
/// As long as the client does not read, what is for it waits where it is counted.
final class MessageWriter<Framing: MessageFraming>: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = Never

    private let outgoing: OutgoingMessages
    private let round: DeliveryRound
    /// What is framed already goes past the handler that would frame it.
    private let encoder: NIOLoopBoundBox<ChannelHandlerContext?>
    /// Ends when everything was written and nothing more is to come.
    let written: AsyncStream<Never>
    private let end: AsyncStream<Never>.Continuation
    /// When a client is hung up on that does not read the end.
    private let deadline: NIOLoopBoundBox<Scheduled<Void>?>

    /// - Parameter round: of the channel's event loop.
    init(_ outgoing: OutgoingMessages, _ round: DeliveryRound, framing: Framing.Type) {
        self.outgoing = outgoing
        self.round = round
        encoder = .makeEmptyBox(eventLoop: round.eventLoop)
        deadline = .makeEmptyBox(eventLoop: round.eventLoop)
        (written, end) = AsyncStream.makeStream()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // One whose connection went meanwhile has none.
        encoder.value = try? context.pipeline.syncOperations.context(handlerType: Framing.Encoder.self)
        // Both hold each other until the handler is removed.
        let delivery: DeliveryRound.Delivery = { self.write() }
        outgoing.begin { [round] in round.add(delivery) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        write()
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        encoder.value = nil
        deadline.value?.cancel()
        deadline.value = nil
        outgoing.abandon()
        end.finish()
    }

    private func write() {
        guard let encoder = encoder.value else { return }
        let channel = encoder.channel
        while channel.isWritable {
            switch outgoing.take() {
            case .batch(let batch):
                write(batch, before: encoder)
                if batch.isLast { return }
            case .nothing: return
            case .end: return end.finish()
            }
        }
        guard deadline.value == nil, outgoing.isOver else { return }
        deadline.value = round.eventLoop.scheduleTask(in: MessagePatience.end) { channel.close(promise: nil) }
    }

    private func write(_ batch: OutgoingMessages.Batch, before encoder: ChannelHandlerContext) {
        let data = NIOAny(Framing.frame(batch.messages, encoder.channel.allocator))
        guard batch.isLarge else { return encoder.writeAndFlush(data, promise: nil) }
        let promise = encoder.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenComplete { [outgoing] _ in outgoing.sent(batch) }
        encoder.writeAndFlush(data, promise: promise)
    }
}

enum MessagePatience {
    /// How long a client has to read what ends its connection.
    static let end = TimeAmount.seconds(5)
}
