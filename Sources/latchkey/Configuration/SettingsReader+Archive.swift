import Foundation
import LatchkeyBackup

extension SettingsReader {
    static let archiveKeys = ["archive-to", "archive-snapshot-every", "archive-keep"]

    /// The length of a prefix in bytes that leaves room for the names of objects.
    private static let maxPrefixBytes = 900

    mutating func archive(_ access: BackupAccess) -> ArchiveSettings? {
        let snapshots = archiveInterval("archive-snapshot-every", standard: .seconds(86_400))
        let keep = archiveInterval("archive-keep", standard: .seconds(7 * 86_400))
        guard let target = text("archive-to") else {
            for key in ["archive-snapshot-every", "archive-keep"] where text(key) != nil {
                note(key, "requires archive-to.", "Set archive-to, or remove this setting.")
            }
            return nil
        }
        let place = copyPlace("archive-to", target, access)
        switch place {
        case .folder(let path):
            // A folder of both would be restored as an archive.
            if let backups = text("backup-dir"), Self.path(path) == Self.path(backups) {
                note("archive-to", "\(path) is the folder of backups too.", "Use a folder of its own.")
            }
        case .prefix(let prefix):
            if text("backup-dir").flatMap({ S3Place($0) }) == prefix {
                note("archive-to", "\(prefix) is the place of backups too.", "Use a prefix of its own.")
            }
            if prefix.key.utf8.count > Self.maxPrefixBytes {
                note("archive-to", "has a prefix of more than \(Self.maxPrefixBytes) bytes.", "Use a shorter prefix.")
            }
        case .file, .object: break
        }
        return ArchiveSettings(place: place, snapshotEvery: snapshots, keep: keep, access: access)
    }

    private static func path(_ text: String) -> String { URL(fileURLWithPath: text).resolvingSymlinksInPath().path }

    private mutating func archiveInterval(_ key: String, standard: Duration) -> Duration {
        guard let text = text(key) else { return standard }
        guard let interval = Self.interval(text) else {
            note(key, "\(text) is not an interval.", "Use minutes, hours or days, such as 30m, 1h or 1d.")
            return standard
        }
        return interval
    }
}
