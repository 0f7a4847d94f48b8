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

    var includeConfiguration: Bool { configuration.load(ordering: .acquiring) }
    var includeOutbox: Bool { outbox.load(ordering: .acquiring) }

    func markConfiguration() {
        configuration.store(true, ordering: .releasing)
    }

    func markOutbox() {
        outbox.store(true, ordering: .releasing)
    }
}
