import Foundation

/// The permissions of a file or a folder.
struct FilePermissions: Sendable, Equatable {
    let isFolder: Bool
    /// The nine permission bits of POSIX.
    let bits: Int

    /// - Returns: `nil` when the file does not exist or cannot be accessed.
    init?(of path: String) {
        // A symbolic link has the permissions of its target.
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: target),
            let permissions = attributes[.posixPermissions] as? Int
        else {
            return nil
        }
        isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
        bits = permissions & 0o777
    }

    var isForOwnerOnly: Bool { bits & 0o077 == 0 }
}
