import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket
import Synchronization
import Testing

@testable import LatchkeyDatabaseAPI

@Suite struct MessageWriterTests {
    private let channel = EmbeddedChannel()
    private let outgoing = OutgoingMessages {}

    /// Begins a response without a length on the connection.
    private func beginReply() throws {
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/client")).wait()
        try channel.pipeline.syncOperations.addHandler(HTTPResponseEncoder())
        try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        #expect(written().hasSuffix("transfer-encoding: chunked\r\n\r\n"))
    }

    private func addWriter() throws -> MessageWriter<ChunkFraming> {
        let writer = MessageWriter(outgoing, DeliveryRound(channel.eventLoop), framing: ChunkFraming.self)
        try channel.pipeline.syncOperations.addHandler(writer)
        return writer
    }

    /// Returns the data written to the client since the last call.
    private func written() -> String {
        channel.embeddedEventLoop.run()
        var text = ""
        while let buffer = try? channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: buffer) }
        return text
    }

    // MARK: One client

    @Test func queuedMessagesAreWrittenAsOneChunk() throws {
        try beginReply()
        outgoing.send(Array("event: put\n".utf8))
        outgoing.send(Array("data: 1\n\n".utf8))
        _ = try addWriter()
        // RFC 9112, 7.1: 20 bytes are 14 in hexadecimal.
        #expect(written() == "14\r\nevent: put\ndata: 1\n\n\r\n")
        outgoing.send(Array("data: 2\n\n".utf8))
        #expect(written() == "9\r\ndata: 2\n\n\r\n")
    }

    @Test func writingPausesWhileTheClientDoesNotRead() throws {
        try beginReply()
        _ = try addWriter()
        channel.isWritable = false
        outgoing.send(Array("one".utf8))
        outgoing.send(Array("two".utf8))
        #expect(written().isEmpty)
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(written() == "6\r\nonetwo\r\n")
    }

    @Test func clientThatDoesNotReadTheEndIsDisconnected() throws {
        try beginReply()
        _ = try addWriter()
        channel.isWritable = false
        outgoing.send(Array("one".utf8))
        outgoing.finish()
        #expect(written().isEmpty)
        channel.embeddedEventLoop.advanceTime(by: .seconds(4))
        #expect(channel.isActive, "it may be slow")
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
    }

    @Test func responseEndsAfterAllMessagesAreWritten() async throws {
        try beginReply()
        let writer = try addWriter()
        outgoing.send(Array("last".utf8))
        outgoing.finish()
        #expect(written() == "4\r\nlast\r\n")
        try await writer.written.get()
        channel.pipeline.syncOperations.removeHandler(writer, promise: nil)
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        #expect(written() == "0\r\n\r\n")
    }

    @Test func nothingIsWrittenAfterTheConnectionCloses() async throws {
        try beginReply()
        let writer = try addWriter()
        channel.close(promise: nil)
        channel.embeddedEventLoop.run()
        try await writer.written.get()
        outgoing.send(Array("late".utf8))
        #expect(written().isEmpty)
    }

    // MARK: Large messages

    @Test func aLargeMessageIsWrittenInPartsAsItIsRead() throws {
        try beginReply()
        _ = try addWriter()
        channel.isWritable = false
        let message = (0..<200_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        outgoing.send(message)
        outgoing.send(Array("next".utf8))
        #expect(written().isEmpty)
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        let chunks = written().split(separator: "\r\n").map(String.init)
        // RFC 9112, 7.1: each chunk follows its size. 65,536 bytes are 10000 in hexadecimal, and 3,392 bytes remain.
        #expect(chunks.enumerated().filter { $0.offset % 2 == 0 }.map(\.element) == ["10000", "10000", "10000", "d40", "4"])
        let data = chunks.enumerated().filter { $0.offset % 2 == 1 }.map(\.element).joined()
        #expect(data == String(decoding: message, as: UTF8.self) + "next")
    }

    @Test func theFinalMessageDoesNotInterruptALargeMessage() throws {
        try beginReply()
        _ = try addWriter()
        outgoing.send([UInt8](repeating: 0x61, count: 2_000_000))
        // The event loop serves its other connections after some parts.
        channel.embeddedEventLoop.run()
        outgoing.finish(saying: Array("over".utf8))
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        let text = written()
        #expect(text.hasSuffix("4\r\nover\r\n"))
        #expect(text.count { $0 == "a" } == 2_000_000)
    }

    /// A socket that takes everything at once reports that it is writable again while a part is being written.
    @Test func partsAreNotWrittenInsideEachOther() throws {
        let eager = EagerSocket()
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/client")).wait()
        try channel.pipeline.syncOperations.addHandlers([eager, HTTPResponseEncoder()])
        try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        _ = try addWriter()
        outgoing.send([UInt8](repeating: 0x62, count: 8_000_000))
        var count = 0
        // Each run of the event loop writes some parts and then pauses.
        while case let text = written(), !text.isEmpty {
            count += text.count { $0 == "b" }
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        }
        #expect(count == 8_000_000)
        #expect(eager.maxDepth == 1)
    }

    private final class EagerSocket: ChannelOutboundHandler, Sendable {
        typealias OutboundIn = ByteBuffer
        private let state = Mutex((depth: 0, max: 0))
        var maxDepth: Int { state.withLock { $0.max } }

        func flush(context: ChannelHandlerContext) {
            state.withLock { $0 = ($0.depth + 1, max($0.max, $0.depth + 1)) }
            context.flush()
            context.fireChannelWritabilityChanged()
            state.withLock { $0.depth -= 1 }
        }
    }

    // MARK: Frames

    /// RFC 6455, 5.2: the length of a text frame is written in 7, 16 or 64 bits.
    @Test(
        arguments: [
            (5, [0x81, 0x05]), (125, [0x81, 0x7D]), (126, [0x81, 0x7E, 0x00, 0x7E]), (256, [0x81, 0x7E, 0x01, 0x00]),
        ] as [(Int, [UInt8])])
    func frameHeaderHasTheLength(_ count: Int, _ head: [UInt8]) {
        let frame = SocketFraming.frame([[UInt8](repeating: 0x20, count: count)], ByteBufferAllocator())
        #expect(Array(buffer: frame) == head + [UInt8](repeating: 0x20, count: count))
    }

    /// Reads the frames with NIO's independent decoder.
    @Test(arguments: [0, 1, 16_384, 16_385, 70_000, 1_000_000]) func framesMatchAnIndependentDecoder(_ count: Int) throws {
        let messages = [[UInt8](repeating: 0x61, count: count), Array("{}".utf8)]
        #expect(try Self.texts([SocketFraming.frame(messages, ByteBufferAllocator())]) == Self.expected(messages[0]) + ["{}"])
        var parts: [ByteBuffer] = []
        var start = 0
        while start < count {
            let (part, end) = SocketFraming.framePart(of: messages[0], from: start, ByteBufferAllocator())
            parts.append(part)
            start = end
        }
        guard count > 16_384 else { return }
        #expect(try Self.texts(parts) == Self.expected(messages[0]))
    }

    /// Characters of three bytes, which do not end at the piece size.
    @Test func piecesOfALargeMessageAreOfWholeCharacters() throws {
        let message = Array(String(repeating: "\u{20AC}", count: 100_000).utf8)
        var parts: [ByteBuffer] = []
        var start = 0
        while start < message.count {
            let (part, end) = SocketFraming.framePart(of: message, from: start, ByteBufferAllocator())
            parts.append(part)
            start = end
        }
        let texts = try Self.texts(parts)
        #expect(texts.first == "\(texts.count - 1)")
        #expect(texts.dropFirst().joined() == String(repeating: "\u{20AC}", count: 100_000))
    }

    /// Firebase's clients first receive the number of pieces, if a message has more than one.
    private static func expected(_ message: [UInt8]) -> [String] {
        guard message.count > 16_384 else { return [String(decoding: message, as: UTF8.self)] }
        let pieces = stride(from: 0, to: message.count, by: 16_384).map { message[$0..<min($0 + 16_384, message.count)] }
        return ["\(pieces.count)"] + pieces.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func texts(_ buffers: [ByteBuffer]) throws -> [String] {
        let decoder = EmbeddedChannel(handler: ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1 << 20)))
        for buffer in buffers { try decoder.writeInbound(buffer) }
        var texts: [String] = []
        while let frame = try decoder.readInbound(as: WebSocketFrame.self) {
            #expect(frame.fin && frame.opcode == .text && frame.maskKey == nil)
            texts.append(String(buffer: frame.data))
        }
        return texts
    }
}
