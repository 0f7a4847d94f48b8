import Foundation

/// A folder in memory, where `fdatasync` costs nothing, for a server that does not wait for the disk.
///
/// That is an upper bound of SQLite's `synchronous = NORMAL`, which waits for the disk at checkpoints only, and loses the last
/// transactions in a power failure.
struct MemoryFolder {
    let path: String

    /// - Returns: `nil` on a system without `/dev/shm`.
    init?() {
        path = "/dev/shm/latchkey-benchmarks-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)"
        guard (try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)) != nil else { return nil }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Explains the rows of servers with such a folder.
    static let remark = """
        “Not waiting for the disk” is Latchkey with its data in memory, an upper bound of SQLite's `synchronous = NORMAL`. PocketBase and \
        TrailBase run with that setting: a commit does not wait for the disk, and a power failure loses the last ones. Latchkey waits \
        (`synchronous = FULL`), so that no confirmed sign-up or write is lost. TrailBase could not be measured here. It publishes about ten \
        times PocketBase's rate of inserts, which compares with the rows that do not wait.
        """
}
