import HTTPTypes
import Hummingbird
import LatchkeyTree
import LatchkeyWeb
import NIOCore
import Synchronization

/// Answers with the JSON text of a node.
///
/// A short text is sent at once. A long one is written in pieces, each in a turn and off the connection's thread, so that other requests
/// are answered in between. The next piece is written when the client has received the one before.
struct NodeResponse {
    let node: Node
    var form = Node.JSONForm.plain
    var isPretty = false
    let turns: Turns
    var outgoing: OutgoingBytes = .everybody
    /// Returns the node that the database has now at the same path; nil for a node that is in no database.
    var current: (@Sendable () -> Node)?
    /// How often an answer finds out how much of its node was replaced.
    var interval = HeldVersion.standardInterval

    static let pieceBytes = 64 * 1024
    /// How long a client may take to receive a piece.
    static let patience = TimeAmount.seconds(60)

    /// - Parameter channel: The connection, which is closed if the client does not receive a piece in time.
    func response(on channel: any Channel) -> Response {
        var pieces = JSONChunks(node, form, isPretty: isPretty, chunkBytes: Self.pieceBytes)
        let first = pieces.next() ?? []
        var response = Response.json(bytes: first)
        guard !pieces.isAtEnd else { return response }
        let answer = OutgoingAnswer(of: outgoing) { channel.close(promise: nil) }
        let version = current.map { HeldVersion(node, current: $0, turns: turns, interval: interval) { answer.add($0) } }
        response.body = ResponseBody { [pieces, turns] writer in
            defer { answer.end() }
            var pieces = pieces
            var piece: [UInt8]? = first
            while let bytes = piece {
                await version?.count()
                do {
                    let watch = Watch(channel, version)
                    defer { watch.cancel() }
                    try await writer.write(ByteBuffer(bytes: bytes))
                }
                answer.noteProgress()
                piece = await turns.takeElsewhere { pieces.next() }
            }
            try await writer.finish(nil)
        }
        return response
    }

    /// Writes the whole text at once, for an answer that can still become an error meanwhile. The text counts as queued until it is sent.
    ///
    /// - Parameter check: Called before each piece.
    /// - Throws: `DatabaseRefusal` if too much is queued for all clients.
    func wholeResponse(on channel: any Channel, _ check: () throws -> Void) async throws -> Response {
        // Until something was sent, a client that is dropped gets an error.
        let isSending = Atomic(false)
        let answer = OutgoingAnswer(of: outgoing) { if isSending.load(ordering: .sequentiallyConsistent) { channel.close(promise: nil) } }
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
            isSending.store(true, ordering: .sequentiallyConsistent)
            defer { answer.end() }
            // Dropped since its text was complete, when the connection was not closed.
            guard answer.add(0) else {
                channel.close(promise: nil)
                throw ChannelError.ioOnClosedChannel
            }
            while let piece = rest.readSlice(length: min(Self.pieceBytes, rest.readableBytes)), piece.readableBytes > 0 {
                let watch = Watch(channel)
                defer { watch.cancel() }
                try await writer.write(piece)
                answer.noteProgress()
            }
            try await writer.finish(nil)
        }
        return response
    }

    /// Runs while a piece is written: closes the connection when that takes too long, and keeps the count of the version right.
    private struct Watch {
        private let deadline: Scheduled<Void>
        private let counting: RepeatedTask?

        init(_ channel: any Channel, _ version: HeldVersion? = nil) {
            deadline = channel.eventLoop.scheduleTask(in: NodeResponse.patience) { channel.close(promise: nil) }
            counting = version.map { version in
                let interval = TimeAmount(version.interval)
                return channel.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
                    Task { await version.count() }
                }
            }
        }

        func cancel() {
            deadline.cancel()
            counting?.cancel()
        }
    }
}

/// An answer that counts toward the bytes queued for all clients, until it is sent or abandoned.
private final class OutgoingAnswer: Sendable {
    private let client: OutgoingBytes.Client

    /// - Parameter hangUp: Disconnects the client if too much is queued and it is the slowest.
    init(of outgoing: OutgoingBytes, hangUp: @escaping @Sendable () -> Void) {
        client = OutgoingBytes.Client(of: outgoing, hangUp: hangUp)
    }

    deinit { end() }

    /// Nothing counts for the answer any more, and its connection stays open.
    func end() { client.leave() }

    /// - Returns: false if the client was disconnected.
    @discardableResult func add(_ bytes: Int) -> Bool {
        client.change(by: bytes)
        return !client.isDropped
    }

    func noteProgress() { client.noteProgress() }
}
