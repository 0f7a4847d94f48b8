import LatchkeyWeb
import Synchronization

/// What waits for the next poll of one client, in order.
///
/// One poll waits at a time: another one sends it home with whatever there is, even nothing. Answers are numbered, because they may
/// overtake one another on their ways.
final class PollOutbox: MessageSink {
    struct Answer: Equatable {
        let number: Int
        let messages: [[UInt8]]
        /// Nothing will follow.
        let isLast: Bool
    }

    private struct State {
        var bytes: ClientBytes
        var messages: [[UInt8]] = []
        var isOver = false
        var answers = 0
        var polls = 0
        var waiting: CheckedContinuation<Void, Never>?

        /// Whoever waits is woken outside of the lock.
        mutating func wake() -> CheckedContinuation<Void, Never>? {
            defer { waiting = nil }
            return waiting
        }
    }

    private let state: Mutex<State>
    private let hangUp: @Sendable () -> Void

    /// An answer ends with the message that makes it longer.
    private static let answerBytes = 1024 * 1024

    /// - Parameter hangUp: is called when `maxBytes` wait for a client that does not come for them.
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

    /// What a poll is answered: at once if something waits, else when something comes, after `hold`, or when another poll comes.
    func answer(within hold: Duration) async -> Answer {
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

    /// What is there, without waiting.
    func taken() -> Answer {
        state.withLock { state in
            var (count, bytes) = (0, 0)
            while count < state.messages.count, bytes < Self.answerBytes {
                bytes += state.messages[count].count
                count += 1
            }
            let messages = Array(state.messages.prefix(count))
            state.messages.removeFirst(count)
            state.bytes.remove(bytes)
            state.answers += 1
            return Answer(number: state.answers - 1, messages: messages, isLast: state.isOver && state.messages.isEmpty)
        }
    }
}
