package import LatchkeyIdentity
package import LatchkeyRealtime
import LatchkeyRules
package import LatchkeyTree

/// Writes on somebody's behalf, no more at once than they want to.
package struct LimitedWrite {
    let database: RealtimeDatabase
    let caller: DatabaseCaller
    let limit: WriteSizeLimit
    let store: any AccountStore
    /// The store's, from before the caller was found out.
    let revision: Int
    let now: WallClock
    let turns: Turns
    /// Of the body, as far as it has come.
    var bytes = 0
    /// The same, for as long as it is not answered.
    var gathered = GatheredBytes()
    /// The allowance of the network that the write comes from; nil if the write is not counted.
    var supply: ClientSupply?

    package init(
        database: RealtimeDatabase, caller: DatabaseCaller, limit: WriteSizeLimit, store: any AccountStore, revision: Int,
        now: @escaping WallClock, turns: Turns, bytes: Int = 0, gathered: GatheredBytes = GatheredBytes(), supply: ClientSupply? = nil
    ) {
        self.database = database
        self.caller = caller
        self.limit = limit
        self.store = store
        self.revision = revision
        self.now = now
        self.turns = turns
        self.bytes = bytes
        self.gathered = gathered
        self.supply = supply
    }

    /// - Parameter trace: what rules were asked, for whoever is to be told.
    package func callAsFunction(_ operation: WriteOperation, trace: inout DebugTrace?) async throws -> WriteOutcome {
        if Turns.isLarge(bytes) {
            try await turns.take { try caller.requireAllowed(operation, bytes: bytes, in: database) }
        }
        // After all waiting but that of the write itself.
        try await requireGoodCredential()
        return try await write(operation, trace: &trace)
    }

    private func write(_ operation: WriteOperation, trace: inout DebugTrace?) async throws -> WriteOutcome {
        let requester = caller.requester
        if caller.isDebug {
            trace = DebugTrace(try database.explainWrite(operation, by: requester), of: "write", at: operation.path, auth: caller.auth)
        }
        if limit != .unlimited {
            for case .set(let path, .empty) in operation.changes where database.node(at: path).isLarger(thanBytes: limit.maxBytes) {
                // Who may not write learns nothing of what is there.
                _ = try database.simulate(operation, by: requester)
                throw DatabaseRefusal.tooBig
            }
        }
        return try caller.isSimulated
            ? database.simulate(operation, by: requester) : await database.write(operation, by: requester)
    }

    /// For a place where no rule could ever allow it. That is said before the body is read, whose size is the client's to choose.
    ///
    /// - Parameter orBelow: what is written may lie below the path.
    /// - Throws: `DatabaseError.denied`.
    func requirePossible(at path: TreePath, orBelow: Bool = false) throws {
        // Who is to be told which rules are asked is told about the write that they ask for.
        guard !caller.isAdministrator, !caller.isDebug, database.rules.canNeverWrite(path, orBelow: orBelow) else { return }
        _ = try database.simulate(.set(.empty, at: path), by: caller.requester)
    }

    private func requireGoodCredential() async throws {
        try await caller.requireGood(since: revision, of: store, now: now())
    }
}
