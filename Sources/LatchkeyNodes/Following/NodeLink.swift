import NIOCore
import Synchronization

/// A connection between two nodes about one database.
///
/// Messages are sent in the order of the calls of ``send(bytes:_:)``, which never waits. Both sides send something every second.
final class NodeLink: Sendable {
    /// A message that is encoded when it is its turn.
    typealias Message = @Sendable () throws -> ByteBuffer

    private struct Queue {
        var messages: [(bytes: Int, message: Message)] = []
        /// The bytes of the messages, and of those that were taken and not sent.
        var bytes = 0
    }

    /// The reason why a link has ended.
    enum End: Error {
        case silence, tooLarge, closed
    }

    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>
    private let pulse: LinkPulse
    private let queue = Mutex(Queue())
    private let (wakings, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    private static let beatInterval = Duration.seconds(1)
    /// The size of a message without data.
    static let smallBytes = 64
    /// The maximum number of queued bytes. A node that is so slow follows the database anew.
    private static let maxQueuedBytes = 512 * 1024 * 1024
    /// The size of what is sent with one system call.
    private static let batchBytes = 256 * 1024

    private init(_ channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>, _ pulse: LinkPulse) {
        self.channel = channel
        self.pulse = pulse
    }

    /// Makes a link of a connection after the handshake. Call it on the event loop.
    static func make(on channel: any Channel) throws -> NodeLink {
        let pulse = LinkPulse()
        try channel.pipeline.syncOperations.addHandler(LinkFrames(pulse))
        return NodeLink(try NIOAsyncChannel(wrappingChannelSynchronously: channel), pulse)
    }

    /// Whether the other node was heard within the time of its lease.
    var isHeard: Bool { pulse.isHeard }

    func close() { channel.channel.close(promise: nil) }

    /// Queues a message.
    ///
    /// - Parameter bytes: Its approximate size.
    func send(bytes: Int = smallBytes, _ message: @escaping Message) {
        let isTooMuch = queue.withLock { queue in
            queue.messages.append((bytes, message))
            queue.bytes += bytes
            return queue.bytes > Self.maxQueuedBytes
        }
        if isTooMuch { close() } else { waker.yield() }
    }

    /// Sends and receives until the link ends.
    ///
    /// - Parameters:
    ///   - opening: The messages that are sent before all others.
    ///   - beat: The message that shows that the link works.
    ///   - receive: Called for each message of the other node, one at a time.
    /// - Throws: The reason of the end.
    func run(
        _ opening: FollowedOpening? = nil, beat: @escaping Message, _ receive: @escaping @Sendable (ByteBuffer) throws -> Void
    ) async throws {
        try await channel.executeThenClose { [self] inbound, outbound in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.write(opening, to: outbound) }
                group.addTask { try await self.keepAlive(beat) }
                group.addTask {
                    for try await message in inbound {
                        // While messages wait for this task, nothing is read from the connection.
                        self.pulse.beat()
                        try receive(message)
                    }
                    throw End.closed
                }
                defer {
                    group.cancelAll()
                    waker.finish()
                    close()
                }
                try await group.next()
            }
        }
    }

    private func keepAlive(_ beat: @escaping Message) async throws {
        while true {
            try await Task.sleep(for: Self.beatInterval)
            guard pulse.isHeard else { throw End.silence }
            send(beat)
        }
    }

    /// Closes a link that is not run.
    func discard() async { try? await channel.executeThenClose { _, _ in } }

    private func write(_ opening: FollowedOpening?, to outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws {
        while let message = try opening?.next() {
            var bytes = ByteBuffer()
            try Self.append(message, to: &bytes)
            try await outbound.write(bytes)
        }
        for await _ in wakings {
            var messages = take()[...]
            while !messages.isEmpty {
                var batch = ByteBuffer()
                var bytes = 0
                while batch.readableBytes < Self.batchBytes, let next = messages.popFirst() {
                    try Self.append(try next.message(), to: &batch)
                    bytes += next.bytes
                }
                try await outbound.write(batch)
                queue.withLock { $0.bytes -= bytes }
            }
        }
    }

    private static func append(_ message: ByteBuffer, to batch: inout ByteBuffer) throws {
        guard message.readableBytes <= LinkFrames.maxBytes else { throw End.tooLarge }
        batch.writeInteger(UInt32(message.readableBytes))
        batch.writeImmutableBuffer(message)
    }

    private func take() -> [(bytes: Int, message: Message)] {
        queue.withLock { queue in
            defer { queue.messages = [] }
            return queue.messages
        }
    }
}
