import Foundation

/// The state of a file, for detecting changes without reading it. Links are resolved, so that a changed link target is detected.
struct FileStamp: Equatable, Sendable {
    private let node: Int?
    private let size: Int?
    private let changedAt: Date?

    /// - Returns: `nil` when the file does not exist.
    init?(of path: String) {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: target) else { return nil }
        node = (attributes[.systemFileNumber] as? NSNumber)?.intValue
        size = (attributes[.size] as? NSNumber)?.intValue
        changedAt = attributes[.modificationDate] as? Date
    }
}
