/// Messages in pieces, as the database's protocol cuts them: a text that is only a number says how many pieces follow.
///
/// Clients send `0` to keep a connection alive.
public struct SocketFrames: Sendable {
    private var expected = 0
    private var pieces: [UInt8] = []

    /// Bytes of a piece. Clients of Android take no more units of UTF-16, of which there are never more than bytes.
    public static let maxPieceBytes = 16_384
    /// What keeps a connection alive.
    public static let keepAlive: [UInt8] = [UInt8(ascii: "0")]
    private static let maxCountDigits = 6
    /// Of a message that is not whole yet.
    public var gatheredBytes: Int { pieces.count }

    /// Nothing was received yet.
    public init() {}

    /// - Parameter maxBytes: of a whole message.
    /// - Returns: a whole message, if this was its last piece.
    /// - Throws: `SocketFramesError` for a message that is too large.
    public mutating func take(_ piece: [UInt8], maxBytes: Int) throws(SocketFramesError) -> [UInt8]? {
        if expected > 0 {
            guard pieces.count + piece.count <= maxBytes else { throw SocketFramesError("the message is too large") }
            pieces += piece
            expected -= 1
            guard expected == 0 else { return nil }
            defer { pieces = [] }
            return pieces
        }
        if piece.count <= Self.maxCountDigits, let count = Int(String(decoding: piece, as: UTF8.self)) {
            guard count >= 0 else { throw SocketFramesError("a negative count of pieces") }
            expected = count
            return nil
        }
        return piece
    }

    /// The texts in which a message is sent, each of whole characters.
    public static func cut(_ message: [UInt8]) -> [[UInt8]] {
        guard message.count > maxPieceBytes else { return [message] }
        var pieces: [[UInt8]] = []
        var start = 0
        while start < message.count {
            let end = endOfPiece(of: message, from: start)
            pieces.append(Array(message[start..<end]))
            start = end
        }
        return [Array(String(pieces.count).utf8)] + pieces
    }

    /// The end of the piece of a message that begins at an offset, on a character boundary.
    public static func endOfPiece(of message: [UInt8], from start: Int) -> Int {
        var end = min(start + maxPieceBytes, message.count)
        while end > start + 1, end < message.count, message[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    /// The number of pieces of a message, without the frame that contains this number.
    public static func pieceCount(of message: [UInt8]) -> Int {
        var (count, start) = (0, 0)
        while start < message.count {
            start = endOfPiece(of: message, from: start)
            count += 1
        }
        return count
    }
}

/// Why pieces make no message.
public struct SocketFramesError: Error, Equatable, CustomStringConvertible {
    /// What is wrong with them.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
