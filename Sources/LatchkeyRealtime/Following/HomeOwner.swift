import LatchkeyTree

/// The owner of a database that this node has opened.
struct HomeOwner: DatabaseOwner {
    /// The term in which this process changes the database.
    let term: DatabaseTerm
    let store: any TreeStore
    let writer: DatabaseWriter
    /// `nil` if nodes do not share the store.
    let check: (@Sendable () -> Bool)?

    var isCurrent: Bool { check?() ?? true }
    var waitingCount: Int { writer.waitingCount }

    func submit(
        _ operation: WriteOperation, by requester: Requester, evenIfBusy: Bool,
        reply: @escaping @Sendable (Result<WriteOutcome, DatabaseError>) -> Void
    ) {
        writer.submit(operation, by: requester, evenIfBusy: evenIfBusy, reply: reply)
    }

    func keep(_ writes: [Int: [TreeChange]], of client: String, by requester: Requester) async throws(DatabaseError) {
        do {
            let left = LeftWrites(client: client, requester: try requester.stored, writes: writes)
            try await store.keep(left, in: term)
        } catch {
            throw error is DatabaseTermEnded ? .elsewhere : .unavailable
        }
    }

    func forgetLeftWrites(of client: String) async {
        try? await store.forgetLeftWrites(of: client, in: term)
    }

    /// The tree in memory has all confirmed changes.
    func catchUp() async throws(DatabaseError) {}
}
