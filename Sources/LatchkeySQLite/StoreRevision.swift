import LatchkeyIdentity
import Synchronization

/// A counter of transactions: of all, or of those that changed the configuration of a project or the signing keys.
final class StoreRevision: Sendable {
    private let count = Atomic(0)

    var current: Int { count.load(ordering: .acquiring) }

    /// Increments the counter. It is called after the commit and before the writer returns.
    func advance() {
        count.add(1, ordering: .releasing)
    }
}

/// The parts of the store that a transaction changed, as far as callers depend on them.
final class TouchedParts: Sendable {
    private let configuration = Atomic(false)
    private let outbox = Atomic(false)
    private let appended = Mutex<[AuthEvent]>([])

    var includeConfiguration: Bool { configuration.load(ordering: .acquiring) }
    var includeOutbox: Bool { outbox.load(ordering: .acquiring) }

    /// The events that the transaction appended to the audit log.
    var events: [AuthEvent] { appended.withLock { $0 } }

    func append(_ event: AuthEvent) {
        appended.withLock { $0.append(event) }
    }

    /// Forgets the events after the first ones, which were undone.
    func keepEvents(_ count: Int) {
        appended.withLock { $0.removeLast(max(0, $0.count - count)) }
    }

    func markConfiguration() {
        configuration.store(true, ordering: .releasing)
    }

    func markOutbox() {
        outbox.store(true, ordering: .releasing)
    }
}
