// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
public import LatchkeyIdentity

/// Accounts and all that belongs to them in one SQLite database.
///
/// A file is in WAL mode: readers see the last commit and never wait for a writer. Concurrent writes share commits (``GroupCommit``),
/// and a write that returned is on the disk.
public struct SQLiteStore: AccountStore {
    let database: any DatabaseWriter
    let commits: GroupCommit

    /// - Parameter database: Migrated already.
    init(_ database: any DatabaseWriter) {
        self.database = database
        commits = GroupCommit(database)
    }

    /// Reads from one consistent view. A cancelled task's reading is interrupted and throws `CancellationError`.
    public func read<T: Sendable>(_ body: @escaping @Sendable (any StoreReading) throws -> T) async throws -> T {
        try await database.read { try body(Transaction(db: $0)) }
    }

    /// Runs one transaction. It may share its commit with others, and is on the disk when this returns.
    public func write<T: Sendable>(_ body: @escaping @Sendable (any StoreWriting) throws -> T) async throws -> T {
        try await commits.write { try body(Transaction(db: $0)) }
    }

    /// Closes the database; every later call throws. Call it when nobody reads or writes any more.
    public func close() throws {
        // GRDB closes its writer before its readers, and a reader cannot empty the log: without this a copy of the database file
        // alone would be a backup without its newest rows.
        _ = try database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try database.close()
    }
}
