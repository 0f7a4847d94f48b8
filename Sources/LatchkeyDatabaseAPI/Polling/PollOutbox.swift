import LatchkeyWeb
import Synchronization

/// The queue of messages for the next poll of one client, in order.
///
/// Only one poll waits at a time. When another poll arrives, the waiting one gets the queued messages, even if there are none.
/// Responses are numbered, because they can arrive in a different order.
final class PollOutbox: MessageSink {
    struct Reply: Equatable {
        let number: Int
        let messages: [[UInt8]]
        /// Whether no more messages will follow.
        let isLast: Bool
    }

    private struct State {
        var bytes: ClientBytes
        var messages: [[UInt8]] = []
        var isOver = false
        var replies = 0
        var polls = 0
        var waiting: CheckedContinuation<Void, Never>?

        /// Returns the waiting poll, which is resumed outside of the lock.
        mutating func wake() -> CheckedContinuation<Void, Never>? {
            defer { waiting = nil }
            return waiting
        }
    }

    private let state: Mutex<State>
    private let hangUp: @Sendable () -> Void

    /// The size in bytes after which a response ends.
    private static let replyBytes = 1024 * 1024

    /// - Parameters:
    ///   - maxBytes: The maximum number of queued bytes.
    ///   - everybody: The bytes queued for all clients.
    ///   - hangUp: Called when the queue is full because the client does not poll.
    init(
        maxBytes: Int = OutgoingMessages.standardMaxBytes, everybody: OutgoingBytes = .everybody, hangUp: @escaping @Sendable () -> Void
    ) {
        state = Mutex(State(bytes: ClientBytes(maxBytes: maxBytes, of: OutgoingBytes.Client(of: everybody, hangUp: hangUp))))
        self.hangUp = hangUp
    }

    deinit {
        state.withLock { $0.bytes.removeAll() }
    }

    func send(_ message: [UInt8]) {
        let (waiting, isTooMuch) = state.withLock { state in
            guard !state.isOver else { return (CheckedContinuation<Void, Never>?.none, false) }
            guard state.bytes.add(message) else {
                state.isOver = true
                return (state.wake(), true)
            }
            state.messages.append(message)
            return (state.wake(), false)
        }
        waiting?.resume()
        if isTooMuch { hangUp() }
    }

    func finish() {
        let waiting = state.withLock { state in
            state.isOver = true
            return state.wake()
        }
        waiting?.resume()
    }

    /// Returns the response to a poll: at once if messages are queued; otherwise when a message or another poll arrives, or after `hold`.
    func respond(within hold: Duration) async -> Reply {
        let (poll, former) = state.withLock { state in
            state.polls += 1
            return (state.polls, state.wake())
        }
        former?.resume()
        let timer = Task {
            try await Task.sleep(for: hold)
            wake(poll)
        }
        defer { timer.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if !state.messages.isEmpty || state.isOver || state.polls != poll || Task.isCancelled { return true }
                    state.waiting = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            wake(poll)
        }
        return taken()
    }

    private func wake(_ poll: Int) {
        let waiting = state.withLock { $0.polls == poll ? $0.wake() : nil }
        waiting?.resume()
    }

    /// Returns the queued messages without waiting.
    func taken() -> Reply {
        state.withLock { state in
            var (count, bytes) = (0, 0)
            while count < state.messages.count, bytes < Self.replyBytes {
                bytes += state.messages[count].count
                count += 1
            }
            let messages = Array(state.messages.prefix(count))
            state.messages.removeFirst(count)
            state.bytes.remove(bytes)
            state.replies += 1
            return Reply(number: state.replies - 1, messages: messages, isLast: state.isOver && state.messages.isEmpty)
        }
    }
}
