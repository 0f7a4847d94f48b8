import Crypto
import Foundation
import LatchkeyIdentity

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The source of the master key that encrypts a folder's secrets: the environment or a file.
struct MasterKeySource: Sendable {
    private let text: String?
    private let path: String

    /// - Parameters:
    ///   - environment: May contain the key itself in `LATCHKEY_MASTER_KEY`.
    ///   - file: The key file; `master.key` in the folder by default.
    init(environment: [String: String], file: String?, folder: String) {
        text = environment["LATCHKEY_MASTER_KEY"]
        path = file ?? folder + "/master.key"
    }

    /// The source, for messages.
    var place: String { text == nil ? path : "LATCHKEY_MASTER_KEY" }

    /// - Throws: ``DataFolderError`` that explains how to fix the problem.
    func read() throws -> SymmetricKey {
        if let text {
            guard let key = MasterKey.parse(text) else {
                throw DataFolderError("LATCHKEY_MASTER_KEY is not 32 bytes in Base64. Create one with: head -c 32 /dev/urandom | base64")
            }
            return key
        }
        guard FileManager.default.fileExists(atPath: path) else {
            throw DataFolderError(
                "There is no master key in \(path), but the data is encrypted with one. Restore the key, or set LATCHKEY_MASTER_KEY.")
        }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw DataFolderError("The master key in \(path) cannot be read by this user.")
        }
        guard let key = MasterKey.parse(text.filter { !$0.isWhitespace }) else {
            throw DataFolderError("The master key in \(path) is not 32 bytes in Base64.")
        }
        guard FilePermissions(of: path)?.isForOwnerOnly == true else {
            throw DataFolderError("The master key in \(path) can be read by other users. To fix this, run: chmod 600 \(path)")
        }
        return key
    }

    /// Reads the key, or creates it for a new folder.
    ///
    /// - Throws: ``DataFolderError``.
    func readOrMake() throws -> SymmetricKey {
        guard text == nil, !FileManager.default.fileExists(atPath: path) else { return try read() }
        let text = MasterKey.generate()
        guard write(text), let key = MasterKey.parse(text) else {
            throw DataFolderError("The master key cannot be written to \(path).")
        }
        return key
    }

    /// Writes the key durably: data that is encrypted with it survives a power failure, and so must the key.
    private func write(_ text: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: Data(text.utf8))
            try file.synchronize()
            try file.close()
            return true
        } catch {
            return false
        }
    }
}
