#if os(Linux)
import NIOCore
import NIOPosix
import NIOWebSocket
import Synchronization
import Testing

@testable import LatchkeyDatabase

/// WebSockets over real local connections.
@Suite(.timeLimit(.minutes(10))) struct NIOWebSocketTransportTests {
    /// Sends texts, and returns the received ones until there are `count` of them or the WebSocket is closed.
    private func exchange(
        _ texts: [String], with server: WebSocketServer, until count: Int, by transport: NIOWebSocketTransport = NIOWebSocketTransport()
    ) async throws -> [String] {
        let (outgoing, sending) = AsyncStream.makeStream(of: [UInt8].self)
        for text in texts { sending.yield(Array(text.utf8)) }
        let received = Mutex<[String]>([])
        try await transport.exchange(with: server, sending: outgoing) { text in
            let now = received.withLock {
                $0.append(String(decoding: text, as: UTF8.self))
                return $0.count
            }
            if now == count { sending.finish() }
        }
        return received.withLock { $0 }
    }

    private func frame(_ text: String, fin: Bool = true, _ opcode: WebSocketOpcode = .text) -> WebSocketFrame {
        WebSocketFrame(fin: fin, opcode: opcode, data: ByteBuffer(string: text))
    }

    @Test func textsGoThereAndBackInTheirOrder() async throws {
        let echo = try await SocketEcho.start()
        let texts = ["a", "", "ü", String(repeating: "x", count: 16_384)]
        #expect(try await exchange(texts, with: echo.server, until: texts.count) == texts)
        try await echo.stop()
    }

    @Test func pingsGetPongsAndFragmentsAreJoined() async throws {
        let (frames, noted) = AsyncStream.makeStream(of: WebSocketFrame.self)
        let echo = try await SocketEcho.start(
            greeting: [
                frame("are you there", .ping), frame("one ", fin: false), frame("message", .continuation), frame("a pong", .pong),
            ], noted: noted)
        #expect(try await exchange([], with: echo.server, until: 1) == ["one message"])
        let pong = try #require(await frames.first { $0.opcode == .pong })
        #expect(String(buffer: pong.unmaskedData) == "are you there")
        #expect(pong.maskKey != nil, "clients mask what they send")
        let goodbye = try #require(await frames.first { $0.opcode == .connectionClose })
        #expect(goodbye.unmaskedData.getInteger(at: 0, as: UInt16.self) == 1000)
        try await echo.stop()
    }

    @Test func theServersEndEndsTheExchange() async throws {
        let echo = try await SocketEcho.start()
        #expect(try await exchange(["a", "close"], with: echo.server, until: 99) == ["a"])
        let closing = try await SocketEcho.start(greeting: [frame("b"), frame("", .connectionClose)])
        #expect(try await exchange([], with: closing.server, until: 99) == ["b"])
        try await echo.stop()
        try await closing.stop()
    }

    @Test func lostConnectionIsReported() async throws {
        let echo = try await SocketEcho.start()
        let error = await #expect(throws: WebSocketError.self) { _ = try await exchange(["break"], with: echo.server, until: 1) }
        #expect(error?.description == "The connection to \(echo.server.authority) was lost.")
        try await echo.stop()
    }

    @Test func oversizedMessageEndsTheConnection() async throws {
        let echo = try await SocketEcho.start(greeting: [frame(String(repeating: "x", count: WebSocketLimits.maxFrameBytes + 1))])
        await #expect(throws: (any Error).self) { try await exchange([], with: echo.server, until: 1) }
        let many = (0..<3).map { frame(String(repeating: "x", count: 500_000), fin: $0 == 2, $0 == 0 ? .text : .continuation) }
        let inPieces = try await SocketEcho.start(greeting: many)
        await #expect(throws: (any Error).self) { try await exchange([], with: inPieces.server, until: 1) }
        try await echo.stop()
        try await inPieces.stop()
    }

    @Test func serverWithoutWebSocketsIsReported() async throws {
        let echo = try await SocketEcho.start(refuses: true)
        let error = await #expect(throws: WebSocketError.self) { _ = try await exchange([], with: echo.server, until: 1) }
        #expect(error?.description == "\(echo.server.authority) did not accept the WebSocket connection. Is this the URL of a database?")
        try await echo.stop()
    }

    @Test func unreachableServerIsReported() async throws {
        let echo = try await SocketEcho.start()
        try await echo.stop()
        let error = await #expect(throws: WebSocketError.self) { _ = try await exchange([], with: echo.server, until: 1) }
        #expect(error?.description.contains("\(echo.server.authority) cannot be reached") == true)
    }

    @Test func silentServerTimesOut() async throws {
        let silent = try await SocketEcho.startSilent()
        let error = await #expect(throws: WebSocketError.self) {
            _ = try await exchange([], with: silent.server, until: 1, by: NIOWebSocketTransport(connectTimeout: .milliseconds(50)))
        }
        // On a busy machine, the connection itself takes that long.
        let words = ["does not respond.", "cannot be reached: Connect timeout (50 ms)"]
        #expect(words.map { "\(silent.server.authority) \($0)" }.contains(error?.description ?? ""))
        try await silent.stop()
    }

    @Test func serverThatStopsRespondingIsPingedAndAbandoned() async throws {
        let (frames, noted) = AsyncStream.makeStream(of: WebSocketFrame.self)
        let echo = try await SocketEcho.start(noted: noted)
        let transport = NIOWebSocketTransport(silence: (ping: .milliseconds(20), end: .milliseconds(100)))
        // The server of this test does not respond to pings.
        await #expect(throws: WebSocketError.self) { try await exchange([], with: echo.server, until: 1, by: transport) }
        #expect(await frames.first { $0.opcode == .ping } != nil)
        try await echo.stop()
    }

    @Test func cancellationClosesTheSocket() async throws {
        let echo = try await SocketEcho.start()
        let (outgoing, sending) = AsyncStream.makeStream(of: [UInt8].self)
        let (heard, hearing) = AsyncStream.makeStream(of: Void.self)
        sending.yield(Array("a".utf8))
        let task = Task {
            try await NIOWebSocketTransport().exchange(with: echo.server, sending: outgoing) { _ in hearing.yield() }
        }
        _ = await heard.first { true }
        task.cancel()
        _ = await task.result
        withExtendedLifetime(sending) {}
        try await echo.stop()
    }
}
#endif
