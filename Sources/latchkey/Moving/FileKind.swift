import Foundation

/// What is there under a name, at the end of symbolic links.
enum FileKind: Equatable {
    case nothing
    case file(isEmpty: Bool)
    /// A folder, a device or a pipe, such as `/dev/null` and what a shell makes of `>(...)`.
    case other

    init(of path: String) {
        guard FileManager.default.fileExists(atPath: path) else {
            self = .nothing
            return
        }
        // What `/dev/stdout` leads to may have no name of its own; then it is no file either.
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        let isFile = attributes?[.type] as? FileAttributeType == .typeRegular
        self = isFile ? .file(isEmpty: (attributes?[.size] as? NSNumber)?.intValue == 0) : .other
    }
}
