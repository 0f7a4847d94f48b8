import NIOCore
import NIOWebSocket

/// What a client did against the rules of its connection, and the code with which the connection is closed (RFC 6455, 7.4.1).
struct SocketBreach: Error, Equatable {
    let code: WebSocketErrorCode
}

/// Puts the texts of a web socket together. Clients and what stands between may cut a text into fragments where they like, and put
/// pings in between (RFC 6455, 5.4).
struct SocketFragments {
    private var text: [UInt8]?
    private var count = 0

    /// What is gathered at most: the protocol cuts its own messages into much smaller texts.
    static let maxTextBytes = DatabaseChannel.maxFrameBytes
    /// Of a text that is not whole yet.
    var gatheredBytes: Int { text?.count ?? 0 }
    private static let maxFragments = 16_384

    /// - Parameter frame: of text, binary data or a continuation.
    /// - Returns: a whole text, if this was its end.
    mutating func take(_ frame: WebSocketFrame) throws(SocketBreach) -> [UInt8]? {
        switch (frame.opcode, text) {
        case (.text, nil), (.continuation, .some): break
        // Nobody sends binary data in this protocol.
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
