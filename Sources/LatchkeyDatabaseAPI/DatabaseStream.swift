import Foundation
package import HTTPTypes
import Hummingbird
package import LatchkeyRealtime
import LatchkeyTree
import LatchkeyWeb
import NIOCore
import ServiceLifecycle

/// Server-sent events (HTML Standard, 9.2) with the data at a path, and all changes of it until the client disconnects.
package struct DatabaseStream: Sendable {
    let database: RealtimeDatabase
    let path: TreePath
    let query: Query
    let caller: DatabaseCaller
    let rounds: DeliveryRounds
    let turns: Turns

    private static let keepAliveInterval = Duration.seconds(30)

    static func isAsked(for request: Request) -> Bool {
        request.method == .get && request.headers[.accept]?.contains("text/event-stream") == true
    }

    /// - Parameter place: The client's place, which is released when the stream ends.
    /// - Throws: `DatabaseError`, such as `.denied`, before anything is sent.
    func response(on channel: any Channel, at place: PlacesByNetwork.Place) async throws -> Response {
        let outgoing = OutgoingMessages { channel.close(promise: nil) }
        let round = rounds.round(of: channel.eventLoop)
        let listening = Listening(database, try await turns.take(for: database.node(at: path)) { try listen(outgoing) })
        let watch = CredentialWatch(caller)
        // A response on a closed connection is never sent. Then only this callback and `deinit` end the listener.
        channel.closeFuture.whenComplete { [weak listening] _ in listening?.end() }
        return Response(
            status: .ok, headers: Self.responseHeaders,
            body: ResponseBody { [caller] writer in
                defer {
                    listening.end()
                    place.leave()
                }
                // If the client has not read the responses to earlier requests on the connection, this runs late.
                if await watch.hasEnded(of: caller) { outgoing.finish(saying: Self.revoked) }
                // The head of the response is written before the body.
                if await StreamFields.isPart(of: channel) {
                    try await Self.write(outgoing, on: channel, round, StreamFraming.self, watch, caller)
                } else {
                    try await Self.write(outgoing, on: channel, round, ChunkFraming.self, watch, caller)
                }
                try await writer.finish(nil)
                // The head announced `Connection: close`. The client has the usual time to read the rest.
                channel.eventLoop.scheduleTask(in: MessagePatience.end) { channel.close(promise: nil) }
            })
    }

    /// Writes the events until the stream ends.
    private static func write<Framing: MessageFraming>(
        _ outgoing: OutgoingMessages, on channel: any Channel, _ round: DeliveryRound, _ framing: Framing.Type,
        _ watch: CredentialWatch, _ caller: DatabaseCaller
    ) async throws {
        let messages = MessageWriter(outgoing, round, framing: framing)
        try await channel.pipeline.addHandler(messages)
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await keepAlive(outgoing) }
            group.addTask {
                try await watch.waitForEnd(of: caller)
                outgoing.finish(saying: revoked)
            }
            defer { group.cancelAll() }
            // A server that shuts down waits for its responses, and this one does not end by itself.
            await withGracefulShutdownHandler {
                await withTaskCancellationHandler {
                    try? await messages.written.get()
                } onCancel: {
                    outgoing.finish()
                }
            } onGracefulShutdown: {
                outgoing.finish()
            }
        }
        try await channel.pipeline.removeHandler(messages)
    }

    private func listen(_ outgoing: OutgoingMessages) throws -> ListenerID {
        try database.listen(
            to: path, query: query, needsIndex: true, by: caller.requester,
            sink: { [path] event, copies in
                switch event {
                case .put(let place, let node): outgoing.send(copies.copy("events") { Self.event("put", node, at: place, below: path) })
                case .merge(let place, let children): outgoing.send(copies.copy("events") { Self.patch(children, at: place, below: path) })
                case .revoked(let decision):
                    // Clients of event streams ignore comments.
                    if let decision { outgoing.send(Array(": decision \(decision)\n".utf8)) }
                    outgoing.send(Self.event("cancel", text: "Permission denied."))
                    outgoing.finish()
                case .ended: outgoing.finish()
                }
            },
            first: { node in
                let message = Self.event("put", node, at: path, below: path)
                return { outgoing.send(message) }
            })
    }

    private static func keepAlive(_ outgoing: OutgoingMessages) async throws {
        while true {
            try await Task.sleep(for: keepAliveInterval)
            outgoing.send(Array("event: keep-alive\ndata: null\n\n".utf8))
        }
    }

    /// The headers of every response with server-sent events.
    package static var responseHeaders: HTTPFields {
        [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store", .connection: "close"]
    }

    // MARK: Events

    /// The event in the wording that Google's libraries recognize.
    static let revoked = event("auth_revoked", text: "credential is no longer valid")

    private static func event(_ name: String, _ node: Node, at place: TreePath, below path: TreePath) -> [UInt8] {
        event(name, at: place, below: path) { $0.append(node, .plain) }
    }

    private static func patch(_ children: [(path: String, node: Node)], at place: TreePath, below path: TreePath) -> [UInt8] {
        event("patch", at: place, below: path) { $0.append(children, .plain) }
    }

    private static func event(_ name: String, at place: TreePath, below path: TreePath, data: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.append(raw: "event: \(name)\ndata: {\"path\":")
        writer.append(quoting: TreePath(keys: place.keys.dropFirst(path.keys.count)).description)
        writer.append(raw: ",\"data\":")
        data(&writer)
        writer.append(raw: "}\n\n")
        return writer.bytes
    }

    private static func event(_ name: String, text: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.append(raw: "event: \(name)\ndata: ")
        writer.append(quoting: text)
        writer.append(raw: "\n\n")
        return writer.bytes
    }
}

/// A listener that ends together with its response, even if the response is never sent.
package final class Listening: Sendable {
    private let database: RealtimeDatabase
    private let id: ListenerID

    package init(_ database: RealtimeDatabase, _ id: ListenerID) {
        self.database = database
        self.id = id
    }

    deinit { end() }

    /// Ends the listener. Further calls have no effect.
    package func end() { database.end(id) }
}
