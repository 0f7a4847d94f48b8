import Crypto
import Foundation
import LatchkeyIdentity
import LatchkeySQLite
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
    private static let mend = "Set a writable folder with --data."

    static func databasePath(in folder: String) -> String { folder + "/latchkey.db" }

    /// Locks the folder for this process, and creates it if it does not exist.
    ///
    /// - Throws: ``DataFolderError``.
    init(taking path: String) throws {
        self.path = path
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            // The error itself is a dump of several lines that contains the system's error.
            let system = (error as? CocoaError)?.underlying as? POSIXError
            let reason = system.map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)"
            throw DataFolderError("The data folder \(path) cannot be created: \(reason). \(Self.mend)")
        }
        lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            throw DataFolderError("The data folder \(path) cannot be written to: \(String(cString: strerror(errno))). \(Self.mend)")
        }
        // All properties are set, so that `deinit` closes the lock when the initializer throws from here on.
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw DataFolderError(
                "Another latchkey uses the data folder \(path). Stop it first, or set another folder with --data.",
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

    func openStore(sandbox: Bool, synchronous: SynchronousLevel = .full) throws -> SQLiteStore {
        try SQLiteStore.open(path: databasePath, mode: sandbox ? .sandbox : .real, synchronous: synchronous)
    }

    /// Opens the store in its own mode, so that commands need not specify whether it is a sandbox.
    ///
    /// - Parameter newAsSandbox: Whether a new store is a sandbox.
    func openStoreInItsMode(newAsSandbox: Bool) throws -> (store: SQLiteStore, isSandbox: Bool) {
        guard FileManager.default.fileExists(atPath: databasePath) else {
            return (try openStore(sandbox: newAsSandbox), newAsSandbox)
        }
        do {
            return (try openStore(sandbox: false), false)
        } catch let error as StoreOpenError where error.code == .wrongMode {
            return (try openStore(sandbox: true), true)
        }
    }

    /// Checks that the folder's secrets were encrypted with a master key; encrypting more with another key would lose them.
    ///
    /// - Throws: ``DataFolderError``.
    func check(_ sealer: Sealer, opens store: any AccountStore) async throws {
        guard let project = try await store.read({ try $0.projects().first }) else { return }
        let context = PasswordHashing.sealingContext(project: project.id)
        guard (try? sealer.open(project.passwordHashing.sealedSignerKey, for: context)) != nil else {
            throw DataFolderError(
                """
                The secrets in \(path) were encrypted with a different master key. Restore the correct key, set its file with \
                --master-key-file, or set LATCHKEY_MASTER_KEY.
                """)
        }
    }

    /// Returns the master key that encrypts secrets: from the environment or a file, or a new key for a new folder.
    ///
    /// - Throws: ``DataFolderError`` when the key of a folder with data is missing, because a new key could not decrypt anything, and
    ///   when the specified file does not exist.
    func masterKey(environment: [String: String], file: String?) throws -> SymmetricKey {
        let source = MasterKeySource(environment: environment, file: file, folder: path)
        let isNew = file == nil && !FileManager.default.fileExists(atPath: databasePath)
        return isNew ? try source.readOrMake() : try source.read()
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
