import LatchkeyWeb
import Synchronization

/// What waits to be sent to one client, in order.
///
/// Sending never waits. A client that does not read is disconnected when `maxBytes` are queued for it, or when too much is queued for all
/// clients together, which limits its cost for the server.
final class OutgoingMessages: Sendable {
    private struct State {
        var waiting: [[UInt8]] = []
        var bytes: ClientBytes
        var isOver = false
        /// Whom to tell that there is something to take; once, until they find nothing any more.
        var wake: (@Sendable () -> Void)?
        var isAsleep = true

        mutating func waking() -> (@Sendable () -> Void)? {
            guard isAsleep, let wake else { return nil }
            isAsleep = false
            return wake
        }

        /// Also where they have not taken everything yet: they may wait for a client that does not read, and would for ever.
        mutating func ending() -> (@Sendable () -> Void)? {
            isAsleep = false
            return wake
        }
    }

    private let state: Mutex<State>
    private let hangUp: @Sendable () -> Void

    /// Bytes that may wait: a large node, and many changes after it.
    static let standardMaxBytes = 64 * 1024 * 1024
    /// The size of a batch, because each write costs as much as thousands of bytes. Larger messages are sent in parts.
    private static let batchBytes = 64 * 1024

    /// - Parameter hangUp: closes the connection: who sends to a client that does not read waits for it, and would for ever.
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

    /// Nothing more is taken in; what waits is still sent.
    func finish() {
        let wake = state.withLock { state in
            state.isOver = true
            return state.ending()
        }
        wake?()
    }

    /// Nothing of what waits is sent, but this in its place, and nothing after it.
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

    // MARK: For whoever sends them

    /// As much as is good to send at once.
    struct Batch: Equatable {
        let messages: [[UInt8]]
        /// All was taken that there is. Whoever sends will be woken.
        let isLast: Bool
    }

    enum Taken: Equatable {
        case batch(Batch)
        /// A message to be sent in parts. It counts as queued until `sent(_:)`.
        case large([UInt8])
        /// All was sent that there was. Whoever sends will be woken.
        case nothing
        /// And nothing will follow.
        case end
    }

    /// - Parameter wake: is called when something waits after there was nothing to take, and at the end. It may ask another thread to
    ///   take it, and nothing else.
    func begin(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.wake = wake
            state.isAsleep = false
        }
        wake()
    }

    /// The connection is gone. Queued messages are dropped.
    func abandon() {
        state.withLock { state in
            state.wake = nil
            state.isOver = true
            state.waiting = []
            state.bytes.removeAll()
        }
    }

    /// Whether what waits is all that there will be.
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

    /// Call this after the last part of a large message was written.
    func sent(_ message: [UInt8]) {
        state.withLock { $0.bytes.remove(message.count) }
    }
}
