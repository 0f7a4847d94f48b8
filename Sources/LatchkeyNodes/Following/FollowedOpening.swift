import LatchkeyRealtime
import LatchkeyTree
import NIOCore
import Synchronization

/// The first messages to a follower: the state of the database. The text of the tree is written in pieces, each when the follower has
/// received the previous one.
final class FollowedOpening: Sendable {
    private struct Rest {
        let state: FollowedState
        var tree: JSONChunks
        var position = 0

        mutating func next() -> OwnerMessage? {
            if let piece = tree.next() { return .tree(piece) }
            defer { position += 1 }
            return switch position {
            case 0: .change(.rules(state.rules))
            case 1: .change(.settings(state.settings))
            case 2: .begin
            default: nil
            }
        }
    }

    /// `nil` after the last message, because the tree would stay in memory while the link is open.
    private let rest: Mutex<Rest?>

    private static let pieceBytes = 256 * 1024

    init(_ state: FollowedState) {
        rest = Mutex(Rest(state: state, tree: JSONChunks(state.root, .export, chunkBytes: Self.pieceBytes)))
    }

    var isSent: Bool { rest.withLock { $0 == nil } }

    /// - Returns: `nil` after the last message.
    func next() throws -> ByteBuffer? {
        let message = rest.withLock { rest -> OwnerMessage? in
            let message = rest?.next()
            if message == nil { rest = nil }
            return message
        }
        return try message?.bytes
    }
}
