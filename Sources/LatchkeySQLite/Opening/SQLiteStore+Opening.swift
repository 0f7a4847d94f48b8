import CLatchkeySQLite
import Foundation
import GRDB
public import LatchkeyIdentity
import LatchkeySQL
import LatchkeySecrets

extension SQLiteStore {
    /// The time that a statement waits for another process with a lock, such as a command that runs beside the server.
    private static let busyTimeoutSeconds = 5.0

    /// The number of readers: one for each thread that handles requests, and one for other callers.
    private static let readerCount = ProcessInfo.processInfo.activeProcessorCount + 1

    /// The page cache of the writer in KiB. After a page was split, the commit looks at all cached pages (`pcache1TruncateUnsafe`), so a
    /// larger cache makes small commits slower.
    private static let writerCacheKibibytes = 8192

    /// The number of pages that one transaction can change before SQLite writes them to the WAL early, and possibly again at the commit.
    /// When rows arrive in no order, as in a user import, a transaction changes pages of all indexes.
    private static let pagesBeforeSpill = 8192

    /// The checkpoint interval in pages, which is a WAL of 16 MiB. Pages that many transactions change, such as those of indexes, are then
    /// written back only once.
    private static let pagesBetweenCheckpoints = 4096

    /// Opens a store in a file, and creates it if necessary. Only the owner of the file can read it.
    ///
    /// - Parameters:
    ///   - path: The path of the database. Its folder must exist. SQLite adds files with the suffixes `-wal` and `-shm`.
    ///   - mode: The mode of the store. A new store is marked with it; an existing store must have this mark.
    ///   - synchronous: Whether a commit waits for the disk.
    ///   - sealer: The master key, which opens the key of the chain of events. Without it, events are recorded outside of the chain, and
    ///     ``verifyEvents(containing:)`` reports them.
    ///   - isArchived: Whether an archive reads the ``log``, and decides when it is moved into the database.
    /// - Throws: ``StoreOpenError``. A file that is not a matching store is not changed.
    public static func open(
        path: String, mode: StoreMode, synchronous: SynchronousLevel = .full, sealer: Sealer? = nil, isArchived: Bool = false
    ) throws -> SQLiteStore {
        try open(
            path: path, mode: mode, synchronous: synchronous, sealer: sealer, isArchived: isArchived, configuration: configuration())
    }

    /// Creates a store in memory, for the emulator and for tests.
    public static func inMemory() throws -> SQLiteStore {
        try inMemory(configuration: configuration())
    }

    static func open(
        path: String, mode: StoreMode, synchronous: SynchronousLevel = .full, sealer: Sealer? = nil, isArchived: Bool = false,
        configuration: Configuration
    ) throws -> SQLiteStore {
        let file = StoreFile(path: path)
        let lastChange = StoreLog.lastChange(of: path)
        let commits = isArchived ? CommitLog() : nil
        do {
            try file.prepare()
            try file.inspect(for: mode)
            var writing = configuration
            writing.journalMode = .wal
            let writer = try DatabaseQueue(path: path, configuration: writing)
            try writer.writeWithoutTransaction {
                try set(synchronous, in: $0)
                try $0.execute(
                    sql: """
                        PRAGMA cache_size = -\(writerCacheKibibytes); PRAGMA cache_spill = \(pagesBeforeSpill);
                        PRAGMA wal_autocheckpoint = \(pagesBetweenCheckpoints)
                        """)
                commits?.observe($0)
            }
            try Migrations.migrator(marking: mode).migrate(writer)
            let chain = try sealer.flatMap { sealer in
                try writer.write { try EventChainKey.stored(in: Transaction(GRDBConnection($0)), sealer: sealer) }
            }
            var reading = configuration
            reading.readonly = true
            let readers = try (0..<readerCount).map { _ in try DatabaseQueue(path: path, configuration: reading) }
            let log = try commits.map {
                // A checkpoint must not wait for readers while it blocks the writer.
                var moving = configuration
                moving.busyMode = .immediateError
                let checkpointer = try DatabaseQueue(path: path, configuration: moving)
                try checkpointer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0") }
                return StoreLog(writer: writer, checkpointer: checkpointer, log: $0, path: path, lastChange: lastChange)
            }
            return SQLiteStore(writer, readers: readers, chain: chain, log: log)
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            throw StoreOpenError.damaged(path, because: error.message ?? "SQLite's result code \(error.extendedResultCode.rawValue)")
        } catch let error as DatabaseError {
            throw StoreOpenError.cannotOpen(path, because: error.message ?? "SQLite's result code \(error.extendedResultCode.rawValue)")
        }
    }

    static func inMemory(configuration: Configuration) throws -> SQLiteStore {
        let queue = try DatabaseQueue(configuration: configuration)
        // If such a database is ever copied to a disk, it must not be mistaken for one with real users.
        try Migrations.migrator(marking: .sandbox).migrate(queue)
        let chain = EventChainKey(random: .system)
        try queue.write { try chain.begin(in: Transaction(GRDBConnection($0)), sealedKey: nil) }
        return SQLiteStore(queue, chain: chain)
    }

    /// SQLite copies each page that a savepoint, or a statement with triggers, changes. Copies that need more memory than this are in a
    /// temporary file; SQLite's own limit is 64 KiB, and writing the file took half of the time of the writer in an import.
    ///
    /// SQLite moves the copies to the file with one write, of which it uses the lower 17 bits of the size: a larger limit makes large
    /// changes fail as if the disk were full.
    private static let journalBytesInMemory: Int32 = 131_071

    /// Settings of SQLite for the process. Once SQLite is initialized, it refuses them and keeps its own, which are only slower.
    private static let processSettings: Void = {
        // SQLite's memory statistics take a global lock for each allocation, and nothing reads them.
        _ = latchkey_sqlite_stop_counting_memory()
        _ = latchkey_sqlite_keep_journals_in_memory(journalBytesInMemory)
    }()

    static func configuration() -> Configuration {
        processSettings
        var configuration = Configuration()
        configuration.label = "latchkey"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(busyTimeoutSeconds)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
        return configuration
    }

    /// GRDB sets `synchronous` to NORMAL when it switches to WAL, so this must run after the database is opened.
    private static func set(_ synchronous: SynchronousLevel, in db: Database) throws {
        // On Apple platforms, `fullfsync` also flushes the cache of the disk. On other platforms, it has no effect.
        try db.execute(sql: "PRAGMA synchronous = \(synchronous.number); PRAGMA fullfsync = ON")
        let level = try Int.fetchOne(db, sql: "PRAGMA synchronous")
        guard level == synchronous.number else { throw StoreOpenError.notDurable(wanted: synchronous, level: level) }
    }
}
