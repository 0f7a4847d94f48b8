import Foundation

/// Assembles messages from the segments in the URLs of polls.
///
/// A message is JSON in base64, split into `ts` segments. The segments of all messages are numbered consecutively. Polls can arrive in a
/// different order, so a segment may arrive before earlier ones.
struct PollSegments {
    struct Segment: Equatable {
        let number: Int
        /// The number of segments of the message.
        let total: Int
        let data: String
    }

    private var next = 0
    private var early: [Int: Segment] = [:]
    /// The number of bytes of incomplete messages.
    private(set) var bytes = 0
    private var message: [UInt8] = []
    private var total = 0
    private var missing = 0

    /// How far ahead of the next expected segment one may be. A client has two polls in flight, each with fewer than 100 segments.
    private static let maxAhead = 1024

    /// - Parameters:
    ///   - segments: The segments of a poll.
    ///   - maxBytes: The maximum size of a message, and of all segments of incomplete messages.
    /// - Returns: The messages that are now complete, in order.
    /// - Throws: `SocketRequestError` for segments that violate the protocol.
    mutating func take(_ segments: [Segment], maxBytes: Int) throws -> [[UInt8]] {
        for segment in segments {
            guard segment.number - next < Self.maxAhead else { throw SocketRequestError("a segment is too far ahead") }
            // A browser may repeat a request that got no response.
            guard segment.number >= next, early[segment.number] == nil else { continue }
            bytes += segment.data.utf8.count
            guard bytes <= maxBytes / 3 * 4 + 4 else { throw SocketRequestError("the message is too large") }
            early[segment.number] = segment
        }
        var messages: [[UInt8]] = []
        while let segment = early.removeValue(forKey: next) {
            next += 1
            if missing == 0 { (total, missing) = (segment.total, segment.total) }
            guard segment.total == total, total > 0 else { throw SocketRequestError("the segments of a message do not match") }
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

    /// Decodes base64. Clients write `-` and `_` for `+` and `/`, and `.` for the `=` at the end.
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
        guard let data = Data(base64Encoded: Data(standard)) else { throw SocketRequestError("the message is not valid base64") }
        return Array(data)
    }
}
