import Foundation
import LatchkeyBackup
import LatchkeySecrets
import Synchronization

/// Writes backups of a data folder to a place.
struct BackupWriter: Sendable {
    let folder: String
    let access: BackupAccess

    /// Writes a backup. If it is one of many, it is named after the time, and the oldest ones are removed.
    ///
    /// - Parameter keep: The number of backups that stay; `nil` for all.
    /// - Returns: The file or the address, and the contents.
    /// - Throws: An error that explains the problem, or the cancellation of the task.
    func write(
        to place: BackupPlace, keep: Int?, at now: Date, progress: @escaping BackupProgress
    ) async throws -> (file: String, summary: BackupSummary) {
        let backup = Backup(folder: folder, passphrase: access.passphrase)
        switch place {
        case .file(let file):
            return (file, try await OwnThread.run { try backup.write(to: file, at: now, progress: $0.checked(progress)) })
        case .folder(let path):
            return try await OwnThread.run {
                try BackupFolder(path: path).add(backup, at: now, keep: keep, progress: $0.checked(progress))
            }
        case .object(let object):
            return (object.description, try await upload(backup, to: object, progress, at: now))
        case .prefix(let prefix):
            let first = BackupName(at: now, isEncrypted: access.passphrase != nil)
            let name = try await S3Bucket.open(prefix, access: access.s3(for: prefix)) { bucket in
                var name = first
                while try await bucket.size(of: prefix.appending(name.text).key) != nil { name = name.next }
                return name
            }
            let object = prefix.appending(name.text)
            let summary = try await upload(backup, to: object, progress, at: now)
            if let keep { try await removeOld(in: prefix, keep: keep, except: name, at: max(now, name.time)) }
            return (object.description, summary)
        }
    }

    private func upload(_ backup: Backup, to object: S3Place, _ progress: @escaping BackupProgress, at now: Date) async throws
        -> BackupSummary
    {
        let s3 = try access.s3(for: object)
        let summary = try await S3Bucket.open(object, access: s3) { bucket in
            // Before the copy is made, which may take long.
            guard try await bucket.size(of: object.key) == nil else { throw Failure("\(object) exists. Choose another name.") }
            let work = try backup.workFolder()
            let file = work.path + "/copy.db"
            let (copied, encryption) = try await OwnThread.run { sign in
                (try backup.copy(to: file, sign.checked(progress)), try backup.passphrase.map { try AgeEncryption(passphrase: $0) })
            }
            var summary = copied
            summary.bytes = encryption?.length(of: copied.bytes) ?? copied.bytes
            var input = try TransformedInput(file, through: encryption ?? Unchanged())
            try await bucket.upload(object.key, size: summary.bytes, read: { try input.read($0) }) { try progress(.uploaded, $0) }
            return withExtendedLifetime(work) { summary }
        }
        backup.noteSuccess(at: now)
        return summary
    }

    private func removeOld(in prefix: S3Place, keep: Int, except name: BackupName, at now: Date) async throws {
        let s3 = try access.s3(for: prefix)
        try await S3Bucket.open(prefix, access: s3) { bucket in
            for old in try await BackupPrefix(place: prefix, bucket: bucket).backups(at: now).dropLast(max(1, keep)) where old != name {
                try await bucket.remove(prefix.appending(old.text).key)
            }
        }
    }
}

/// The backups below a prefix of a bucket.
struct BackupPrefix {
    let place: S3Place
    let bucket: S3Bucket

    /// The backups up to now, the oldest first.
    func backups(at now: Date) async throws -> [BackupName] {
        let start = place.appending("").key
        let names = try await bucket.keys(prefix: start + BackupName.prefix).map { String($0.dropFirst(start.count)) }
        return names.compactMap { BackupName($0) }.filter { $0.time <= now }.sorted()
    }
}
