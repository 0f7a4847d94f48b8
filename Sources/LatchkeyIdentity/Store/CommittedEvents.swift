import Synchronization

/// Learns of each event of the audit log after its transaction is committed, for example to count it. It also learns of throttled attempts of
/// which the log contains only the first.
public protocol EventObserver: Sendable {
    /// Called once for each event, on the task of the request. It must return quickly.
    func observe(_ event: AuthEvent)
}

/// The observers of a store's events.
///
/// Scope: one node, whose own transactions they observe.
public final class CommittedEvents: Sendable {
    private let observers = Mutex<[any EventObserver]>([])

    /// Creates the list of a store.
    public init() {}

    /// Adds an observer of all later events.
    public func add(_ observer: any EventObserver) {
        observers.withLock { $0.append(observer) }
    }

    /// Passes events to the observers. A store calls it after the commit.
    public func tell(_ events: [AuthEvent]) {
        guard !events.isEmpty else { return }
        for observer in observers.withLock({ $0 }) {
            for event in events { observer.observe(event) }
        }
    }
}
