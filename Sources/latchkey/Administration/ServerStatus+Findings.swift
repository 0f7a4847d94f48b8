import Foundation
import LatchkeyProviders
import LatchkeyWeb

extension ServerStatus {
    /// The part of the disk that should be free, as in the alert rules.
    private static let freePart = 0.05

    /// The results of the checks of a running server, for `latchkey doctor`.
    func findings(at now: Date) -> [CheckupFinding] {
        [checkStore(), checkMasterKey()] + (keys ?? []).compactMap { $0.finding(at: now) }
            + [checkBackup(at: now), archive?.finding, checkDisk()].compactMap(\.self) + (auditStreams ?? []).map { $0.finding(at: now) }
            + [traces?.finding].compactMap(\.self)
    }

    private func checkStore() -> CheckupFinding {
        guard let storeProblem else { return .ok("store", "can be read and written") }
        let mend =
            storeKind == .postgresql
            ? "Check PostgreSQL and its standbys, and the network to them. The server continues without a restart."
            : store == .readOnly
                ? "Make room on the disk of the data folder, or make its file system writable. The server continues without a restart."
                : "See the log. If the file is damaged, restore a backup with `latchkey restore`."
        return .wrong("store", "\(store.rawValue): \(storeProblem)", mend: mend)
    }

    private func checkMasterKey() -> CheckupFinding {
        guard masterKey.unreadable > 0 else { return .ok("secrets", "all can be decrypted with the master key \(masterKey.text)") }
        return .wrong(
            "secrets", "\(masterKey.unreadable) cannot be decrypted with the master key \(masterKey.id)",
            mend: "Add the missing master key in a second line, and restart. `latchkey master-key show` counts them; see the log.")
    }

    private func checkBackup(at now: Date) -> CheckupFinding? {
        if storeKind == .postgresql { return .ok("backup", "the store is in PostgreSQL: use its own tools") }
        guard let every = backupEverySeconds else {
            let last = lastBackupAt.map { "the last one is from \($0.formatted(.iso8601))" } ?? "none yet"
            return .ok("backup", "\(last); set backup-dir for regular backups")
        }
        let last = lastBackupAt ?? startedAt
        guard now.timeIntervalSince(last) > 2 * Double(every) else {
            return .ok("backup", lastBackupAt.map { "the last one is from \($0.formatted(.iso8601))" } ?? "the first one is due soon")
        }
        let detail = lastBackupAt.map { "the last one is from \($0.formatted(.iso8601)), more than two intervals ago" } ?? "there is none"
        return .wrong("backup", detail, mend: "See the log for its errors, and check the folder of backup-dir.")
    }

    private func checkDisk() -> CheckupFinding? {
        guard let free = diskFreeBytes, let size = diskSizeBytes, size > 0 else { return nil }
        let detail = "\(free / 1_048_576) MiB of \(size / 1_048_576) MiB are free"
        guard Double(free) / Double(size) < Self.freePart else { return .ok("disk", detail) }
        return .wrong("disk", detail, mend: "Make room, or move the data folder to a larger disk.")
    }
}
