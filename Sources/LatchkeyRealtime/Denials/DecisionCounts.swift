import Synchronization

/// The number of decisions of Security Rules on reads, writes and listeners of users, since the server started.
///
/// Scope: one node.
public final class DecisionCounts: Sendable {
    private let allowedCount = Atomic(0)
    private let deniedCount = Atomic(0)

    /// The number of allowed operations.
    public var allowed: Int { allowedCount.load(ordering: .relaxed) }
    /// The number of denied operations.
    public var denied: Int { deniedCount.load(ordering: .relaxed) }

    func countAllowed() { allowedCount.add(1, ordering: .relaxed) }
    func countDenied() { deniedCount.add(1, ordering: .relaxed) }
}
