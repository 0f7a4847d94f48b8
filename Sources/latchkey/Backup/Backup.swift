import Foundation
import LatchkeyBackup
import LatchkeySQLite
import LatchkeySecrets

/// The steps of a backup and of a restore, for reports of their progress.
enum BackupStep: String, Sendable {
    case copied, encrypted, decrypted, uploaded, downloaded, applied
}

/// Reports the bytes of a step that are done. An error ends the operation.
typealias BackupProgress = @Sendable (_ step: BackupStep, _ done: Int) throws -> Void

/// The contents of a written backup.
struct BackupSummary: Sendable {
    /// The size of the backup itself, which may be encrypted.
    var bytes: Int
    let accounts: Int
    let databases: Int

    init(_ copy: StoreBackup.Summary) { (bytes, accounts, databases) = (copy.bytes, copy.accounts, copy.databases) }
}

/// A backup of a data folder: a copy of its store, without the master key.
struct Backup: Sendable {
    let folder: String
    /// Encrypts the backup; `nil` for none.
    var passphrase: Secret<String>?

    /// The file of the data folder with the time of the last backup.
    private static let mark = "last-backup"

    /// Writes a backup. The file has its name once it is complete and checked.
    ///
    /// - Throws: `BackupError` or ``Failure``.
    func write(to file: String, at now: Date, progress: @escaping BackupProgress) throws -> BackupSummary {
        guard !FileManager.default.fileExists(atPath: file) else { throw Failure("\(file) exists. Choose another name.") }
        let part = file + ".part"
        // It was left by an interrupted backup to this file.
        for suffix in ["", "-journal"] { try? FileManager.default.removeItem(atPath: part + suffix) }
        let summary = try writePart(part, progress)
        guard rename(part, file) == 0 else {
            let reason = String(cString: strerror(errno))
            try? FileManager.default.removeItem(atPath: part)
            throw Failure("\(file) cannot be written: \(reason).")
        }
        noteSuccess(at: now)
        return summary
    }

    private func writePart(_ part: String, _ progress: @escaping BackupProgress) throws -> BackupSummary {
        guard let passphrase else { return try copy(to: part, progress) }
        // The file is created first, because a wrong path should not take the time of a copy.
        let (output, work) = (try TransformedFile(part), try workFolder())
        let place = work.path + "/copy.db"
        var summary = try copy(to: place, progress)
        var encryption = try AgeEncryption(passphrase: passphrase)
        summary.bytes = encryption.length(of: summary.bytes)
        try output.write(place, through: &encryption) { try progress(.encrypted, $0) }
        try output.finish()
        return withExtendedLifetime(work) { summary }
    }

    /// Copies the store to a file that is not encrypted.
    func copy(to file: String, _ progress: @escaping BackupProgress) throws -> BackupSummary {
        try DataFolder.requireStore(in: folder)
        return BackupSummary(
            try StoreBackup.copy(storeAt: DataFolder.databasePath(in: folder), to: file) { done, _ in try progress(.copied, done) })
    }

    /// A folder for the copy that is encrypted or uploaded. It is where the store itself is, which is not encrypted either.
    func workFolder() throws -> WorkFolder {
        try DataFolder.requireStore(in: folder)
        let store = DataFolder.databasePath(in: folder)
        guard FileManager.default.fileExists(atPath: store) else { throw Failure("There is no store at \(store).") }
        return try WorkFolder(in: folder)
    }

    /// Records the time of a backup, for the status and the measurements.
    func noteSuccess(at now: Date) {
        try? Data((now.formatted(.iso8601) + "\n").utf8).write(to: URL(fileURLWithPath: folder + "/" + Self.mark), options: .atomic)
    }

    /// The time of the last backup; `nil` if there is none.
    var last: Date? {
        guard let text = try? String(contentsOfFile: folder + "/" + Self.mark, encoding: .utf8) else { return nil }
        return try? Date(text.trimmingCharacters(in: .whitespacesAndNewlines), strategy: .iso8601)
    }
}
