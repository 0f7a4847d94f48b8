import NIOCore

/// Writes the queued messages of a client to its channel.
///
/// It runs on the channel's thread and needs no task, so that an event for a thousand listeners costs little more than a thousand writes.
/// While the client does not read, its messages stay in the counted queue. Large messages are written in parts, so that none of them is in
/// memory twice.
package final class MessageWriter<Framing: MessageFraming>: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = Never

    private let outgoing: OutgoingMessages
    private let round: DeliveryRound
    /// The context of the encoder. Framed messages are written before it, so that they are not framed again.
    private let encoder: NIOLoopBoundBox<ChannelHandlerContext?>
    /// Succeeds when everything was written and no more messages will follow, and when the connection is closed.
    var written: EventLoopFuture<Void> { end.futureResult }
    private let end: EventLoopPromise<Void>
    /// Disconnects a client that does not read the last messages in time.
    private let deadline: NIOLoopBoundBox<Scheduled<Void>?>
    /// The large message that is being written, and the start of its next part.
    private let large: NIOLoopBoundBox<(message: [UInt8], start: Int)?>
    /// Set during a write, because a write can make the channel report that it is writable again before it returns. The outer call then
    /// writes the rest.
    private let isWriting: NIOLoopBoundBox<Bool>

    /// The number of parts written before the event loop serves its other connections: about a millisecond.
    private static var partsOfATurn: Int { 16 }

    /// - Parameter round: The delivery round of the channel's event loop.
    init(_ outgoing: OutgoingMessages, _ round: DeliveryRound, framing: Framing.Type) {
        self.outgoing = outgoing
        self.round = round
        encoder = .makeEmptyBox(eventLoop: round.eventLoop)
        deadline = .makeEmptyBox(eventLoop: round.eventLoop)
        large = .makeEmptyBox(eventLoop: round.eventLoop)
        isWriting = .makeBoxSendingValue(false, eventLoop: round.eventLoop)
        end = round.eventLoop.makePromise()
    }

    deinit {
        // It was not added to a channel, because that was closed.
        end.succeed()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // A connection that was closed in the meantime has no encoder.
        encoder.value = try? context.pipeline.syncOperations.context(handlerType: Framing.Encoder.self)
        // A reference cycle until the handler is removed.
        let delivery: DeliveryRound.Delivery = { self.write() }
        outgoing.begin { [round] in round.add(delivery) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        write()
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if Framing.endsWithInput, case .inputClosed = event as? ChannelEvent { outgoing.finish() }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        encoder.value = nil
        deadline.value?.cancel()
        deadline.value = nil
        large.value = nil
        outgoing.abandon()
        end.succeed()
    }

    private func write() {
        guard let encoder = encoder.value, !isWriting.value else { return }
        isWriting.value = true
        defer { isWriting.value = false }
        let channel = encoder.channel
        var parts = 0
        while channel.isWritable {
            if let (message, start) = large.value {
                guard parts < Self.partsOfATurn else { return round.add { self.write() } }
                parts += 1
                writePart(of: message, from: start, before: encoder)
                continue
            }
            switch outgoing.take() {
            case .batch(let batch):
                encoder.writeAndFlush(Framing.wrap(Framing.frame(batch.messages, channel.allocator)), promise: nil)
                if batch.isLast { return }
            case .large(let message): large.value = (message, 0)
            case .nothing: return
            case .end: return end.succeed()
            }
        }
        guard deadline.value == nil, outgoing.isOver else { return }
        deadline.value = round.eventLoop.scheduleTask(in: MessagePatience.end) { channel.close(promise: nil) }
    }

    private func writePart(of message: [UInt8], from start: Int, before encoder: ChannelHandlerContext) {
        let (part, end) = Framing.framePart(of: message, from: start, encoder.channel.allocator)
        if end < message.count {
            large.value = (message, end)
            outgoing.noteProgress()
        } else {
            large.value = nil
            outgoing.sent(message)
        }
        encoder.writeAndFlush(Framing.wrap(part), promise: nil)
    }
}

enum MessagePatience {
    /// The time that a client has to read the last messages of its connection.
    static let end = TimeAmount.seconds(5)
}
