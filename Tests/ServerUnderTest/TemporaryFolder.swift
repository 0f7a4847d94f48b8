import Foundation

/// A folder for one test, deleted with it.
package final class TemporaryFolder: Sendable {
    package let path: String

    /// - Parameter depth: The minimum length of the path in characters.
    package init(minimumLength: Int = 0) throws {
        var url = FileManager.default.temporaryDirectory.appendingPathComponent("latchkey-test-\(UUID().uuidString)")
        root = url.path
        while url.path.utf8.count < minimumLength { url.appendPathComponent("a-folder-with-a-long-name") }
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        path = url.path
    }

    private let root: String

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    /// A server's data folder; the server creates it.
    package var data: String { path + "/data" }

    /// Writes a file and returns its path.
    package func file(_ name: String, _ text: String) throws -> String {
        let path = path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }
}
