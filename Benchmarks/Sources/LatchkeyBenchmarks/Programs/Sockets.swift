import Foundation

/// The open sockets of a process.
enum Sockets {
    /// Returns the number of open sockets.
    ///
    /// - Throws: An error if the process has ended.
    static func count(of process: Int32) throws -> Int {
        let folder = "/proc/\(process)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
            // A file that has been closed in the meantime has no target.
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"))?.hasPrefix("socket:") ?? false
        }
    }
}
