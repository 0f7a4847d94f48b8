import Synchronization

/// A step that belongs to every transaction with events, for example one that queues messages about them.
public protocol CommitStep: Sendable {
    /// Called once at the end of a transaction that appended events to the audit log. An error undoes the transaction.
    ///
    /// - Parameter events: The events, in their order.
    func complete(_ events: [AuthEvent], in transaction: any StoreWriting) throws
}

/// The steps of a store.
///
/// Scope: one node. Every process that writes to a store adds the same steps.
public final class CommitSteps: Sendable {
    private let steps = Mutex<[any CommitStep]>([])

    /// Creates the list of a store.
    public init() {}

    /// Adds a step to all later transactions.
    public func add(_ step: any CommitStep) {
        steps.withLock { $0.append(step) }
    }

    /// Runs the steps. A store calls it at the end of a transaction, in the transaction.
    public func complete(_ events: [AuthEvent], in transaction: any StoreWriting) throws {
        guard !events.isEmpty else { return }
        for step in steps.withLock({ $0 }) { try step.complete(events, in: transaction) }
    }
}
