import NIOCore
import NIOWebSocket

/// A protocol violation by the client, with the code that closes the connection (RFC 6455, 7.4.1).
struct SocketBreach: Error, Equatable {
    let code: WebSocketErrorCode
}

/// Assembles the text messages of a WebSocket. Clients and intermediaries may split a message into fragments anywhere, with pings between
/// them (RFC 6455, 5.4).
struct SocketFragments {
    private var text: [UInt8]?
    private var count = 0

    /// The maximum size of a text: the database protocol splits its messages into much smaller texts.
    static let maxTextBytes = DatabaseChannel.maxFrameBytes
    /// The number of bytes of an incomplete text.
    var gatheredBytes: Int { text?.count ?? 0 }
    private static let maxFragments = 16_384

    /// - Parameter frame: A text, binary or continuation frame.
    /// - Returns: The text, if this frame completes it.
    mutating func take(_ frame: WebSocketFrame) throws(SocketBreach) -> [UInt8]? {
        switch (frame.opcode, text) {
        case (.text, nil), (.continuation, .some): break
        // The protocol does not use binary data.
        case (.binary, nil): throw SocketBreach(code: .unacceptableData)
        default: throw SocketBreach(code: .protocolError)
        }
        var data = frame.unmaskedData
        count += 1
        guard (text?.count ?? 0) + data.readableBytes <= Self.maxTextBytes, count <= Self.maxFragments else {
            throw SocketBreach(code: .messageTooLarge)
        }
        text = (text ?? []) + (data.readBytes(length: data.readableBytes) ?? [])
        guard frame.fin else { return nil }
        defer {
            text = nil
            count = 0
        }
        return text
    }
}
