// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

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

    var databasePath: String { path + "/latchkey.db" }
    var socketPath: String { path + "/control.sock" }
    private var masterKeyPath: String { path + "/master.key" }

    /// Takes the folder for this process, and makes it if there is none.
    ///
    /// - Throws: ``DataFolderError``.
    init(taking path: String) throws {
        self.path = path
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw DataFolderError("The data folder \(path) cannot be made: \(error.localizedDescription)")
        }
        lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw DataFolderError("The data folder \(path) cannot be written to: \(String(cString: strerror(errno))).") }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw DataFolderError(
                "Another latchkey uses the data folder \(path). Stop it first, or give this one a folder of its own with --data.", isLocked: true)
        }
    }

    deinit {
        close(lock)
    }

    func openStore(sandbox: Bool) throws -> SQLiteStore {
        try SQLiteStore.open(path: databasePath, mode: sandbox ? .sandbox : .real)
    }

    /// The key under which secrets are sealed: from the environment, from a file, or made with a new folder.
    ///
    /// - Throws: ``DataFolderError`` when a folder with data has lost its key: a new one could open nothing.
    func masterKey(environment: [String: String], file: String?) throws -> SymmetricKey {
        if let text = environment["LATCHKEY_MASTER_KEY"] {
            guard let key = MasterKey.parse(text) else {
                throw DataFolderError("LATCHKEY_MASTER_KEY is not the Base64 of 32 bytes. Make one with: head -c 32 /dev/urandom | base64")
            }
            return key
        }
        let keyPath = file ?? masterKeyPath
        if let text = try? String(contentsOfFile: keyPath, encoding: .utf8) {
            guard let key = MasterKey.parse(text.filter { !$0.isWhitespace }) else {
                throw DataFolderError("The master key in \(keyPath) is not the Base64 of 32 bytes.")
            }
            guard isPrivate(keyPath) else {
                throw DataFolderError("The master key in \(keyPath) can be read by others. Mend it with: chmod 600 \(keyPath)")
            }
            return key
        }
        guard file == nil, !FileManager.default.fileExists(atPath: databasePath) else {
            throw DataFolderError(
                "There is no master key in \(keyPath), but data that was sealed with one. Put the key back, or set LATCHKEY_MASTER_KEY.")
        }
        let text = MasterKey.generate()
        guard FileManager.default.createFile(atPath: keyPath, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]),
            let key = MasterKey.parse(text)
        else {
            throw DataFolderError("The master key cannot be written to \(keyPath).")
        }
        return key
    }

    private func isPrivate(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o077 == 0
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
