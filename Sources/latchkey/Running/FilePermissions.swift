import Foundation

/// Who may do what with a file or a folder.
struct FilePermissions: Sendable, Equatable {
    let isFolder: Bool
    /// The nine bits of POSIX.
    let bits: Int

    /// - Returns: `nil` when there is nothing of that name, or it cannot be looked at.
    init?(of path: String) {
        // A symbolic link is as open as what it leads to.
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
