import Synchronization

/// Holds back the events of a new listener until it has received the initial data.
///
/// Events are not stored, regardless of how often the node changes. The final difference is sent as one event.
final class ListenerGate: Sendable {
    private enum State {
        case closed, open
        /// Access was revoked before the initial data was sent.
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

    /// Sends the initial data, and then the changes since it was read. Call it while the listeners are locked, so that no event comes
    /// first.
    ///
    /// - Returns: `DatabaseError.denied` if access was revoked in the meantime; then nothing is sent.
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
