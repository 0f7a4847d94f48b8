import Synchronization

/// Holds back the events of a new listener until it has received the initial data.
///
/// Events are not stored, regardless of how often the node changes. The final difference is sent as one event.
final class ListenerGate: Sendable {
    private enum State {
        case closed, open
        /// The listener ended before the initial data was sent.
        case over(DatabaseError)
    }

    private let state = Mutex(State.closed)
    private let sink: ListenerSink

    init(_ sink: @escaping ListenerSink) {
        self.sink = sink
    }

    func take(_ event: ListenerEvent, _ copies: SharedCopies) {
        let isOpen = state.withLock { state in
            if case .open = state { return true }
            if case .revoked(let decision) = event { state = .over(.denied(decision)) }
            if case .ended = event { state = .over(.elsewhere) }
            return false
        }
        if isOpen { sink(event, copies) }
    }

    /// Sends the initial data, and then the changes since it was read. Call it while the listeners are locked, so that no event comes
    /// first.
    ///
    /// - Returns: The error if the listener has ended in the meantime; then nothing is sent.
    func open(after show: () -> Void, changed: () -> ListenerEvent?) -> Result<Void, DatabaseError> {
        state.withLock { state in
            if case .over(let error) = state { return .failure(error) }
            state = .open
            show()
            if let event = changed() { sink(event, SharedCopies()) }
            return .success(())
        }
    }
}
