import Synchronization

/// Callbacks of other modules that release what they keep for an ``Auth`` when its app is deleted.
final class Companions: Sendable {
    private struct State {
        var forget: [@Sendable () -> Void] = []
        /// Whether the app was permanently deleted.
        var isGone = false
    }

    private let state = Mutex(State())

    /// Adds a callback for the deletion of the app. Calls it immediately if the app was already deleted.
    func add(_ forget: @escaping @Sendable () -> Void) {
        let isGone = state.withLock { state in
            if !state.isGone { state.forget.append(forget) }
            return state.isGone
        }
        if isGone { forget() }
    }

    /// Calls and removes all callbacks.
    ///
    /// - Parameter forGood: Whether callbacks that are added later are called immediately.
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
    /// Adds a callback for the deletion of this instance's app. It may be called immediately, so do not hold a lock.
    package func whenAppIsDeleted(_ forget: @escaping @Sendable () -> Void) { companions.add(forget) }
}
