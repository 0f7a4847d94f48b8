/// The header `tracestate`: a list of values of other tracing systems.
///
/// <https://www.w3.org/TR/trace-context/#tracestate-header>
package struct TraceState: Sendable, Equatable {
    /// The list as it is passed on.
    package let text: String

    /// The maximum number of entries.
    private static let maxEntries = 32
    /// The number of characters that are passed on; a longer list loses entries.
    private static let maxLength = 512
    /// Of a list that is too long, entries above this length are removed first.
    private static let longEntry = 128
    /// The limit for what is read at all: as many entries as there may be, with the longest keys and values.
    private static let maxInput = maxEntries * (256 + 1 + 256 + 3)

    /// - Returns: `nil` if the list is empty or invalid.
    package init?(_ header: String) {
        guard header.utf8.count <= Self.maxInput else { return nil }
        var entries: [Substring] = []
        var keys: Set<Substring> = []
        for part in header.split(separator: ",", omittingEmptySubsequences: false) {
            let entry = Self.trimmed(part)
            // Empty entries are allowed.
            if entry.isEmpty { continue }
            guard let equals = entry.firstIndex(of: "="), Self.isKey(entry[..<equals]),
                Self.isValue(entry[entry.index(after: equals)...]), keys.insert(entry[..<equals]).inserted
            else { return nil }
            entries.append(entry)
        }
        guard !entries.isEmpty, entries.count <= Self.maxEntries else { return nil }
        let kept = Self.shortened(entries)
        guard !kept.isEmpty else { return nil }
        text = kept.joined(separator: ",")
    }

    /// Removes whole entries until the list is short enough: long ones first, then those at the end.
    private static func shortened(_ entries: [Substring]) -> [Substring] {
        func length(_ entries: [Substring]) -> Int { entries.reduce(entries.count - 1) { $0 + $1.utf8.count } }
        var entries = entries
        while length(entries) > maxLength, let index = entries.lastIndex(where: { $0.utf8.count > longEntry }) { entries.remove(at: index) }
        while length(entries) > maxLength { entries.removeLast() }
        return entries
    }

    private static func trimmed(_ text: Substring) -> Substring {
        func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }

    /// Whether a text is a key: `simple-key`, or a tenant and a system with an `@`.
    private static func isKey(_ key: Substring) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte) }
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        func consists(_ part: Substring, _ maxLength: Int, mayBeginWithDigit: Bool) -> Bool {
            guard let first = part.utf8.first, part.utf8.count <= maxLength, isLetter(first) || mayBeginWithDigit && isDigit(first)
            else { return false }
            // Also "_", "-", "*" and "/".
            return part.utf8.allSatisfy { isLetter($0) || isDigit($0) || [0x5f, 0x2d, 0x2a, 0x2f].contains($0) }
        }
        let parts = key.split(separator: "@", omittingEmptySubsequences: false)
        return switch parts.count {
        case 1: consists(parts[0], 256, mayBeginWithDigit: false)
        case 2: consists(parts[0], 241, mayBeginWithDigit: true) && consists(parts[1], 14, mayBeginWithDigit: false)
        default: false
        }
    }

    /// Whether a text is a value: printable ASCII without "," and "=".
    private static func isValue(_ value: Substring) -> Bool {
        guard let last = value.utf8.last, last != 0x20, value.utf8.count <= 256 else { return false }
        return value.utf8.allSatisfy { (0x20...0x7e).contains($0) && $0 != 0x2c && $0 != 0x3d }
    }
}
