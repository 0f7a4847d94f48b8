import Foundation

/// A folder in memory, where `fdatasync` costs nothing, for a server that does not wait for the disk.
///
/// That is an upper bound of SQLite's `synchronous = NORMAL`, which waits for the disk at checkpoints only, and can lose the last
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
        “Not waiting for the disk” is Latchkey with its data in memory, an upper bound of SQLite's `synchronous = NORMAL`. PocketBase runs \
        with that setting: a commit does not wait for the disk, and a power failure can lose the last ones. Latchkey waits \
        (`synchronous = FULL`), so that no confirmed sign-up or write is lost. TrailBase could not be measured here. Compare figures of \
        servers that use NORMAL with the rows that do not wait.
        """
}
