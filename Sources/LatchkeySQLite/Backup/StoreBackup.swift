import Foundation
import GRDB
public import LatchkeyIdentity
import LatchkeySQL

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Copies of a store in one file each.
public enum StoreBackup {
    /// The contents of a checked copy.
    public struct Summary: Sendable, Equatable {
        /// The kind of accounts.
        public let mode: StoreMode
        /// The number of accounts of all projects.
        public let accounts: Int
        /// The number of realtime databases.
        public let databases: Int
        /// The size of the file in bytes.
        public let bytes: Int
        /// A value that is encrypted with the master key of the store; `nil` if it has none yet.
        package let sealedSample: SealedSample?
        /// The number of sealed values under each master key. There are several keys in a copy from the time of a replacement.
        package let masterKeys: [MasterKeyID: Int]
    }

    /// A signer key of a project, which shows whether a master key is the one of a store.
    package struct SealedSample: Sendable, Equatable {
        package let project: ProjectID
        package let secret: SealedSecret
    }

    /// Pages for each step, between which the progress is reported: 4 MiB.
    private static let pagesPerStep: CInt = 1024
    private static let page = 4096

    /// Copies a store, also while a server uses it. The copy is a consistent state of the store: the one at the call.
    ///
    /// It is a single file that only its owner can read. It is checked before the call returns, and removed if a step fails.
    ///
    /// - Parameters:
    ///   - store: The path of the store.
    ///   - file: The path of the copy, which must not exist.
    ///   - progress: Called with the copied and the total number of bytes. An error ends the copy.
    /// - Returns: The contents of the copy.
    /// - Throws: ``BackupError``.
    public static func copy(
        storeAt store: String, to file: String, progress: @escaping (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws(BackupError) -> Summary {
        guard FileManager.default.fileExists(atPath: store) else { throw BackupError("There is no store at \(store).") }
        return try create(file) {
            var reading = SQLiteStore.configuration()
            reading.readonly = true
            let source = try DatabaseQueue(path: store, configuration: reading)
            defer { try? source.close() }
            try write(source, to: file, progress)
        }
    }

    /// Copies the view of a connection.
    static func copy(
        view source: DatabaseQueue, to file: String, progress: @escaping (_ done: Int, _ total: Int) throws -> Void
    ) throws(BackupError) -> Summary {
        try create(file) { try write(source, to: file, progress) }
    }

    private static func create(_ file: String, _ write: () throws -> Void) throws(BackupError) -> Summary {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BackupError("\(file) cannot be created: \(String(cString: strerror(errno))).") }
        close(descriptor)
        do {
            try write()
            return try check(file)
        } catch {
            for suffix in ["", "-journal", "-wal", "-shm"] { unlink(file + suffix) }
            throw error as? BackupError ?? BackupError("The copy \(file) cannot be written: \(reason(error)).")
        }
    }

    private static func write(_ source: DatabaseQueue, to file: String, _ progress: @escaping (Int, Int) throws -> Void) throws {
        let copy = try DatabaseQueue(path: file, configuration: SQLiteStore.configuration())
        defer { try? copy.close() }
        // All steps are in one transaction for reading, which writers do not disturb.
        try source.inDatabase { source in
            try copy.inDatabase { copy in
                try source.backup(to: copy, pagesPerStep: pagesPerStep) {
                    try progress($0.completedPageCount * page, $0.totalPageCount * page)
                }
            }
        }
        // The pages say that the store has a WAL; a copy is one file.
        try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE") }
    }

    /// Checks that a file is an intact store that this version can open. The file is not changed.
    ///
    /// - Throws: ``BackupError`` with what is wrong.
    public static func check(_ file: String) throws(BackupError) -> Summary {
        do {
            var configuration = SQLiteStore.configuration()
            configuration.readonly = true
            let database = try DatabaseQueue(path: file, configuration: configuration)
            defer { try? database.close() }
            let mode = try database.read { db in
                try String.fetchOne(db, sql: "SELECT mode FROM store_marker").flatMap { StoreMode(rawValue: $0) }
            }
            try StoreFile(path: file).inspect(for: mode ?? .real)
            return try database.read { db in
                let keys = try Transaction(GRDBConnection(db)).presentSealedValueCounts()
                let found = try String.fetchAll(db, sql: "PRAGMA integrity_check(3)")
                guard found == ["ok"] else { throw BackupError("\(file) is damaged: \(found.joined(separator: "; ")).") }
                guard try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") == nil else {
                    throw BackupError("\(file) is damaged: rows refer to others that are missing.")
                }
                return Summary(
                    mode: mode ?? .real, accounts: try Int.fetchOne(db, sql: "SELECT count(*) FROM account") ?? 0,
                    databases: try Int.fetchOne(db, sql: "SELECT count(*) FROM realtime_database") ?? 0,
                    bytes: (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0,
                    sealedSample: try Row.fetchOne(db, sql: "SELECT id, sealed_signer_key FROM project ORDER BY id LIMIT 1").map {
                        SealedSample(
                            project: ProjectID(rawValue: $0["id"]), secret: SealedSecret(bytes: Array($0["sealed_signer_key"] as Data)))
                    },
                    masterKeys: keys)
            }
        } catch {
            switch error {
            case let error as BackupError: throw error
            case let error as StoreOpenError: throw BackupError(error.detail)
            default: throw BackupError("\(file) is not a copy of a store, or is damaged: \(reason(error)).")
            }
        }
    }

    private static func reason(_ error: any Error) -> String { (error as? DatabaseError)?.message ?? "\(error)" }
}

/// Why a store cannot be copied, or a copy cannot be used.
public struct BackupError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The problem, for the operator.
    public let description: String

    init(_ description: String) { self.description = description }
}
