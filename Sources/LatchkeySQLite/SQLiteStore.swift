import GRDB
public import LatchkeyIdentity
public import LatchkeySQL
import LatchkeyTracing

/// An account store in one SQLite database.
///
/// A file is in WAL mode: readers see the last commit and never wait for a writer. Concurrent writes share commits (``GroupCommit``).
/// When a write returns, it is committed: on the disk with ``SynchronousLevel/full``, the default.
public struct SQLiteStore: SQLStore {
    let database: DatabaseQueue
    let readers: ReaderPool
    let commits: GroupCommit<SQLiteWriter>
    /// The key of the chain of events; `nil` if the store was opened without its master key.
    let chain: EventChainKey?
    /// The write-ahead log, if the store was opened for an archive.
    public let log: StoreLog?
    private let writes = StoreRevision()
    private let configuration = StoreRevision()
    /// The bell that rings after a write that added a message to the outbox, or a delivery to a webhook.
    public let outboxBell = OutboxBell()
    /// The steps at the end of transactions with events.
    public let commitSteps = CommitSteps()
    /// The observers of committed events.
    public let committedEvents = CommittedEvents()

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - database: The connection for writing. The database must be migrated.
    ///   - readers: The connections for reading; empty for a database in memory.
    ///   - chain: The key of the chain of events.
    ///   - log: The write-ahead log for an archive.
    init(_ database: DatabaseQueue, readers: [DatabaseQueue] = [], chain: EventChainKey?, log: StoreLog? = nil) {
        self.database = database
        self.chain = chain
        self.log = log
        self.readers = ReaderPool(readers.isEmpty ? [database] : readers)
        commits = GroupCommit(SQLiteWriter(database: database))
    }

    /// The realtime databases.
    public var trees: SQLTreeStore { SQLTreeStore(transactions, isShared: false) }
    /// The audit log.
    public var record: SQLEventRecord { SQLEventRecord(transactions, chain: chain, committedEvents: committedEvents) }
    private var transactions: SQLiteTransactions { SQLiteTransactions(readers: readers, commits: commits) }

    /// Whether the store was opened with the master key, which opens the key of the chain.
    public var keepsChain: Bool { chain != nil }

    /// The durations of all commits since the store was opened. A commit contains up to 256 transactions.
    public var commitTimes: DurationBuckets { commits.times }
    /// The number of transactions that wait for the current commit.
    public var waitingTransactions: Int { commits.waitingCount }

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
        return try StoreTrouble.naming { try readers.read { try body(Transaction(GRDBConnection($0))) } }
    }

    /// Runs one transaction. It may share its commit with others, and is committed when this returns.
    ///
    /// - Throws: ``StoreTrouble`` for errors of the disk, and the errors of the closure.
    public func write<T: Sendable>(_ body: @escaping @Sendable (any StoreWriting) throws -> T) async throws -> T {
        let touched = TouchedParts()
        let steps = commitSteps
        // A message in the outbox notes the request that wrote it, and `body` runs outside of the request's task.
        let request = ActiveSpan.current
        let result = try await ActiveSpan.below("store transaction") { [chain] span in
            span?.set(.databaseSystem, .text("sqlite"))
            return try await StoreTrouble.naming {
                try await commits.write { db in
                    let transaction = Transaction(GRDBConnection(db), touched: touched, chain: chain)
                    let result = try ActiveSpan.$current.withValue(request) { try body(transaction) }
                    try transaction.requireOpen()
                    try steps.complete(touched.events, in: transaction)
                    try transaction.requireOpen()
                    return result
                }
            }
        }
        writes.advance()
        if touched.includeConfiguration { configuration.advance() }
        if touched.includeOutbox { outboxBell.ring() }
        committedEvents.tell(touched.events)
        return result
    }

    /// Waits until everything that was committed is on the disk, also with ``SynchronousLevel/normal``.
    public func makeDurable() async throws {
        try await StoreTrouble.naming {
            try await database.writeWithoutTransaction { db in
                let level = try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? SynchronousLevel.full.number
                try db.execute(sql: "PRAGMA synchronous = \(SynchronousLevel.full.number)")
                defer { try? db.execute(sql: "PRAGMA synchronous = \(level)") }
                try db.inTransaction {
                    try GRDBConnection(db).proveWritable()
                    return .commit
                }
            }
        }
    }

    /// Closes the database. Later calls throw. Call it when no reads and writes are in progress.
    public func close() throws {
        // A reader cannot truncate the WAL when it is the last connection to close. A copy of the database file alone would then lack the
        // newest rows.
        if log == nil { _ = try database.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
        try readers.close()
        try log?.close()
        try database.close()
    }
}
