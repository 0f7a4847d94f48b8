import Foundation
import LatchkeyProviders
import LatchkeyWeb

extension ArchiveStatus {
    /// The lag in seconds that is normal.
    private static let normalLag = 5.0

    private var lagText: String { String(format: "%.1f", lagSeconds) }

    /// The line of `latchkey status`.
    var text: String {
        if let problem { return "\(lagText) s behind, failing: \(problem)" }
        let snapshot = lastSnapshotAt.map { "snapshot from \($0.formatted(.iso8601))" } ?? "no snapshot yet"
        return "\(lagText) s behind, \(snapshot)" + (isComplete ? "" : ", not complete yet")
            + (snapshotProblem.map { ", snapshots failing: \($0)" } ?? "")
    }

    /// The result of the check of `latchkey doctor`.
    var finding: CheckupFinding {
        let mend = "See the log for its errors, and check the place of archive-to. Sign-ins continue meanwhile."
        if problem != nil || snapshotProblem != nil || lagSeconds > Self.normalLag { return .wrong("archive", text, mend: mend) }
        return .ok("archive", text)
    }

    func metrics() -> [MetricFamily] {
        var families: [MetricFamily] = [
            .gauge("latchkey_archive_up", "Whether the continuous archive can be written.", isUp ? 1 : 0),
            .gauge("latchkey_archive_complete", "Whether the continuous archive has a snapshot of the current chain.", isComplete ? 1 : 0),
            .gauge("latchkey_archive_lag_seconds", "Age of the oldest commit that is not in the archive.", lagSeconds),
            .counter("latchkey_archive_segments_total", "Segments written to the archive.", Double(segments)),
            .counter("latchkey_archive_failures_total", "Failed attempts to write to the archive.", Double(failures)),
            .counter("latchkey_archive_generations_total", "Chains of segments that were begun.", Double(generations)),
            .gauge("latchkey_wal_size_bytes", "Size of the write-ahead log of the store.", Double(logBytes)),
        ]
        if let last = lastSnapshotAt {
            families.append(
                .gauge("latchkey_archive_snapshot_timestamp_seconds", "Time of the archive's last snapshot.", last.timeIntervalSince1970))
        }
        return families
    }
}
