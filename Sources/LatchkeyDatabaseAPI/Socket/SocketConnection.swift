import LatchkeyWeb
import NIOCore
import NIOWebSocket
import Synchronization

/// A WebSocket of a client: reads its messages, and writes the messages that are queued for it.
///
/// Both are channel handlers. A task for each connection would keep the memory of its deepest call for as long as the connection exists.
final class SocketConnection: Sendable {
    let channel: any Channel
    /// The network by which the client is counted; `nil` if it is not counted.
    let network: String?
    let outgoing: OutgoingMessages
    /// Runs tasks on the event loop of the channel.
    let executor: EventLoopExecutor
    private let reader: SocketReader
    private let head: Mutex<SocketRequestHead?>

    /// Adds the handlers to a channel. Call it on the event loop of the channel.
    ///
    /// - Parameters:
    ///   - channel: The channel after the upgrade.
    ///   - head: The request that was upgraded.
    ///   - network: The network by which the client is counted; `nil` if it is not counted.
    ///   - supply: The allowance of that network.
    ///   - round: The delivery round of the channel's event loop.
    init(on channel: any Channel, _ head: SocketRequestHead, network: String?, supply: ClientSupply, round: DeliveryRound) throws {
        self.channel = channel
        self.head = Mutex(head)
        self.network = network
        executor = round.executor
        outgoing = OutgoingMessages { channel.close(promise: nil) }
        reader = SocketReader(supply, executor, eventLoop: channel.eventLoop)
        let writer = MessageWriter(outgoing, round, framing: SocketFraming.self)
        try channel.pipeline.syncOperations.addHandlers(reader, writer)
        writer.written.whenComplete { [reader] _ in reader.close() }
    }

    /// Returns the request that was upgraded, once. An idle connection does not need it.
    func takeHead() -> SocketRequestHead? { head.withLock { $0.take() } }

    /// Starts to read. Frames that have already arrived are handled first.
    ///
    /// - Parameters:
    ///   - receiver: Receives the messages; `nil` to ignore them.
    ///   - code: The close code after the last outgoing message.
    func begin(_ receiver: (any SocketReceiver)?, closing code: WebSocketErrorCode = .normalClosure) async {
        let begun = channel.eventLoop.submit { [reader] in reader.begin(receiver, closing: code) }
        try? await begun.get()
    }

    /// Waits for the message that is being handled. A server that shuts down needs its event loop until then.
    func handled() async {
        let task = try? await channel.eventLoop.submit { [reader] in reader.task }.get()
        await task?.value
    }

    /// Sends the queued messages, and a close frame.
    func finish(closing code: WebSocketErrorCode = .normalClosure) async {
        await begin(nil, closing: code)
        outgoing.finish()
    }
}
