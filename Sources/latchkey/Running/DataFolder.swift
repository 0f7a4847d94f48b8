import Crypto
import LatchkeyIdentity
import LatchkeySQLite
import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A server's folder: its database, its master key, and the lock that keeps a second server out.
final class DataFolder: Sendable {
    let path: String
    private let lock: Int32

    var databasePath: String { Self.databasePath(in: path) }
    var socketPath: String { path + "/" + Self.socketName }

    static let socketName = "control.sock"
    private static let mend = "Name a folder that you may write to with --data."

    static func databasePath(in folder: String) -> String { folder + "/latchkey.db" }

    /// Takes the folder for this process, and makes it if there is none.
    ///
    /// - Throws: ``DataFolderError``.
    init(taking path: String) throws {
        self.path = path
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            // The error itself is a dump of several lines; what the system said is somewhere inside.
            let system = (error as? CocoaError)?.underlying as? POSIXError
            let reason = system.map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)"
            throw DataFolderError("The data folder \(path) cannot be made: \(reason). \(Self.mend)")
        }
        lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            throw DataFolderError("The data folder \(path) cannot be written to: \(String(cString: strerror(errno))). \(Self.mend)")
        }
        // From here on the initialiser has set everything, so that throwing runs `deinit`, which closes the lock.
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw DataFolderError(
                "Another latchkey uses the data folder \(path). Stop it first, or give this one a folder of its own with --data.",
                isLocked: true)
        }
        try Self.makePrivate(path)
    }

    /// Files in the folder have their own permissions; this protects those that other programs put there, such as backups.
    private static func makePrivate(_ path: String) throws {
        guard chmod(path, 0o700) == 0 else {
            throw DataFolderError(
                "Other users may look into the data folder \(path), and its permissions cannot be changed: "
                    + "\(String(cString: strerror(errno))). Make this user its owner, or run `chmod 700` on it.")
        }
    }

    deinit {
        close(lock)
    }

    func openStore(sandbox: Bool) throws -> SQLiteStore {
        try SQLiteStore.open(path: databasePath, mode: sandbox ? .sandbox : .real)
    }

    /// Opens the store as what it is marked for: who looks after a folder need not say whether its accounts are real.
    ///
    /// - Parameter newAsSandbox: What a store becomes that is not there yet.
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

    /// Whether a master key is the one that the folder's secrets were sealed with: sealing more under another would lose them.
    ///
    /// - Throws: ``DataFolderError``.
    func check(_ sealer: Sealer, opens store: any AccountStore) async throws {
        guard let project = try await store.read({ try $0.projects().first }) else { return }
        let context = PasswordHashing.sealingContext(project: project.id)
        guard (try? sealer.open(project.passwordHashing.sealedSignerKey, for: context)) != nil else {
            throw DataFolderError(
                """
                The master key is not the one with which the secrets in \(path) were sealed. Put the right one back, name its file with \
                --master-key-file, or set LATCHKEY_MASTER_KEY.
                """)
        }
    }

    /// The key under which secrets are sealed: from the environment, from a file, or made with a new folder.
    ///
    /// - Throws: ``DataFolderError`` when a folder with data has lost its key, because a new one could open nothing, and when a file
    ///   that was named is not there.
    func masterKey(environment: [String: String], file: String?) throws -> SymmetricKey {
        let source = MasterKeySource(environment: environment, file: file, folder: path)
        let isNew = file == nil && !FileManager.default.fileExists(atPath: databasePath)
        return isNew ? try source.readOrMake() : try source.read()
    }
}

/// Why a data folder cannot be used, for a person.
struct DataFolderError: Error, CustomStringConvertible {
    let description: String
    /// Another process has it.
    let isLocked: Bool

    init(_ description: String, isLocked: Bool = false) {
        self.description = description
        self.isLocked = isLocked
    }
}
