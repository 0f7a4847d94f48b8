/// Messages that are split into frames, as in the database protocol: a text that only consists of a number contains the number of pieces
/// that follow.
///
/// Clients send `0` to keep a connection alive.
public struct SocketFrames: Sendable {
    private var expected = 0
    private var pieces: [UInt8] = []

    /// The maximum size of a piece, in bytes. Android clients accept at most this number of UTF-16 units, which never exceeds the number of
    /// bytes.
    public static let maxPieceBytes = 16_384
    /// The frame that keeps a connection alive.
    public static let keepAlive: [UInt8] = [UInt8(ascii: "0")]
    private static let maxCountDigits = 6
    /// The number of bytes of an incomplete message.
    public var gatheredBytes: Int { pieces.count }

    /// Creates a value without received frames.
    public init() {}

    /// Handles a received text.
    ///
    /// - Parameters:
    ///   - piece: The received text.
    ///   - maxBytes: The maximum size of a message that is sent in several pieces.
    /// - Returns: The complete message, if this was its last piece.
    /// - Throws: `SocketFramesError` for a message that is too large, and for an invalid number of pieces.
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

    /// Splits a message into texts on character boundaries.
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

    /// Returns the end of the piece that starts at an offset, on a character boundary.
    public static func endOfPiece(of message: [UInt8], from start: Int) -> Int {
        var end = min(start + maxPieceBytes, message.count)
        while end > start + 1, end < message.count, message[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    /// Returns the number of pieces of a message, without the frame that contains this number.
    public static func pieceCount(of message: [UInt8]) -> Int {
        var (count, start) = (0, 0)
        while start < message.count {
            start = endOfPiece(of: message, from: start)
            count += 1
        }
        return count
    }
}

/// The error for invalid pieces of a message.
public struct SocketFramesError: Error, Equatable, CustomStringConvertible {
    /// The description of the problem.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
