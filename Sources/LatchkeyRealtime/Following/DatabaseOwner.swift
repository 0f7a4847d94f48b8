public import LatchkeyTree

/// The place where the writes of a database are executed: this node, or another one whose database this node follows.
public protocol DatabaseOwner: Sendable {
    /// Whether no other node can have opened the database since this owner did, as far as this node knows.
    var isCurrent: Bool { get }
    /// The number of queued writes and rule changes.
    var waitingCount: Int { get }

    /// Queues a write. See ``RealtimeDatabase/submit(_:by:evenIfBusy:reply:)``.
    func submit(
        _ operation: WriteOperation, by requester: Requester, evenIfBusy: Bool,
        reply: @escaping @Sendable (Result<WriteOutcome, DatabaseError>) -> Void)
    /// Stores on-disconnect writes: the changes by the order of the writes; none for canceled ones.
    func keep(_ writes: [Int: [TreeChange]], of client: String, by requester: Requester) async throws(DatabaseError)
    /// Deletes the on-disconnect writes of a client after they were executed.
    func forgetLeftWrites(of client: String) async
    /// Returns when this node has all changes that were confirmed before the call.
    ///
    /// - Throws: `DatabaseError.elsewhere` if the owner cannot be reached, or may no longer have the database.
    func catchUp() async throws(DatabaseError)
}
