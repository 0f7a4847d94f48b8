import Foundation
import LatchkeyIdentity
import LatchkeyPostgres
import LatchkeySQL
import LatchkeySQLite
import LatchkeySecrets

/// Where the accounts and databases are stored.
enum StorePlace: Sendable, Equatable {
    /// A file of SQLite in the data folder.
    case folder
    /// A PostgreSQL database: its URI, which may contain a password, and the password if it has another source.
    case postgres(Secret<String>, password: Secret<String>?)

    /// The kind of a place, for `latchkey status`.
    enum Kind: String, Codable {
        case folder
        case postgresql
    }

    var kind: Kind { isFolder ? .folder : .postgresql }

    /// Whether the place is the data folder, which backups and the archive copy.
    var isFolder: Bool { self == .folder }
}

/// An open store.
struct OpenedStore: Sendable {
    let store: any SQLStore
    /// The log that the archive reads; `nil` without an archive.
    var log: StoreLog?
    /// The store in PostgreSQL, which another process may take over.
    var shared: PostgresStore?
}

extension StorePlace {
    /// Whether there is a store.
    ///
    /// - Parameter folder: The path of the data folder.
    func hasStore(in folder: String) throws -> Bool {
        switch self {
        case .folder: FileManager.default.fileExists(atPath: DataFolder.databasePath(in: folder))
        case .postgres(let uri, let password): try !PostgresStore.isNew(uri.expose(), password: password)
        }
    }
}

extension DataFolder {
    /// A file that says that the store is not in the folder, so that a forgotten setting does not begin or use another one there.
    static func elsewherePath(in folder: String) -> String { folder + "/store-in-postgresql" }

    /// Creates this file.
    func noteStoreElsewhere() throws {
        let place = Self.elsewherePath(in: path)
        guard !FileManager.default.fileExists(atPath: place) else { return }
        try Data("The data of this folder's server is in PostgreSQL.\n".utf8).write(to: URL(fileURLWithPath: place))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place)
    }

    /// The store in a folder to which one is moved, until it is complete.
    static func incompletePath(in folder: String) -> String { databasePath(in: folder) + ".moving" }

    /// - Throws: ``DataFolderError`` if the data of the folder's server is in PostgreSQL, or a move to the folder is not finished.
    static func requireStore(in folder: String) throws {
        let (place, incomplete) = (elsewherePath(in: folder), incompletePath(in: folder))
        if FileManager.default.fileExists(atPath: incomplete) {
            throw DataFolderError(
                """
                A move to the data folder \(folder) is not finished. Run the same `latchkey move` command again. To give it up, remove \
                \(incomplete), with the suffixes -wal and -shm too.
                """)
        }
        guard FileManager.default.fileExists(atPath: place) else { return }
        let other =
            FileManager.default.fileExists(atPath: databasePath(in: folder))
            ? " The folder has an older store too. To go back to it, without the changes since then, remove \(place)." : ""
        throw DataFolderError(
            """
            The server of the data folder \(folder) stores its data in PostgreSQL. Set store, for example with LATCHKEY_STORE or \
            --store.\(other)
            """)
    }

    /// - Parameters:
    ///   - sealer: The master key, for the chain of the audit log.
    ///   - isArchived: Whether an archive reads the store's log.
    ///   - node: This node, if several nodes share the store.
    ///   - waiting: Called before a wait for leases of nodes to end, with its length.
    func openStore(
        at place: StorePlace = .folder, sandbox: Bool, synchronous: SynchronousLevel = .full, sealer: Sealer, isArchived: Bool = false,
        node: NodePlace? = nil, waiting: (Duration) -> Void = { _ in }
    ) throws -> OpenedStore {
        let mode: StoreMode = sandbox ? .sandbox : .real
        switch place {
        case .folder:
            try Self.requireStore(in: path)
            let store = try SQLiteStore.open(
                path: databasePath, mode: mode, synchronous: synchronous, sealer: sealer, isArchived: isArchived)
            return OpenedStore(store: store, log: store.log)
        case .postgres(let uri, let password):
            do {
                let store =
                    if let node {
                        try PostgresStore.open(uri.expose(), password: password, mode: mode, sealer: sealer, as: node, waiting: waiting)
                    } else {
                        try PostgresStore.open(
                            uri.expose(), password: password, mode: mode, sealer: sealer, isExclusive: true, waiting: waiting)
                    }
                return OpenedStore(store: store, shared: store)
            } catch let error as StoreOpenError where error.code == .wrongMasterKey {
                throw DataFolderError(
                    """
                    \(error.detail) Restore the correct key, or \(MasterKeySource.advice) If you are replacing the key, provide the \
                    previous one as the second key.
                    """)
            }
        }
    }

    /// Opens the store in its own mode, so that commands need not specify whether it is a sandbox.
    ///
    /// - Parameter newAsSandbox: Whether a new store is a sandbox.
    func openStoreInItsMode(
        at place: StorePlace, newAsSandbox: Bool, sealer: Sealer
    ) throws -> (store: any SQLStore, isSandbox: Bool) {
        let first = try newAsSandbox && !place.hasStore(in: path)
        do {
            return (try openStore(at: place, sandbox: first, sealer: sealer).store, first)
        } catch let error as StoreOpenError where error.code == .wrongMode {
            return (try openStore(at: place, sandbox: !first, sealer: sealer).store, !first)
        }
    }
}
