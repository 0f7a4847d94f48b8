import Crypto
import Foundation
import LatchkeyIdentity
import LatchkeySQL
import LatchkeySecrets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A server's data folder: its database, its master key, and the lock against a second server.
final class DataFolder: Sendable {
    let path: String
    private let lock: Int32

    var databasePath: String { Self.databasePath(in: path) }
    var socketPath: String { path + "/" + Self.socketName }

    static let socketName = "control.sock"

    /// Whether there is no store, or one without content: its data was lost, or the first start was interrupted.
    var lacksStore: Bool {
        let sizes = ["", "-wal"].map { (try? FileManager.default.attributesOfItem(atPath: databasePath + $0))?[.size] as? Int }
        return sizes.allSatisfy { ($0 ?? 0) == 0 }
    }

    static func databasePath(in folder: String) -> String { folder + "/latchkey.db" }

    /// Returns the files of a store in a folder. One beside the database belongs to it too: SQLite would apply an old `-wal` to another database.
    static func storeFiles(in folder: String) -> [String] {
        ["", "-wal", "-shm", "-journal"].map { databasePath(in: folder) + $0 }.filter { FileManager.default.fileExists(atPath: $0) }
    }

    /// Locks the folder for this process, and creates it if it does not exist.
    ///
    /// - Parameter option: The option that names the folder, for messages.
    /// - Throws: ``DataFolderError``.
    init(taking path: String, option: String = "--data") throws {
        self.path = path
        let mend = "Set a writable folder with \(option)."
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            // The error itself is a dump of several lines that contains the system's error.
            let system = (error as? CocoaError)?.underlying as? POSIXError
            let reason = system.map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)"
            throw DataFolderError("The data folder \(path) cannot be created: \(reason). \(mend)")
        }
        lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            throw DataFolderError("The data folder \(path) cannot be written to: \(String(cString: strerror(errno))). \(mend)")
        }
        // All properties are set, so that `deinit` closes the lock when the initializer throws from here on.
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw DataFolderError(
                "Another latchkey uses the data folder \(path). Stop it first, or set another folder with \(option).",
                isLocked: true)
        }
        try Self.makePrivate(path)
    }

    /// Restricts access to the folder. Its files have their own permissions; this protects files of other programs, such as backups.
    private static func makePrivate(_ path: String) throws {
        guard chmod(path, 0o700) == 0 else {
            throw DataFolderError(
                "Other users can access the data folder \(path), and its permissions cannot be changed: "
                    + "\(String(cString: strerror(errno))). Make this user its owner, or run `chmod 700` on it.")
        }
    }

    deinit {
        close(lock)
    }

    /// Checks that the folder's secrets were encrypted with a master key; encrypting more with another key would lose them.
    ///
    /// - Throws: ``DataFolderError``.
    func check(_ sealer: Sealer, opens store: any SQLStore) async throws {
        if let project = try await store.read({ try $0.projects().first }) {
            let context = PasswordHashing.sealingContext(project: project.id)
            guard (try? sealer.open(project.passwordHashing.sealedSignerKey, for: context)) != nil else {
                throw DataFolderError(
                    """
                    The secrets in \(path) were encrypted with a different master key. Restore the correct key, or \
                    \(MasterKeySource.advice)
                    """)
            }
        }
        // Otherwise, events would be recorded outside of the chain.
        guard store.keepsChain else {
            throw unusable(try await store.read { try $0.eventChainKeyProblem(sealer) })
        }
    }

    private func unusable(_ chainKey: EventChainKeyProblem) -> DataFolderError {
        switch chainKey {
        case .missing(let id):
            DataFolderError(
                "The key of the audit log in \(path) needs the master key \(id): provide it as the second key, and run this again.")
        case .removed:
            DataFolderError(
                """
                The key of the audit log was removed from latchkey.db in \(path) by another program. Restore a backup with \
                `latchkey restore`.
                """)
        case .changed:
            DataFolderError(
                """
                The key of the audit log in \(path) cannot be opened with this master key: the file latchkey.db was changed by another \
                program. Restore a backup with `latchkey restore`.
                """)
        }
    }

    /// Returns the master keys that encrypt secrets, or makes one for a new store if no setting names a source.
    ///
    /// - Parameter place: Where the store is.
    /// - Throws: ``DataFolderError`` when the key cannot be read. The key of a folder with data is never made, because a new key could not
    ///   decrypt anything.
    func masterKeys(from source: MasterKeySource, for place: StorePlace) throws -> MasterKeys {
        // Before a key is made for a store that does not open.
        if place.isFolder { try Self.requireStore(in: path) }
        do {
            guard case .standardFile(let path) = source else { return try source.read() }
            let exists = try FileManager.default.fileExists(atPath: path) || place.hasStore(in: self.path)
            return exists ? try source.read() : try makeMasterKey(in: path)
        } catch let mistake as ConfigurationMistake {
            throw DataFolderError("\(mistake.key): \(mistake.problem) \(mistake.mend)")
        }
    }

    private func makeMasterKey(in path: String) throws -> MasterKeys {
        let key = SymmetricKey(size: .bits256)
        do {
            try MasterKeyFile(path: path).create(MasterKey.text(of: key))
        } catch {
            throw DataFolderError("The master key cannot be written to \(path): \(error).")
        }
        return MasterKeys(current: key)
    }
}

/// The reason why a data folder cannot be used.
struct DataFolderError: Error, CustomStringConvertible {
    let description: String
    /// Whether another process uses the folder.
    let isLocked: Bool

    init(_ description: String, isLocked: Bool = false) {
        self.description = description
        self.isLocked = isLocked
    }
}
