import Synchronization

/// Counts transactions: those that changed what a project consists of, or all.
final class StoreRevision: Sendable {
    private let count = Atomic(0)

    var current: Int { count.load(ordering: .acquiring) }

    /// Called once the change is committed and before its writer learns so.
    func advance() {
        count.add(1, ordering: .releasing)
    }
}

/// What a transaction touched, as far as somebody has to know afterwards.
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
