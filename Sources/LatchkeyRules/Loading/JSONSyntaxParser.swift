/// The parser of the JSON of rules, which may have `//` and `/* */` comments between tokens and raw line breaks in strings.
///
/// It stops at the first error, because the meaning of the text after it is unknown.
struct JSONSyntaxParser {
    let source: SourceText
    var index = 0
    private var depth = 0

    init(_ source: SourceText) {
        self.source = source
        // Editors on Windows may write a byte order mark.
        if source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Parses the whole text, which is one value.
    mutating func document() throws(RulesProblem) -> JSONSyntax {
        try skipSpace()
        let value = try value(expected: "an object with the key \"rules\"")
        try skipSpace()
        guard index == source.bytes.count else { throw unexpected(expected: "the end of the rules") }
        return value
    }

    private mutating func value(expected: String) throws(RulesProblem) -> JSONSyntax {
        let start = index
        guard let byte = peek() else { throw unexpected(expected: expected) }
        let content: JSONSyntax.Content
        switch byte {
        case UInt8(ascii: "{"): content = .object(try nested { parser throws(RulesProblem) in try parser.members() })
        case UInt8(ascii: "["): content = .array(try nested { parser throws(RulesProblem) in try parser.elements() })
        case UInt8(ascii: "\""): content = .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            while let byte = peek(),
                Self.isWordByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            {
                index += 1
            }
            content = .number
        case UInt8(ascii: "'"):
            throw problem(index..<index + 1, "Expected \(expected), but got '.", hint: "JSON strings have double quotes.")
        default: content = try word(expected: expected)
        }
        return JSONSyntax(content: content, range: start..<index)
    }

    private mutating func word(expected: String) throws(RulesProblem) -> JSONSyntax.Content {
        let start = index
        while let byte = peek(), Self.isWordByte(byte) { index += 1 }
        switch source.text(start..<index) {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null": return .null
        case "":
            throw unexpected(expected: expected)
        case let text:
            throw problem(start..<index, "Expected \(expected), but got \(text.prefix(40)).", hint: "Put expressions in double quotes.")
        }
    }

    private mutating func nested<Result>(
        _ body: (inout Self) throws(RulesProblem) -> Result
    ) throws(RulesProblem) -> Result {
        guard depth < RulesLimits.maxNesting else {
            throw problem(index..<index + 1, "Rules may not be nested more than \(RulesLimits.maxNesting) levels deep.")
        }
        depth += 1
        index += 1
        let result = try body(&self)
        depth -= 1
        return result
    }

    private mutating func members() throws(RulesProblem) -> [JSONSyntax.Member] {
        var members: [JSONSyntax.Member] = []
        try skipSpace()
        if take(UInt8(ascii: "}")) { return members }
        while true {
            guard peek() == UInt8(ascii: "\"") else {
                throw unexpected(
                    expected: members.isEmpty ? "a key in double quotes or }" : "a key in double quotes", afterComma: !members.isEmpty)
            }
            let key = try string()
            try skipSpace()
            guard take(UInt8(ascii: ":")) else { throw unexpected(expected: ": after the key") }
            try skipSpace()
            members.append(JSONSyntax.Member(key: key, value: try value(expected: "a value")))
            try skipSpace()
            if take(UInt8(ascii: "}")) { return members }
            guard take(UInt8(ascii: ",")) else { throw unexpected(expected: ", or }") }
            try skipSpace()
        }
    }

    private mutating func elements() throws(RulesProblem) -> [JSONSyntax] {
        var elements: [JSONSyntax] = []
        try skipSpace()
        if take(UInt8(ascii: "]")) { return elements }
        while true {
            if !elements.isEmpty, peek() == UInt8(ascii: "]") { throw unexpected(expected: "a value", afterComma: true) }
            elements.append(try value(expected: "a value"))
            try skipSpace()
            if take(UInt8(ascii: "]")) { return elements }
            guard take(UInt8(ascii: ",")) else { throw unexpected(expected: ", or ]") }
            try skipSpace()
        }
    }

    // MARK: Bytes

    func peek() -> UInt8? { index < source.bytes.count ? source.bytes[index] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        index += 1
        return true
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "$"):
            true
        default: false
        }
    }

    private mutating func skipSpace() throws(RulesProblem) {
        while let byte = peek() {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case UInt8(ascii: "/"): try skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() throws(RulesProblem) {
        let start = index
        switch index + 1 < source.bytes.count ? source.bytes[index + 1] : 0 {
        case UInt8(ascii: "/"):
            while let byte = peek(), byte != UInt8(ascii: "\n") { index += 1 }
        case UInt8(ascii: "*"):
            index += 2
            while index + 1 < source.bytes.count {
                if source.bytes[index] == UInt8(ascii: "*"), source.bytes[index + 1] == UInt8(ascii: "/") {
                    index += 2
                    return
                }
                index += 1
            }
            throw problem(start..<start + 2, "Expected */ at the end of the comment, but the rules end.")
        default:
            throw problem(start..<start + 1, "Expected a comment after /.", hint: "Comments are // to the end of the line, or /* to */.")
        }
    }

    // MARK: Problems

    func problem(_ range: Range<Int>, _ message: String, hint: String? = nil) -> RulesProblem {
        source.problem(range, message, hint: hint)
    }

    private func unexpected(expected: String, afterComma: Bool = false) -> RulesProblem {
        guard let byte = peek() else { return problem(index..<index, "Expected \(expected), but the rules end.") }
        let isEnd = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
        let hint = afterComma && isEnd ? "Remove the comma after the last element." : nil
        let end = source.bytes[(index + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? source.bytes.count
        return problem(index..<end, "Expected \(expected), but got \(source.text(index..<end)).", hint: hint)
    }
}
