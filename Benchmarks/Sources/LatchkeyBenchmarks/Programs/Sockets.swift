import Foundation

/// The sockets that a process has open.
enum Sockets {
    /// - Throws: when the process has ended.
    static func count(of process: Int32) throws -> Int {
        let folder = "/proc/\(process)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
            // A file that was closed meanwhile has no target.
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"))?.hasPrefix("socket:") ?? false
        }
    }
}
