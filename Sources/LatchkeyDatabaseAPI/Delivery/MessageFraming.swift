import LatchkeyWeb
import LatchkeyWire
package import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOWebSocket

/// The framing of messages on a connection.
package protocol MessageFraming: SendableMetatype {
    /// The channel handler that applies the same framing to other writes.
    associatedtype Encoder: ChannelHandler
    /// Whether the messages end when the client closes its half of the connection.
    static var endsWithInput: Bool { get }

    /// Returns all messages in one buffer, because each write costs as much as thousands of bytes.
    static func frame(_ messages: [[UInt8]], _ allocator: ByteBufferAllocator) -> ByteBuffer

    /// Returns one part, about 64 KiB, of a message that is too large for one write.
    ///
    /// - Returns: The framed part, and where the next part begins.
    static func framePart(of message: [UInt8], from start: Int, _ allocator: ByteBufferAllocator) -> (part: ByteBuffer, end: Int)

    /// Returns framed bytes in the form that the handlers before the encoder take.
    static func wrap(_ framed: ByteBuffer) -> NIOAny
}

extension MessageFraming {
    package static var endsWithInput: Bool { false }

    package static func wrap(_ framed: ByteBuffer) -> NIOAny { NIOAny(framed) }
}

/// Unmasked text frames (RFC 6455, 5.2), as servers send them.
enum SocketFraming: MessageFraming {
    typealias Encoder = WebSocketFrameEncoder

    private static let maxHeaderBytes = 10

    static func frame(_ messages: [[UInt8]], _ allocator: ByteBufferAllocator) -> ByteBuffer {
        let pieces = messages.count == 1 ? SocketFrames.cut(messages[0]) : messages.flatMap(SocketFrames.cut)
        var buffer = allocator.buffer(capacity: pieces.reduce(0) { $0 + $1.count + maxHeaderBytes })
        for piece in pieces { write(piece[...], to: &buffer) }
        return buffer
    }

    static func framePart(of message: [UInt8], from start: Int, _ allocator: ByteBufferAllocator) -> (part: ByteBuffer, end: Int) {
        var buffer = allocator.buffer(capacity: piecesOfAPart * (SocketFrames.maxPieceBytes + maxHeaderBytes))
        if start == 0 { write(Array(String(SocketFrames.pieceCount(of: message)).utf8)[...], to: &buffer) }
        var end = start
        for _ in 0..<piecesOfAPart where end < message.count {
            let next = SocketFrames.endOfPiece(of: message, from: end)
            write(message[end..<next], to: &buffer)
            end = next
        }
        return (buffer, end)
    }

    private static let piecesOfAPart = 4

    private static func write(_ piece: ArraySlice<UInt8>, to buffer: inout ByteBuffer) {
        buffer.writeInteger(0x81 as UInt8)
        switch piece.count {
        case ...125: buffer.writeInteger(UInt8(piece.count))
        case ...Int(UInt16.max): buffer.writeMultipleIntegers(126 as UInt8, UInt16(piece.count))
        default: buffer.writeMultipleIntegers(127 as UInt8, UInt64(piece.count))
        }
        buffer.writeBytes(piece)
    }
}

/// Chunks of an HTTP/1.1 body (RFC 9112, 7.1).
enum ChunkFraming: MessageFraming {
    typealias Encoder = HTTPResponseEncoder
    /// A client that has gone closes its half too. Otherwise, the server would learn of that only when a write fails.
    static let endsWithInput = true

    /// The size in hexadecimal digits, and two line breaks.
    private static let maxMarkBytes = 20

    static func frame(_ messages: [[UInt8]], _ allocator: ByteBufferAllocator) -> ByteBuffer {
        let count = messages.reduce(0) { $0 + $1.count }
        var buffer = allocator.buffer(capacity: count + maxMarkBytes)
        // An empty chunk would end the body.
        guard count > 0 else { return buffer }
        buffer.writeString(String(count, radix: 16))
        buffer.writeStaticString("\r\n")
        for message in messages { buffer.writeBytes(message) }
        buffer.writeStaticString("\r\n")
        return buffer
    }

    static func framePart(of message: [UInt8], from start: Int, _ allocator: ByteBufferAllocator) -> (part: ByteBuffer, end: Int) {
        let end = min(start + partBytes, message.count)
        return (frame([Array(message[start..<end])], allocator), end)
    }

    private static let partBytes = 64 * 1024
}

/// The body of an HTTP/2 stream, which the connection frames (RFC 9113, 6.1).
enum StreamFraming: MessageFraming {
    typealias Encoder = StreamFields

    static func frame(_ messages: [[UInt8]], _ allocator: ByteBufferAllocator) -> ByteBuffer {
        var buffer = allocator.buffer(capacity: messages.reduce(0) { $0 + $1.count })
        for message in messages { buffer.writeBytes(message) }
        return buffer
    }

    static func framePart(of message: [UInt8], from start: Int, _ allocator: ByteBufferAllocator) -> (part: ByteBuffer, end: Int) {
        let end = min(start + partBytes, message.count)
        return (allocator.buffer(bytes: message[start..<end]), end)
    }

    static func wrap(_ framed: ByteBuffer) -> NIOAny { NIOAny(HTTPResponsePart.body(framed)) }

    private static let partBytes = 64 * 1024
}
