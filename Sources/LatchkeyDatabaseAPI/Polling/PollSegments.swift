import Foundation

/// Messages that come in pieces in the addresses of polls.
///
/// A message is JSON in base64, cut into `ts` pieces; the pieces of all messages are numbered through. Polls overtake one another, so a
/// piece may come before those in front of it.
struct PollSegments {
    struct Segment: Equatable {
        let number: Int
        /// Pieces of the message that this one belongs to.
        let total: Int
        let data: String
    }

    private var next = 0
    private var early: [Int: Segment] = [:]
    /// Of what is no whole message yet.
    private(set) var bytes = 0
    private var message: [UInt8] = []
    private var total = 0
    private var missing = 0

    /// How far a piece may be ahead. A client has two polls under way, of less than a hundred pieces each.
    private static let maxAhead = 1024

    /// - Parameter maxBytes: of a whole message, and of what waits for its turn.
    /// - Returns: messages that are whole now, in their order.
    /// - Throws: `SocketRequestError` for what no client sends.
    mutating func take(_ segments: [Segment], maxBytes: Int) throws -> [[UInt8]] {
        for segment in segments {
            guard segment.number - next < Self.maxAhead else { throw SocketRequestError("a piece far ahead of its turn") }
            // A browser may ask again when it heard nothing.
            guard segment.number >= next, early[segment.number] == nil else { continue }
            bytes += segment.data.utf8.count
            guard bytes <= maxBytes / 3 * 4 + 4 else { throw SocketRequestError("the message is too large") }
            early[segment.number] = segment
        }
        var messages: [[UInt8]] = []
        while let segment = early.removeValue(forKey: next) {
            next += 1
            if missing == 0 { (total, missing) = (segment.total, segment.total) }
            guard segment.total == total, total > 0 else { throw SocketRequestError("pieces of messages that do not fit together") }
            message += segment.data.utf8
            missing -= 1
            if missing == 0 {
                bytes -= message.count
                messages.append(try Self.decoded(message))
                message = []
            }
        }
        return messages
    }

    /// Clients write `-` and `_` for `+` and `/`, and `.` for the `=` at the end.
    private static func decoded(_ text: [UInt8]) throws -> [UInt8] {
        var standard = text
        for index in standard.indices {
            switch standard[index] {
            case UInt8(ascii: "-"): standard[index] = UInt8(ascii: "+")
            case UInt8(ascii: "_"): standard[index] = UInt8(ascii: "/")
            case UInt8(ascii: "."): standard[index] = UInt8(ascii: "=")
            default: break
            }
        }
        while standard.count % 4 != 0 { standard.append(UInt8(ascii: "=")) }
        guard let data = Data(base64Encoded: Data(standard)) else { throw SocketRequestError("a message that is no base64") }
        return Array(data)
    }
}
