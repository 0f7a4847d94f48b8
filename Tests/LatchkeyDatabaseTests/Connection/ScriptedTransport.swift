import Foundation
import LatchkeyTree
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyDatabase

/// WebSockets to a server that a test scripts.
final class ScriptedTransport: WebSocketTransport {
    private let lines: AsyncStream<ScriptedLine>
    private let continuation: AsyncStream<ScriptedLine>.Continuation

    init() {
        (lines, continuation) = AsyncStream.makeStream(of: ScriptedLine.self)
    }

    func exchange(
        with server: WebSocketServer, sending outgoing: AsyncStream<[UInt8]>, _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        let line = ScriptedLine(server: server, outgoing: outgoing)
        continuation.yield(line)
        for try await text in line.incoming { try await take(text) }
    }

    /// Returns the next WebSocket that is opened.
    func next() async throws -> ScriptedLine {
        try #require(await lines.first { _ in true })
    }
}

/// The server's end of a WebSocket.
final class ScriptedLine: Sendable {
    let server: WebSocketServer
    private let outgoing: AsyncStream<[UInt8]>
    private let frames = Mutex(SocketFrames())
    let incoming: AsyncThrowingStream<[UInt8], any Error>
    private let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation

    init(server: WebSocketServer, outgoing: AsyncStream<[UInt8]>) {
        self.server = server
        self.outgoing = outgoing
        (incoming, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    }

    /// Returns the next frame from the client; `nil` when it hung up.
    func frame() async -> String? {
        await outgoing.first { _ in true }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the next request, as `number action body`; `nil` when the client hung up.
    func request() async throws -> String? {
        while let frame = await frame() {
            let message = try frames.withLock { try $0.take(Array(frame.utf8), maxBytes: .max) }
            guard let message else { continue }
            let json = try JSONValue(json: message)
            let data = try #require(json["d"])
            let number = try #require(data["r"]?.number)
            let action = try #require(data["a"]?.string)
            let text = String(decoding: message, as: UTF8.self)
            let body = try #require(text.range(of: "\"b\":"))
            return "\(Int(number)) \(action) \(text[body.upperBound...].dropLast(2))"
        }
        return nil
    }

    func requests(_ count: Int) async throws -> [String] {
        var requests: [String] = []
        for _ in 0..<count { requests.append(try #require(try await request())) }
        return requests
    }

    func say(_ text: String) { continuation.yield(Array(text.utf8)) }

    func say(bytes: [UInt8]) { continuation.yield(bytes) }

    func greet(session: String = "session-1", milliseconds: Int = 1_000_000) {
        say(#"{"t":"c","d":{"t":"h","d":{"ts":\#(milliseconds),"v":"5","h":"db.example.com","s":"\#(session)"}}}"#)
    }

    func respond(to request: Int, _ status: String = "ok", _ data: String = "\"\"") {
        say(#"{"t":"d","d":{"r":\#(request),"b":{"s":"\#(status)","d":\#(data)}}}"#)
    }

    func push(_ action: String, _ body: String) {
        say(#"{"t":"d","d":{"a":"\#(action)","b":\#(body)}}"#)
    }

    func hangUp() { continuation.finish() }
}
