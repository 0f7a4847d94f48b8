import Synchronization

/// Keeps from a new listener what it would be told, until it was shown what is there.
///
/// Nothing of that is remembered, however often the node changes meanwhile: what is different in the end is told at once.
final class ListenerGate: Sendable {
    private enum State {
        case closed, open
        /// The right to listen was taken away before anything was shown.
        case revoked(DecisionID?)
    }

    private let state = Mutex(State.closed)
    private let sink: ListenerSink

    init(_ sink: @escaping ListenerSink) {
        self.sink = sink
    }

    func take(_ event: ListenerEvent, _ copies: SharedCopies) {
        let isOpen = state.withLock { state in
            if case .open = state { return true }
            if case .revoked(let decision) = event { state = .revoked(decision) }
            return false
        }
        if isOpen { sink(event, copies) }
    }

    /// Shows what was there, and tells what changed since. Under the lock of the listeners, so that nothing new gets before it.
    ///
    /// - Returns: `DatabaseError.denied` where the right to see it was taken away meanwhile: then nothing is shown.
    func open(after show: () -> Void, changed: () -> ListenerEvent?) -> Result<Void, DatabaseError> {
        state.withLock { state in
            if case .revoked(let decision) = state { return .failure(.denied(decision)) }
            state = .open
            show()
            if let event = changed() { sink(event, SharedCopies()) }
            return .success(())
        }
    }
}
