import Foundation
import Synchronization

/// The state of the continuous archive of a running server, for `latchkey status`.
struct ArchiveStatus: Codable, Sendable {
    /// Whether the last attempt to write to it succeeded.
    var isUp = false
    /// The age of the oldest commit that is not in the archive, in seconds; 0 if all are.
    var lagSeconds = 0.0
    /// Whether a restore would have everything: there is a snapshot of the current chain.
    var isComplete = false
    /// The time of the last complete snapshot.
    var lastSnapshotAt: Date?
    /// The number of segments that this process wrote.
    var segments = 0
    /// The number of failed attempts of this process.
    var failures = 0
    /// The number of chains that this process began.
    var generations = 0
    /// The last error; `nil` after a success.
    var problem: String?
    /// Why the last snapshot failed; `nil` after a success.
    var snapshotProblem: String?
    /// The size of the write-ahead log in bytes.
    var logBytes = 0
}

/// The state that the archive's worker shares with others.
final class ArchiveState: Sendable {
    private let value = Mutex(ArchiveStatus())
    private let oldest = Mutex<Date?>(nil)
    private let complete: AsyncStream<Void>
    private let completion: AsyncStream<Void>.Continuation

    init() { (complete, completion) = AsyncStream.makeStream(of: Void.self) }

    func change(_ body: (inout ArchiveStatus) -> Void) {
        if value.withLock({
            body(&$0)
            return $0.isComplete && $0.isUp
        }) {
            completion.finish()
        }
    }

    /// - Parameter oldestWritten: The time of the oldest commit that was read from the log and not written.
    func setOldest(_ oldestRead: Date?) { oldest.withLock { $0 = oldestRead } }

    /// - Parameters:
    ///   - unread: The time of the oldest commit that was not read from the log.
    func status(unread: Date?, logBytes: Int, at now: Date) -> ArchiveStatus {
        var status = value.withLock { $0 }
        if let first = [oldest.withLock { $0 }, unread].compactMap(\.self).min() {
            status.lagSeconds = max(0, now.timeIntervalSince(first))
        }
        status.logBytes = logBytes
        return status
    }

    /// Waits until everything is in the archive for the first time.
    ///
    /// - Returns: Whether it is.
    func waitUntilComplete(_ limit: Duration) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in self.complete {}
                return !Task.isCancelled
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }
}
