import LatchkeyWeb
import Synchronization

/// The queue of messages to one client, in order.
///
/// Sending never waits. A client that does not read is disconnected when `maxBytes` are queued for it, or when too much is queued for all
/// clients together, which limits its cost for the server.
final class OutgoingMessages: Sendable {
    private struct State {
        var waiting: [[UInt8]] = []
        var bytes: ClientBytes
        var isOver = false
        /// The callback for new messages. It is called once, and again only after the queue was found empty.
        var wake: (@Sendable () -> Void)?
        var isAsleep = true

        mutating func waking() -> (@Sendable () -> Void)? {
            guard isAsleep, let wake else { return nil }
            isAsleep = false
            return wake
        }

        /// Wakes the writer even if it has not taken everything yet: it may be waiting for a client that does not read, possibly forever.
        mutating func ending() -> (@Sendable () -> Void)? {
            isAsleep = false
            return wake
        }
    }

    private let state: Mutex<State>
    private let hangUp: @Sendable () -> Void

    /// The maximum number of queued bytes: enough for a large node, and many changes after it.
    static let standardMaxBytes = 64 * 1024 * 1024
    /// The size of a batch, because each write costs as much as thousands of bytes. Larger messages are sent in parts.
    private static let batchBytes = 64 * 1024

    /// - Parameters:
    ///   - maxBytes: The maximum number of queued bytes.
    ///   - everybody: The bytes queued for all clients.
    ///   - hangUp: Closes the connection. Otherwise, the writer would wait forever for a client that does not read.
    init(maxBytes: Int = standardMaxBytes, everybody: OutgoingBytes = .everybody, hangUp: @escaping @Sendable () -> Void) {
        let client = OutgoingBytes.Client(of: everybody, hangUp: hangUp)
        state = Mutex(State(bytes: ClientBytes(maxBytes: maxBytes, of: client)))
        self.hangUp = hangUp
    }

    deinit {
        state.withLock { $0.bytes.removeAll() }
    }

    func send(_ message: [UInt8]) {
        let (wake, isTooMuch) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
            guard !state.isOver else { return (nil, false) }
            guard state.bytes.add(message) else {
                state.isOver = true
                return (state.waking(), true)
            }
            state.waiting.append(message)
            return (state.waking(), false)
        }
        wake?()
        if isTooMuch { hangUp() }
    }

    /// Ignores further messages. Queued messages are still sent.
    func finish() {
        let wake = state.withLock { state in
            state.isOver = true
            return state.ending()
        }
        wake?()
    }

    /// Replaces the queued messages with a last message.
    func finish(saying message: [UInt8]) {
        let wake = state.withLock { state in
            guard !state.isOver || !state.waiting.isEmpty else { return nil as (@Sendable () -> Void)? }
            state.isOver = true
            state.bytes.remove(state.waiting.reduce(0) { $0 + $1.count })
            state.waiting = state.bytes.add(message) ? [message] : []
            return state.ending()
        }
        wake?()
    }

    // MARK: Taking messages

    /// Messages to send in one write.
    struct Batch: Equatable {
        let messages: [[UInt8]]
        /// Whether the queue is now empty, but more messages may follow. The writer is woken when they arrive.
        let isLast: Bool
    }

    enum Taken: Equatable {
        case batch(Batch)
        /// A message to be sent in parts. It counts as queued until `sent(_:)`.
        case large([UInt8])
        /// The queue is empty. The writer is woken when it is not.
        case nothing
        /// The queue is empty, and no more messages will follow.
        case end
    }

    /// Sets the callback that wakes the writer.
    ///
    /// - Parameter wake: Called when the queue is no longer empty, and at the end. It may only schedule work on another thread.
    func begin(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.wake = wake
            state.isAsleep = false
        }
        wake()
    }

    /// Records that the connection is closed. Queued messages are dropped.
    func abandon() {
        state.withLock { state in
            state.wake = nil
            state.isOver = true
            state.waiting = []
            state.bytes.removeAll()
        }
    }

    /// Whether no more messages will be queued.
    var isOver: Bool { state.withLock { $0.isOver } }

    func take() -> Taken {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isAsleep = true
                return state.isOver ? .end : .nothing
            }
            if state.waiting[0].count > Self.batchBytes { return .large(state.waiting.removeFirst()) }
            var (count, bytes) = (0, 0)
            while count < state.waiting.count, bytes + state.waiting[count].count <= Self.batchBytes {
                bytes += state.waiting[count].count
                count += 1
            }
            state.bytes.remove(bytes)
            guard count == state.waiting.count else {
                defer { state.waiting.removeFirst(count) }
                return .batch(Batch(messages: Array(state.waiting[..<count]), isLast: false))
            }
            defer { state.waiting = [] }
            state.isAsleep = !state.isOver
            return .batch(Batch(messages: state.waiting, isLast: !state.isOver))
        }
    }

    /// Records that the client received a part of a large message.
    func noteProgress() {
        state.withLock { $0.bytes.noteProgress() }
    }

    /// Records that the last part of a large message was written.
    func sent(_ message: [UInt8]) {
        state.withLock { $0.bytes.remove(message.count) }
    }
}
