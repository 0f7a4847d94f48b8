import Foundation

/// The kind of a file, after resolving symbolic links.
enum FileKind: Equatable {
    case nothing
    case file(isEmpty: Bool)
    /// A folder, a device or a pipe, such as `/dev/null` or a shell's process substitution `>(...)`.
    case other

    init(of path: String) {
        guard FileManager.default.fileExists(atPath: path) else {
            self = .nothing
            return
        }
        // The target of `/dev/stdout` may have no name; then it is not a regular file.
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        let isFile = attributes?[.type] as? FileAttributeType == .typeRegular
        self = isFile ? .file(isEmpty: (attributes?[.size] as? NSNumber)?.intValue == 0) : .other
    }
}
