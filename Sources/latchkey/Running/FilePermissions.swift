import Foundation

/// The permissions of a file or a folder.
struct FilePermissions: Sendable, Equatable {
    let isFolder: Bool
    /// The nine permission bits of POSIX.
    let bits: Int
    /// The name of the owner, if it has one.
    let owner: String?

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
        owner = attributes[.ownerAccountName] as? String
    }

    var isForOwnerOnly: Bool { bits & 0o077 == 0 }

    /// Returns the reason why this user cannot read a file; `nil` if nothing prevents it.
    static func obstacle(to path: String) -> String? {
        if FileManager.default.isReadableFile(atPath: path) { return nil }
        if FileManager.default.fileExists(atPath: path) { return "\(path) cannot be read by the user \(NSUserName())." }
        return "\(path) does not exist, or its folder is closed to the user \(NSUserName())."
    }

    /// Returns the command that makes a secret file readable for this user only.
    static func remedy(for path: String) -> String {
        let word = ShellWord.quoted(path)
        guard let owner = FilePermissions(of: path)?.owner, owner != NSUserName() else { return "chmod 600 \(word)" }
        return "chown \(NSUserName()) \(word) && chmod 600 \(word)"
    }
}
