import GRDB
public import LatchkeyIdentity

/// Accounts and all that belongs to them in one SQLite database.
///
/// A file is in WAL mode: readers see the last commit and never wait for a writer. Concurrent writes share commits (``GroupCommit``),
/// and a write that returned is on the disk.
public struct SQLiteStore: AccountStore {
    let database: DatabaseQueue
    let readers: ReaderPool
    let commits: GroupCommit
    private let writes = StoreRevision()
    private let configuration = StoreRevision()
    public let outboxBell = OutboxBell()

    /// - Parameters:
    ///   - database: Migrated already.
    ///   - readers: Other connections to it; none for a database that lives in one connection's memory.
    init(_ database: DatabaseQueue, readers: [DatabaseQueue] = []) {
        self.database = database
        self.readers = ReaderPool(readers.isEmpty ? [database] : readers)
        commits = GroupCommit(database)
    }

    public var configurationRevision: Int { configuration.current }
    public var revision: Int { writes.current }

    /// Reads from one consistent view, on the thread that asks: reading a few rows takes less time than handing the work to another
    /// thread. A reading never waits for a writer, except in memory, where there is one connection.
    ///
    /// - Throws: ``StoreTrouble`` when the disk is to blame, and what the body throws.
    public func read<T: Sendable>(_ body: @escaping @Sendable (any StoreReading) throws -> T) async throws -> T {
        try Task.checkCancellation()
        return try StoreTrouble.naming { try readers.read { try body(Transaction(db: $0)) } }
    }

    /// Runs one transaction. It may share its commit with others, and is on the disk when this returns.
    ///
    /// - Throws: ``StoreTrouble`` when the disk is to blame, and what the body throws.
    public func write<T: Sendable>(_ body: @escaping @Sendable (any StoreWriting) throws -> T) async throws -> T {
        let touched = TouchedParts()
        let result = try await StoreTrouble.naming { try await commits.write { try body(Transaction(db: $0, touched: touched)) } }
        writes.advance()
        if touched.includeConfiguration { configuration.advance() }
        if touched.includeOutbox { outboxBell.ring() }
        return result
    }

    /// Closes the database; every later call throws. Call it when nobody reads or writes any more.
    public func close() throws {
        // A reader cannot empty the log, and the last to close has to: without this a copy of the database file alone would be a
        // backup without its newest rows.
        _ = try database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try readers.close()
        try database.close()
    }
}
