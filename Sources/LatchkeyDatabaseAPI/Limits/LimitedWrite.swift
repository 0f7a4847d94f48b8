package import LatchkeyIdentity
package import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTracing
package import LatchkeyTree
package import LatchkeyWeb

/// Executes writes for a caller, with a size limit.
package struct LimitedWrite {
    let database: RealtimeDatabase
    let caller: DatabaseCaller
    let limit: WriteSizeLimit
    let store: any AccountStore
    /// The revision of the account store before the caller was determined.
    let revision: Int
    let now: WallClock
    let turns: Turns
    /// The number of bytes of the body received so far.
    var bytes = 0
    /// The same bytes, counted until the response.
    var gathered = GatheredBytes()
    /// The allowance of the client's network; `nil` if the write is not counted.
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

    /// Executes a write.
    ///
    /// - Parameters:
    ///   - operation: The write.
    ///   - trace: Receives the evaluated rules if the caller's token has `debug`.
    /// - Returns: The outcome of the write.
    /// - Throws: `DatabaseError`; `DatabaseRefusal` if the credential has ended or the write is too large; errors of the account store.
    package func callAsFunction(_ operation: WriteOperation, trace: inout DebugTrace?) async throws -> WriteOutcome {
        if Turns.isLarge(bytes) {
            try await turns.take { try caller.requireAllowed(operation, bytes: bytes, in: database) }
        }
        // After all waiting except that of the write itself.
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
                // Callers without permission to write must not learn anything about the data.
                _ = try database.simulate(operation, by: requester)
                throw DatabaseRefusal.tooBig
            }
        }
        if caller.isSimulated { return try database.simulate(operation, by: requester) }
        return try await ActiveSpan.below("database write") { _ in try await database.write(operation, by: requester) }
    }

    /// Denies a write to a path where no rule could allow it, before the body is read, because the client determines its size.
    ///
    /// - Parameters:
    ///   - path: The path of the write.
    ///   - orBelow: Whether the write may change only paths below this one.
    /// - Throws: `DatabaseError.denied`.
    func requirePossible(at path: TreePath, orBelow: Bool = false) throws {
        // Callers with `debug` receive a trace, for which the whole write is needed.
        guard !caller.isAdministrator, !caller.isDebug, database.rules.canNeverWrite(path, orBelow: orBelow) else { return }
        _ = try database.simulate(.set(.empty, at: path), by: caller.requester)
    }

    private func requireGoodCredential() async throws {
        try await caller.requireGood(since: revision, of: store, now: now())
    }
}
