import HTTPTypes
import Hummingbird
import LatchkeyConsole
import LatchkeyDatabaseAPI
import LatchkeyTree
import LatchkeyWeb
import NIOCore

/// An uploaded JSON file, parsed into a tree as it arrives. The text is never in memory as a whole.
struct DataUpload: Sendable {
    let request: Request
    let limit: WriteSizeLimit
    let path: TreePath

    private static let deadline = Duration.seconds(900)

    func node() async throws -> (node: Node, bytes: Int) {
        var reader = NodeReader(limits: TreeLimits.standard.below(path))
        let bytes = try await read { try reader.read($0) }
        return (try reader.finish(), bytes)
    }

    func update() async throws -> (children: [(path: WritePath, node: Node)], bytes: Int) {
        var reader = UpdateReader(limits: TreeLimits.standard.below(path))
        let bytes = try await read { try reader.read($0) }
        return (try reader.finish(), bytes)
    }

    private func read(_ body: (ByteBufferView) throws -> Void) async throws -> Int {
        if let length = request.headers[.contentLength].flatMap(Int.init), length > limit.maxBytes { throw tooLarge }
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: Self.deadline)
        var count = 0
        for try await part in request.body {
            var part = part
            // Skips the UTF-8 byte order mark that some editors write.
            if count == 0, part.readableBytesView.starts(with: [0xEF, 0xBB, 0xBF]) { part.moveReaderIndex(forwardBy: 3) }
            count += part.readableBytes
            guard count <= limit.maxBytes else { throw tooLarge }
            guard clock.now < end else { throw HTTPError(.requestTimeout) }
            if Turns.isLarge(count) {
                try await Turns.everybody.take { try body(part.readableBytesView) }
            } else {
                try body(part.readableBytesView)
            }
        }
        return count
    }

    private var tooLarge: DatabaseRefusal {
        DatabaseRefusal(
            .contentTooLarge,
            "The file exceeds the \(limit.maxBytes / 1_048_576) MiB that this database accepts in one write. Import it in parts.")
    }
}
