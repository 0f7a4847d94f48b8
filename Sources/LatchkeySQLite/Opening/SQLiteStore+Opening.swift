import GRDB

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SQLiteStore {
    /// How long a statement waits for another process that holds the database, such as a command run beside the server.
    private static let busyTimeoutSeconds = 5.0

    /// One for each thread that answers requests, and one more for who calls from elsewhere.
    private static let readerCount = ProcessInfo.processInfo.activeProcessorCount + 1

    /// Where rows come in no order, as they do when many users move in, every index is written to all over.
    private static let writerCacheKibibytes = 32_768

    /// 16 MiB of log: pages that many transactions change, as those of the indexes, are brought home once for all of them.
    private static let pagesBetweenCheckpoints = 4096

    /// Opens a store in a file, or makes it there; nobody but its owner may read it.
    ///
    /// - Parameters:
    ///   - path: The database; its folder has to exist. `-wal` and `-shm` files appear beside it.
    ///   - mode: What the store is for. A new store is marked with it, an old one has to bear its mark.
    /// - Throws: ``StoreOpenError``, before anything was changed in a file that is not for us.
    public static func open(path: String, mode: StoreMode) throws -> SQLiteStore {
        try open(path: path, mode: mode, configuration: configuration())
    }

    /// A store in memory, gone with the process: for the emulator and for tests.
    public static func inMemory() throws -> SQLiteStore {
        try inMemory(configuration: configuration())
    }

    static func open(path: String, mode: StoreMode, configuration: Configuration) throws -> SQLiteStore {
        let file = StoreFile(path: path)
        do {
            try file.prepare()
            try file.inspect(for: mode)
            var writing = configuration
            writing.journalMode = .wal
            let writer = try DatabaseQueue(path: path, configuration: writing)
            try writer.writeWithoutTransaction {
                try makeDurable($0)
                try $0.execute(sql: "PRAGMA cache_size = -\(writerCacheKibibytes); PRAGMA wal_autocheckpoint = \(pagesBetweenCheckpoints)")
            }
            try Migrations.migrator(marking: mode).migrate(writer)
            var reading = configuration
            reading.readonly = true
            let readers = try (0..<readerCount).map { _ in try DatabaseQueue(path: path, configuration: reading) }
            return SQLiteStore(writer, readers: readers)
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            throw StoreOpenError.damaged(path, because: error.message ?? "SQLite's result code \(error.extendedResultCode.rawValue)")
        } catch let error as DatabaseError {
            throw StoreOpenError.cannotOpen(path, because: error.message ?? "SQLite's result code \(error.extendedResultCode.rawValue)")
        }
    }

    static func inMemory(configuration: Configuration) throws -> SQLiteStore {
        let queue = try DatabaseQueue(configuration: configuration)
        // Should such a database ever be copied to a disk, it must not pass for one with real users.
        try Migrations.migrator(marking: .sandbox).migrate(queue)
        return SQLiteStore(queue)
    }

    static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "latchkey"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(busyTimeoutSeconds)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
        return configuration
    }

    /// Lets a commit return only when the disk has it.
    ///
    /// GRDB lowers `synchronous` to NORMAL on the writer as it switches to WAL, so this comes after opening, not while it prepares.
    private static func makeDurable(_ db: Database) throws {
        // On Apple's systems the disk's own cache is emptied too; elsewhere the second line means nothing.
        try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
        let level = try Int.fetchOne(db, sql: "PRAGMA synchronous")
        guard level == fullySynchronous else { throw StoreOpenError.notDurable(level: level) }
    }

    /// What `PRAGMA synchronous` says for FULL.
    static let fullySynchronous = 2
}
