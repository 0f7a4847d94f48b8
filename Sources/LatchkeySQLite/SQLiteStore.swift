import GRDB
public import LatchkeyIdentity

/// An account store in one SQLite database.
///
/// A file is in WAL mode: readers see the last commit and never wait for a writer. Concurrent writes share commits (``GroupCommit``).
/// When a write returns, it is committed: on the disk with ``SynchronousLevel/full``, the default.
public struct SQLiteStore: AccountStore {
    let database: DatabaseQueue
    let readers: ReaderPool
    let commits: GroupCommit
    private let writes = StoreRevision()
    private let configuration = StoreRevision()
    /// The bell that rings after a write that added a message to the outbox.
    public let outboxBell = OutboxBell()

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - database: The connection for writing. The database must be migrated.
    ///   - readers: The connections for reading; empty for a database in memory.
    init(_ database: DatabaseQueue, readers: [DatabaseQueue] = []) {
        self.database = database
        self.readers = ReaderPool(readers.isEmpty ? [database] : readers)
        commits = GroupCommit(database)
    }

    /// A number that grows with every write that may have changed the configuration of a project, or the signing keys.
    public var configurationRevision: Int { configuration.current }
    /// A number that grows with every write.
    public var revision: Int { writes.current }
    /// Zero, because a store has one process: the server, or a command while the server is stopped.
    public var maxRevisionDelay: Duration { .zero }

    /// Reads from one consistent view, on the calling thread, because reading a few rows takes less time than a switch to another thread. A
    /// read never waits for a writer, except in memory, where there is one connection.
    ///
    /// - Throws: ``StoreTrouble`` for errors of the disk, and the errors of the closure.
    public func read<T: Sendable>(_ body: @escaping @Sendable (any StoreReading) throws -> T) async throws -> T {
        try Task.checkCancellation()
        return try StoreTrouble.naming { try readers.read { try body(Transaction(db: $0)) } }
    }

    /// Runs one transaction. It may share its commit with others, and is committed when this returns.
    ///
    /// - Throws: ``StoreTrouble`` for errors of the disk, and the errors of the closure.
    public func write<T: Sendable>(_ body: @escaping @Sendable (any StoreWriting) throws -> T) async throws -> T {
        let touched = TouchedParts()
        let result = try await StoreTrouble.naming {
            try await commits.write { db in
                let transaction = Transaction(db: db, touched: touched, end: TransactionEnd())
                let result = try body(transaction)
                try transaction.requireOpen()
                return result
            }
        }
        writes.advance()
        if touched.includeConfiguration { configuration.advance() }
        if touched.includeOutbox { outboxBell.ring() }
        return result
    }

    /// Closes the database. Later calls throw. Call it when no reads and writes are in progress.
    public func close() throws {
        // A reader cannot truncate the WAL when it is the last connection to close. A copy of the database file alone would then lack the
        // newest rows.
        _ = try database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try readers.close()
        try database.close()
    }
}
