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
    var outgoing: OutgoingBytes = .everybody
    /// Whether the node is what the database holds. After it was replaced, only this answer keeps it in memory.
    var isStored: @Sendable () -> Bool = { true }

    static let pieceBytes = 64 * 1024
    /// How long a client may take for a piece.
    static let patience = TimeAmount.seconds(60)

    /// - Parameter channel: The connection, which is closed when its client takes no piece in time.
    func response(on channel: any Channel) -> Response {
        var pieces = JSONChunks(node, form, isPretty: isPretty, chunkBytes: Self.pieceBytes)
        let first = pieces.next() ?? []
        var response = Response.json(bytes: first)
        guard !pieces.isAtEnd else { return response }
        let answer = OutgoingAnswer(of: outgoing) { channel.close(promise: nil) }
        response.body = ResponseBody { [self, pieces] writer in
            var pieces = pieces
            var piece: [UInt8]? = first
            var isCounted = false
            while let bytes = piece {
                if !isCounted, !isStored() {
                    isCounted = true
                    answer.add(node.estimatedBytes)
                }
                do {
                    let deadline = Self.deadline(of: channel)
                    defer { deadline.cancel() }
                    try await writer.write(ByteBuffer(bytes: bytes))
                }
                answer.noteProgress()
                piece = await turns.takeElsewhere { pieces.next() }
            }
            try await writer.finish(nil)
        }
        return response
    }

    /// The whole text at once, for an answer that can still become an error while the text is made. The text counts as waiting until it
    /// was sent.
    ///
    /// - Parameter check: Is asked before each piece.
    /// - Throws: `DatabaseRefusal` when too much waits for all clients.
    func wholeResponse(on channel: any Channel, _ check: () throws -> Void) async throws -> Response {
        let answer = OutgoingAnswer(of: outgoing) { channel.close(promise: nil) }
        var pieces = JSONChunks(node, form, isPretty: isPretty, chunkBytes: Self.pieceBytes)
        var buffer = ByteBuffer()
        while true {
            try check()
            let piece = buffer.readableBytes == 0 ? pieces.next() : await turns.takeElsewhere { pieces.next() }
            guard let piece else { break }
            guard answer.add(piece.count) else {
                throw DatabaseRefusal(.serviceUnavailable, "Too much waits to be read from this server at once. Try again later.")
            }
            buffer.writeBytes(piece)
        }
        var response = Response.json(bytes: [])
        response.body = ResponseBody(contentLength: buffer.readableBytes) { [buffer] writer in
            var rest = buffer
            while let piece = rest.readSlice(length: min(Self.pieceBytes, rest.readableBytes)), piece.readableBytes > 0 {
                let deadline = Self.deadline(of: channel)
                defer { deadline.cancel() }
                try await writer.write(piece)
                answer.noteProgress()
            }
            try await writer.finish(nil)
        }
        return response
    }

    private static func deadline(of channel: any Channel) -> Scheduled<Void> {
        channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
    }
}

/// An answer that counts among what waits for all clients, until it was sent or given up.
private final class OutgoingAnswer: Sendable {
    private let client: OutgoingBytes.Client

    /// - Parameter hangUp: Disconnects the client when too much waits and it is the slowest.
    init(of outgoing: OutgoingBytes, hangUp: @escaping @Sendable () -> Void) {
        client = OutgoingBytes.Client(of: outgoing, hangUp: hangUp)
    }

    deinit { client.leave() }

    /// - Returns: false once the client was disconnected.
    @discardableResult func add(_ bytes: Int) -> Bool {
        client.change(by: bytes)
        return !client.isDropped
    }

    func noteProgress() { client.noteProgress() }
}
