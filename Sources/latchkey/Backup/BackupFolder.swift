import Foundation

/// A folder with a backup for each time.
struct BackupFolder: Sendable {
    let path: String

    /// The suffix of incomplete backups, and the age in seconds from which they count as interrupted. A younger one may still be written.
    private static let (partSuffix, partSeconds) = (".part", 3600.0)

    /// The backups up to now, the oldest first. A clock that was wrong may have named others after a later time.
    func backups(at now: Date) -> [BackupName] { names.compactMap { BackupName($0) }.filter { $0.time <= now }.sorted() }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    /// Adds a backup, and removes the oldest ones.
    ///
    /// - Parameter keep: The number of backups that stay; `nil` for all.
    /// - Throws: `BackupError`, or ``Failure``. The existing backups stay.
    func add(_ backup: Backup, at now: Date, keep: Int?, progress: @escaping BackupProgress) throws -> (
        file: String, summary: BackupSummary
    ) {
        var name = BackupName(at: now, isEncrypted: backup.passphrase != nil)
        // Others may still be written, and end with ``partSuffix``.
        while names.contains(where: { $0.hasPrefix(name.text) }) { name = name.next }
        let file = path + "/" + name.text
        removeParts(at: now)
        let summary = try backup.write(to: file, at: now, progress: progress)
        if let keep {
            for old in backups(at: max(now, name.time)).dropLast(max(1, keep)) where old != name {
                try? FileManager.default.removeItem(atPath: path + "/" + old.text)
            }
        }
        return (file, summary)
    }

    private func removeParts(at now: Date) {
        for name in names {
            guard let end = name.range(of: Self.partSuffix), BackupName(String(name[..<end.lowerBound])) != nil else { continue }
            let file = path + "/" + name
            let changed = (try? FileManager.default.attributesOfItem(atPath: file))?[.modificationDate] as? Date
            if let changed, now.timeIntervalSince(changed) > Self.partSeconds { try? FileManager.default.removeItem(atPath: file) }
        }
    }
}
