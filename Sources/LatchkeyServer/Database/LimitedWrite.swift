// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyRealtime
import LatchkeyTree

/// Writes on somebody's behalf, no more at once than they want to.
struct LimitedWrite {
    let database: RealtimeDatabase
    let caller: DatabaseCaller
    let limit: WriteSizeLimit

    /// - Parameter trace: what rules were asked, for whoever is to be told.
    func callAsFunction(_ operation: WriteOperation, trace: inout DebugTrace?) async throws -> WriteOutcome {
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
}
