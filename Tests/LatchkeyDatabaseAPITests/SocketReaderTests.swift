import LatchkeyWeb
import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import LatchkeyDatabaseAPI

@Suite(.timeLimit(.minutes(5))) struct SocketReaderTests {
    private let channel = NIOAsyncTestingChannel()

    private func addReader() async throws {
        let loop = channel.testingEventLoop
        let reader = SocketReader(
            ClientSupply(NetworkSupply(rate: 0), network: nil), EventLoopExecutor(loop), eventLoop: loop)
        try await loop.executeInContext {
            try channel.pipeline.syncOperations.addHandler(reader)
            reader.begin(nil, closing: .normalClosure)
        }
    }

    private func ping(_ text: String) async throws {
        let frame = WebSocketFrame(
            fin: true, opcode: .ping, maskKey: [0, 0, 0, 0], data: ByteBuffer(string: text))
        try await channel.writeInbound(frame)
        // Runs the task that handles the frame.
        await channel.testingEventLoop.run()
    }

    /// RFC 6455, 5.5.3: the newest ping may be answered instead of all.
    @Test func clientThatDoesNotReadGetsOnePongLater() async throws {
        try await addReader()
        channel.isWritable = false
        for text in ["first", "second"] { try await ping(text) }
        #expect(try await channel.readOutbound(as: WebSocketFrame.self) == nil)
        channel.isWritable = true
        try await channel.testingEventLoop.executeInContext { channel.pipeline.fireChannelWritabilityChanged() }
        let pong = try await channel.readOutbound(as: WebSocketFrame.self)
        #expect(pong?.opcode == .pong && pong?.data == ByteBuffer(string: "second"))
        #expect(try await channel.readOutbound(as: WebSocketFrame.self) == nil)
    }

    @Test func frameWithoutAMaskClosesTheConnection() async throws {
        try await addReader()
        try await channel.writeInbound(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: "0")))
        var close = try await channel.waitForOutboundWrite(as: WebSocketFrame.self)
        #expect(close.opcode == .connectionClose && close.data.readWebSocketErrorCode() == .protocolError)
    }
}
