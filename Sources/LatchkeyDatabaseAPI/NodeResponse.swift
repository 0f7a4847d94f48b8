import HTTPTypes
import Hummingbird
import LatchkeyTree
import LatchkeyWeb
import NIOCore
import Synchronization

/// A response with the JSON of a node.
///
/// Short JSON is sent at once. Long JSON is written in pieces, each in a turn and off the connection's thread, so that other requests are
/// handled in between. The next piece is written after the client has received the previous one.
struct NodeResponse {
    let node: Node
    var form = Node.JSONForm.plain
    var isPretty = false
    let turns: Turns
    var outgoing: OutgoingBytes = .everybody
    /// Returns the current node at the same path; `nil` for a node that is not in a database.
    var current: (@Sendable () -> Node)?
    /// How often a response checks how much of its node was replaced.
    var interval = HeldVersion.standardInterval
    var now: @Sendable () -> ContinuousClock.Instant = { .now }

    static let pieceBytes = 64 * 1024
    /// The time limit for a client to receive a piece.
    static let patience = TimeAmount.seconds(60)

    /// - Parameter channel: The connection, which is closed if the client does not receive a piece in time.
    func response(on channel: any Channel) -> Response {
        var pieces = JSONChunks(node, form, isPretty: isPretty, chunkBytes: Self.pieceBytes)
        let first = pieces.next() ?? []
        var response = Response.json(bytes: first)
        guard !pieces.isAtEnd else { return response }
        let reply = OutgoingReply(of: outgoing) { channel.close(promise: nil) }
        let version = current.map { HeldVersion(node, current: $0, turns: turns, interval: interval, now: now) { reply.add($0) } }
        response.body = ResponseBody { [pieces, turns] writer in
            defer { reply.end() }
            var pieces = pieces
            var piece: [UInt8]? = first
            while let bytes = piece {
                await version?.count()
                do {
                    let watch = Watch(channel, version)
                    defer { watch.cancel() }
                    try await writer.write(ByteBuffer(bytes: bytes))
                }
                reply.noteProgress()
                piece = await turns.takeElsewhere { pieces.next() }
            }
            try await writer.finish(nil)
        }
        return response
    }

    /// Creates the whole text before the response starts, so that it can still become an error. The text counts as queued until it is sent.
    ///
    /// - Parameters:
    ///   - channel: The connection, which is closed if the client does not receive a piece in time.
    ///   - check: Called before each piece.
    /// - Throws: `DatabaseRefusal` if too much is queued for all clients, and errors of `check`.
    func wholeResponse(on channel: any Channel, _ check: () throws -> Void) async throws -> Response {
        // Before the response starts, dropping the client results in an error response.
        let isSending = Atomic(false)
        let reply = OutgoingReply(of: outgoing) { if isSending.load(ordering: .sequentiallyConsistent) { channel.close(promise: nil) } }
        var pieces = JSONChunks(node, form, isPretty: isPretty, chunkBytes: Self.pieceBytes)
        var buffer = ByteBuffer()
        while true {
            try check()
            let piece = buffer.readableBytes == 0 ? pieces.next() : await turns.takeElsewhere { pieces.next() }
            guard let piece else { break }
            guard reply.add(piece.count) else {
                throw DatabaseRefusal(.serviceUnavailable, "Too much data is queued on this server. Try again later.")
            }
            buffer.writeBytes(piece)
        }
        var response = Response.json(bytes: [])
        response.body = ResponseBody(contentLength: buffer.readableBytes) { [buffer] writer in
            var rest = buffer
            isSending.store(true, ordering: .sequentiallyConsistent)
            defer { reply.end() }
            // The client was dropped after the text was complete, when the connection was not closed yet.
            guard reply.add(0) else {
                channel.close(promise: nil)
                throw ChannelError.ioOnClosedChannel
            }
            while let piece = rest.readSlice(length: min(Self.pieceBytes, rest.readableBytes)), piece.readableBytes > 0 {
                let watch = Watch(channel)
                defer { watch.cancel() }
                try await writer.write(piece)
                reply.noteProgress()
            }
            try await writer.finish(nil)
        }
        return response
    }

    /// Runs while a piece is written. Closes the connection if that takes too long, and updates the count of the held version.
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

/// The part of a response in the bytes queued for all clients, until it is sent or abandoned.
private final class OutgoingReply: Sendable {
    private let client: OutgoingBytes.Client

    /// - Parameter hangUp: Disconnects the client if too much is queued and it is the slowest.
    init(of outgoing: OutgoingBytes, hangUp: @escaping @Sendable () -> Void) {
        client = OutgoingBytes.Client(of: outgoing, hangUp: hangUp)
    }

    deinit { end() }

    /// Stops counting the response. Its connection stays open.
    func end() { client.leave() }

    /// - Returns: `false` if the client was disconnected.
    @discardableResult func add(_ bytes: Int) -> Bool {
        client.change(by: bytes)
        return !client.isDropped
    }

    func noteProgress() { client.noteProgress() }
}
