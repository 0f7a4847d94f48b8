// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyTree

/// Writes on somebody's behalf, no more at once than they want to.
struct LimitedWrite {
    let database: RealtimeDatabase
    let caller: DatabaseCaller
    let limit: WriteSizeLimit
    let store: any AccountStore
    /// The store's, from before the caller was found out.
    let revision: Int
    let now: WallClock

    /// - Parameter trace: what rules were asked, for whoever is to be told.
    func callAsFunction(_ operation: WriteOperation, trace: inout DebugTrace?) async throws -> WriteOutcome {
        try await requireGoodCredential()
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

    /// The body may have been on its way for minutes, and the credential have ended meanwhile.
    private func requireGoodCredential() async throws {
        if let end = caller.expiresAt, end <= now() { throw DatabaseRefusal.expiredToken }
        guard store.revision != revision, let isGood = caller.isGood else { return }
        guard try await isGood() else { throw DatabaseRefusal.badToken }
    }
}
