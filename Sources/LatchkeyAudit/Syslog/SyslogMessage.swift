import Foundation
import LatchkeyIdentity

/// An entry as a syslog message (RFC 5424).
struct SyslogMessage {
    let entry: StreamedEvent
    /// The name of the machine.
    let host: String
    /// The id of the process.
    let process: Int32

    /// The facility `authpriv`, whose messages common servers keep readable for administrators only (RFC 5424, section 6.2.1).
    private static let facility = 10
    /// The name of the structured data. RFC 5612 reserves the number for examples and documentation: Latchkey has no number of its own.
    private static let structure = "latchkey@32473"
    /// The maximum length of a value, in bytes, so that a message fits into a datagram.
    private static let maxValueBytes = 2048

    /// The bytes of the message, in UTF-8.
    var bytes: [UInt8] {
        let line = EventLine(entry)
        // An entry for deleted events has no time of its own.
        let header = [
            "<\(Self.facility * 8 + severity)>1", line.time ?? "-", Self.name(host, upTo: 255), "latchkey", "\(process)",
            Self.name(line.type, upTo: 32),
        ]
        let values: [(String, String?)] = [
            ("sequence", "\(line.sequence)"), ("firstSequence", line.firstSequence.map { "\($0)" }), ("hash", line.hash),
            ("project", line.project), ("tenantId", line.tenantId), ("type", line.type), ("outcome", line.outcome),
            ("localId", line.localId), ("actor", line.actor), ("sessionId", line.sessionId), ("method", line.method),
            ("reason", line.reason), ("address", line.address),
        ]
        let parameters = values.map { name, value in value.map { " \(name)=\"\(Self.escaped($0))\"" } ?? "" }.joined()
        let text = [Self.name(line.type, upTo: 64), line.outcome].compactMap(\.self).joined(separator: " ")
        return Array("\(header.joined(separator: " ")) [\(Self.structure)\(parameters)] \(text)".utf8)
    }

    /// Informational if the request was allowed, and a warning if not.
    private var severity: Int {
        if case .event(_, _, let event) = entry, event.outcome != .allowed { 4 } else { 6 }
    }

    /// Printable ASCII without spaces, as in the header; `-` for nothing.
    private static func name(_ text: String, upTo limit: Int) -> String {
        let name = text.unicodeScalars.map { (0x21...0x7e).contains($0.value) ? Character($0) : "?" }.prefix(limit)
        return name.isEmpty ? "-" : String(name)
    }

    /// A value of structured data (RFC 5424, section 6.3.3). Control characters are replaced, because receivers may end a line at them.
    private static func escaped(_ text: String) -> String {
        var value = ""
        var count = 0
        for scalar in text.unicodeScalars {
            count += String(scalar).utf8.count
            guard count <= maxValueBytes else { break }
            switch scalar {
            case "\"", "\\", "]": value += "\\" + String(scalar)
            case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value): value += "\u{fffd}"
            default: value.unicodeScalars.append(scalar)
            }
        }
        return value
    }
}
