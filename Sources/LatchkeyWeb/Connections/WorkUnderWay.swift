import Synchronization

/// Counts work that has begun and not ended.
package final class WorkUnderWay: Sendable {
    private struct State {
        var count = 0
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    package func begin() {
        state.withLock { $0.count += 1 }
    }

    package func end() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.count -= 1
            guard state.count == 0 else { return nil }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Waits until all of it has ended. Only one task may wait.
    package func finish() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.count > 0 { state.waiting = continuation }
                return state.count == 0
            }
            if isDone { continuation.resume() }
        }
    }
}
