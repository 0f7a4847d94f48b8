/// Parses the query string of a REST request, with spaces as different clients encode them.
///
/// Form encoders write a space as `+` (`urlencode` in Python and PHP, `URLSearchParams` in JavaScript, Go's `url.Values`), and the Firebase
/// service decodes it as such. The Admin SDK for Python does not encode a `+` in a value, as in `equal_to("+49...")`. Therefore, a `+` at
/// the beginning of a quoted string is kept.
///
/// It works on bytes: most of a query is a token of about a thousand characters, which every request repeats.
enum DatabaseQueryText {
    static func parameters(of query: String) -> [String: String] {
        var found: [String: String] = [:]
        for pair in Array(query.utf8).split(separator: UInt8(ascii: "&")) {
            let nameEnd = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard nameEnd > pair.startIndex else { continue }
            found[decoded(pair[..<nameEnd])] = decoded(pair[nameEnd...].dropFirst())
        }
        return found
    }

    private static func decoded(_ text: ArraySlice<UInt8>) -> String {
        guard text.contains(UInt8(ascii: "%")) || text.contains(UInt8(ascii: "+")) else { return String(decoding: text, as: UTF8.self) }
        let quote = ["\"+", "%22+"].first { text.starts(with: $0.utf8) }
        let rest = text.dropFirst(quote?.utf8.count ?? 0)
        let spaced = rest.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        let start = quote == nil ? "" : "\"+"
        return start + (percentDecoded(spaced) ?? String(decoding: spaced, as: UTF8.self))
    }

    /// - Returns: `nil` for an incomplete escape, and for bytes that are not UTF-8.
    private static func percentDecoded(_ text: [UInt8]) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "%") {
                guard index + 2 < text.count, let high = digit(text[index + 1]), let low = digit(text[index + 2]) else { return nil }
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
