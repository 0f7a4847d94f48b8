import Synchronization

/// The state of a client's move from polls to a WebSocket.
enum SocketMove {
    case none
    case offered(Offer)
    case done

    /// A WebSocket on which a session can continue.
    final class Offer: Sendable {
        private struct State {
            var isAccepted = false
            var reply: Bool?
            var waiting: CheckedContinuation<Bool, Never>?
        }

        let sink: any MessageSink
        private let state = Mutex(State())

        init(_ sink: any MessageSink) {
            self.sink = sink
        }

        var isAccepted: Bool { state.withLock { $0.isAccepted } }
        /// Whether the WebSocket now carries the session.
        var isDone: Bool { state.withLock { $0.reply == true } }

        func accept() {
            state.withLock { $0.isAccepted = true }
        }

        /// Sets the result of the offer. Only the first call has an effect.
        func respond(_ isDone: Bool) {
            let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                guard state.reply == nil else { return nil }
                state.reply = isDone
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume(returning: isDone)
        }

        /// Waits for the result. Only one task may wait.
        func result() async -> Bool {
            await withCheckedContinuation { continuation in
                let reply = state.withLock { state -> Bool? in
                    if state.reply == nil { state.waiting = continuation }
                    return state.reply
                }
                if let reply { continuation.resume(returning: reply) }
            }
        }
    }
}
