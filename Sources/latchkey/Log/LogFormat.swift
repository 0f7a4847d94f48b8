import Foundation
import Logging

/// How an entry of the log is written: one line each.
enum LogFormat: String, Sendable, CaseIterable {
    /// For people: the time, the level, the logger, the data and the message.
    case text
    /// For programs: an object with `time`, `level`, `logger`, `message` and a member for each datum.
    case json

    /// - Parameter data: The names and values, sorted by name.
    func line(
        at time: Date, level: Logger.Level, logger: String, message: String, data: [(name: String, value: String)]
    ) -> String {
        let stamp = time.formatted(Self.timeFormat)
        switch self {
        case .text:
            let pairs = data.map { " \($0.name)=\(Self.delimited($0.value))" }.joined()
            return "\(stamp) \(level.rawValue) \(logger):\(pairs) \(Self.oneLine(message))"
        case .json:
            let members: [(String, String)] =
                [("time", stamp), ("level", level.rawValue), ("logger", logger), ("message", message)]
                + data.map { (Self.own.contains($0.name) ? "data." + $0.name : $0.name, $0.value) }
            return "{" + members.map { Self.quoted($0) + ":" + Self.quoted($1) }.joined(separator: ",") + "}"
        }
    }

    /// The members that every object has.
    private static let own: Set<String> = ["time", "level", "logger", "message"]
    private static let timeFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// A value that could be read as several data is in quotation marks, like in JSON.
    private static func delimited(_ value: String) -> String {
        value.isEmpty || value.unicodeScalars.contains(where: { [32, 34, 61, 92].contains($0.value) }) ? quoted(value) : oneLine(value)
    }

    /// A line break in a value could forge an entry.
    private static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isControl($0.value) }) else { return text }
        return text.unicodeScalars.reduce(into: "") { line, scalar in
            switch scalar.value {
            case 10: line += "\\n"
            case 13: line += "\\r"
            case 9: line += "\\t"
            case let value where isControl(value): line += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: line.unicodeScalars.append(scalar)
            }
        }
    }

    /// Controls, line separators and changes of the direction of text.
    private static func isControl(_ scalar: UInt32) -> Bool {
        scalar < 32 || (0x7f...0x9f).contains(scalar) || (0x2028...0x202e).contains(scalar) || (0x2066...0x2069).contains(scalar)
    }

    /// JSON's strings (RFC 8259, section 7), in one line of printable characters.
    private static func quoted(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "\"") { quoted, scalar in
            switch scalar.value {
            case 34: quoted += "\\\""
            case 92: quoted += "\\\\"
            case 10: quoted += "\\n"
            case 13: quoted += "\\r"
            case 9: quoted += "\\t"
            case let value where isControl(value):
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        } + "\""
    }
}
