// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// Messages in pieces, as this protocol cuts them: a text that is only a number says how many pieces follow.
///
/// Clients send `0` to keep a connection alive.
struct SocketFrames {
    private var expected = 0
    private var pieces: [UInt8] = []

    /// Units of a piece; clients of Android take no more.
    static let maxPieceBytes = 16_384
    /// What Firebase takes from a client at once, and what is gathered of a client that did not say who it is.
    static let maxMessageBytes = (known: 16 * 1024 * 1024, unknown: 1024 * 1024)
    private static let maxCountDigits = 6

    /// - Parameter maxBytes: of a whole message.
    /// - Returns: a whole message, if this was its last piece.
    /// - Throws: for more pieces than there may be.
    mutating func take(_ piece: [UInt8], maxBytes: Int) throws -> [UInt8]? {
        if expected > 0 {
            guard pieces.count + piece.count <= maxBytes else { throw SocketRequestError("the message is too large") }
            pieces += piece
            expected -= 1
            guard expected == 0 else { return nil }
            defer { pieces = [] }
            return pieces
        }
        if piece.count <= Self.maxCountDigits, let count = Int(String(decoding: piece, as: UTF8.self)) {
            guard count >= 0 else { throw SocketRequestError("a negative count of pieces") }
            expected = count
            return nil
        }
        return piece
    }

    /// The texts in which a message is sent, each of whole characters.
    static func cut(_ message: [UInt8]) -> [[UInt8]] {
        guard message.count > maxPieceBytes else { return [message] }
        var pieces: [[UInt8]] = []
        var start = 0
        while start < message.count {
            var end = min(start + maxPieceBytes, message.count)
            while end < message.count, message[end] & 0xC0 == 0x80 { end -= 1 }
            pieces.append(Array(message[start..<end]))
            start = end
        }
        return [Array(String(pieces.count).utf8)] + pieces
    }
}
