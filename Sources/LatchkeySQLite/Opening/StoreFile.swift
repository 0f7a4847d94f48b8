import Foundation
import GRDB
import LatchkeyIdentity

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The file of a store before it is opened as a store.
struct StoreFile {
    let path: String

    private static let ownerOnly: mode_t = 0o600
    private static let othersMask = 0o077

    /// Creates the file if necessary, and restricts its permissions to the owner.
    ///
    /// SQLite creates its additional files with the permissions of the database.
    func prepare() throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, Self.ownerOnly)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw StoreOpenError.cannotOpen(path, because: Self.reason())
        }
        // An existing database is not opened here, because closing it would release the locks of this process (POSIX).
        for name in [path, path + "-wal", path + "-shm"] { try makePrivate(name) }
    }

    private func makePrivate(_ name: String) throws {
        guard access(name, F_OK) == 0 else {
            if errno == ENOENT { return }
            throw StoreOpenError.cannotOpen(name, because: Self.reason())
        }
        // On a disk that is read-only, not even the same permissions can be set.
        let permissions = try? FileManager.default.attributesOfItem(atPath: name)[.posixPermissions] as? Int
        guard permissions.map({ $0 & Self.othersMask != 0 }) != false else { return }
        guard chmod(name, Self.ownerOnly) == 0 else { throw StoreOpenError.notPrivate(name, because: Self.reason()) }
    }

    private static func reason() -> String {
        String(cString: strerror(errno))
    }

    /// Checks that the file is new, or a store of this mode with a known schema. It does not change the file.
    func inspect(for mode: StoreMode) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        do {
            let database = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? database.close() }
            try database.read { try inspect($0, for: mode) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw StoreOpenError.notAStore(path, found: "no SQLite database")
        }
    }

    private func inspect(_ db: Database, for mode: StoreMode) throws {
        let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        // An interrupted first start leaves only the table of the migrator.
        let isNew = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema WHERE tbl_name <> 'grdb_migrations'") == 0
        if isNew && application == 0 { return }
        guard application == Migrations.applicationID else {
            throw StoreOpenError.notAStore(path, found: "a database of another program")
        }
        let migrator = Migrations.migrator(marking: mode)
        let unknown = try migrator.appliedIdentifiers(db).subtracting(migrator.migrations)
        guard !unknown.contains(where: Migrations.isPrerelease) else { throw StoreOpenError.olderSchema(path) }
        guard unknown.isEmpty else { throw StoreOpenError.newerSchema(path, unknown: unknown.sorted()) }
        let mark = try String.fetchOne(db, sql: "SELECT mode FROM store_marker")
        guard mark == mode.rawValue else { throw StoreOpenError.wrongMode(path, found: mark ?? "no", wanted: mode) }
    }
}
