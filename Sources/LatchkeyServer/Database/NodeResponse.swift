// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import LatchkeyTree
import NIOCore

/// Answers with the JSON text of a node.
///
/// A short text is sent at once. A long one is written in pieces, each in a turn and off the connection's thread, so that other requests
/// are answered in between. The next piece is made when the client has taken the one before.
struct NodeResponse {
    let node: Node
    var form = Node.JSONForm.plain
    var isPretty = false
    let turns: Turns

    static let pieceBytes = 64 * 1024
    /// How long a client may take for a piece.
    static let patience = TimeAmount.seconds(60)

    /// - Parameter channel: The connection, which is closed when its client takes no piece in time.
    func response(on channel: any Channel) -> Response {
        var pieces = JSONChunks(node, form, isPretty: isPretty, chunkBytes: Self.pieceBytes)
        let first = pieces.next() ?? []
        var response = Response.json(bytes: first)
        guard !pieces.isAtEnd else { return response }
        response.body = ResponseBody { [turns, pieces] writer in
            var pieces = pieces
            var piece: [UInt8]? = first
            while let bytes = piece {
                let deadline = channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
                defer { deadline.cancel() }
                try await writer.write(ByteBuffer(bytes: bytes))
                piece = await turns.takeElsewhere { pieces.next() }
            }
            try await writer.finish(nil)
        }
        return response
    }

    /// The whole text at once, for an answer that can still become an error while the text is made.
    ///
    /// - Parameter check: Is asked before each piece.
    func wholeResponse(_ check: () throws -> Void) async throws -> Response {
        var pieces = JSONChunks(node, form, isPretty: isPretty, chunkBytes: Self.pieceBytes)
        var bytes: [UInt8] = []
        while true {
            try check()
            let piece = bytes.isEmpty ? pieces.next() : await turns.takeElsewhere { pieces.next() }
            guard let piece else { return .json(bytes: bytes) }
            bytes += piece
        }
    }
}
