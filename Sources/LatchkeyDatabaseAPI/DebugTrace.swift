import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree

/// The rules evaluated for an operation and their results, for clients with a version 0 token with `debug`.
///
/// It contains rules and paths, but no data of the database.
package struct DebugTrace {
    private let lines: [String]

    private static let maxHeaderBytes = 4096
    private static let maxTextBytes = 16_384

    /// - Parameter explanation: The evaluated rules; `nil` for administrators, because no rules apply to them.
    init(_ explanation: Explanation?, of operation: String, at path: TreePath, auth: AuthValue) {
        var lines = ["Attempt to \(operation) \(path) with auth=\(auth.json)"]
        guard let explanation else {
            self.lines = lines + ["The credential is an administrator's: no rules are evaluated."]
            return
        }
        for run in explanation.rules {
            lines.append("\(run.path):\(run.kind.rawValue) (line \(run.line)): \"\(run.text)\" => \(run.outcome)")
        }
        lines.append(explanation.conclusion)
        lines.append("The \(operation) was \(explanation.isAllowed ? "allowed" : "denied").")
        self.lines = lines
    }

    /// The trace as text with one line for each rule.
    var text: String { Self.cut(lines.joined(separator: "\n"), to: Self.maxTextBytes) }

    /// The trace as one line of ASCII. Each path starts with a slash after a space.
    var header: String {
        var text = ""
        for scalar in lines.joined(separator: " ").unicodeScalars {
            switch scalar.value {
            case 0x20...0x7e: text.unicodeScalars.append(scalar)
            case 0x09, 0x0a, 0x0d: text += " "
            default:
                for unit in Character(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
            if text.utf8.count > Self.maxHeaderBytes { break }
        }
        return Self.cut(text, to: Self.maxHeaderBytes)
    }

    private static func cut(_ text: String, to maxBytes: Int) -> String {
        guard text.utf8.count > maxBytes else { return text }
        var end = text.utf8.index(text.utf8.startIndex, offsetBy: maxBytes - 3)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return text[..<end] + "..."
    }
}
