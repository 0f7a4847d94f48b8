import Synchronization

/// What other modules made for an ``Auth`` and keep until its app is deleted.
final class Companions: Sendable {
    private struct State {
        var forget: [@Sendable () -> Void] = []
        /// Whether there is no app any more that could be deleted later.
        var isGone = false
    }

    private let state = Mutex(State())

    /// Calls when the app is deleted; at once where it was.
    func add(_ forget: @escaping @Sendable () -> Void) {
        let isGone = state.withLock { state in
            if !state.isGone { state.forget.append(forget) }
            return state.isGone
        }
        if isGone { forget() }
    }

    /// - Parameter forGood: whether companions that come later are forgotten too.
    func forgetAll(forGood: Bool) {
        let all = state.withLock { state in
            defer { state.forget = [] }
            state.isGone = forGood
            return state.forget
        }
        for forget in all { forget() }
    }
}

extension Auth {
    /// Has something forgotten when the app of this instance is deleted, which may be now: call it with nothing locked.
    package func whenAppIsDeleted(_ forget: @escaping @Sendable () -> Void) { companions.add(forget) }
}
