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
