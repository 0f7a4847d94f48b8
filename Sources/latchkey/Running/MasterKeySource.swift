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

/// Where the key comes from under which a folder's secrets are sealed: the environment, or a file.
struct MasterKeySource: Sendable {
    private let text: String?
    private let path: String

    /// - Parameters:
    ///   - environment: Where `LATCHKEY_MASTER_KEY` may hold the key itself.
    ///   - file: The key's file; `master.key` in the folder unless told otherwise.
    init(environment: [String: String], file: String?, folder: String) {
        text = environment["LATCHKEY_MASTER_KEY"]
        path = file ?? folder + "/master.key"
    }

    /// For people who look for it.
    var place: String { text == nil ? path : "LATCHKEY_MASTER_KEY" }

    /// - Throws: ``DataFolderError`` with the way to mend it.
    func read() throws -> SymmetricKey {
        if let text {
            guard let key = MasterKey.parse(text) else {
                throw DataFolderError("LATCHKEY_MASTER_KEY is not the Base64 of 32 bytes. Make one with: head -c 32 /dev/urandom | base64")
            }
            return key
        }
        guard FileManager.default.fileExists(atPath: path) else {
            throw DataFolderError(
                "There is no master key in \(path), but data that was sealed with one. Put the key back, or set LATCHKEY_MASTER_KEY.")
        }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw DataFolderError("The master key in \(path) cannot be read by this user.")
        }
        guard let key = MasterKey.parse(text.filter { !$0.isWhitespace }) else {
            throw DataFolderError("The master key in \(path) is not the Base64 of 32 bytes.")
        }
        guard FilePermissions(of: path)?.isForOwnerOnly == true else {
            throw DataFolderError("The master key in \(path) can be read by others. Mend it with: chmod 600 \(path)")
        }
        return key
    }

    /// Makes the key of a new folder, unless there is one already.
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

    /// Returns when the disk has the key: what is sealed with it from now on survives a power cut, and so must the key.
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
