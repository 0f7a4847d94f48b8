extension JSONSyntaxParser {
    /// Reads a string in double quotes. `index` is at the first quote.
    mutating func string() throws(RulesProblem) -> RuleText {
        let quote = index
        index += 1
        let start = index
        var bytes: [UInt8] = []
        var offsets: [Int]?
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\""):
                offsets?.append(index)
                index += 1
                return RuleText(bytes: bytes, start: start, offsets: offsets)
            case UInt8(ascii: "\\"):
                if offsets == nil { offsets = Array(start..<index) }
                let place = index
                let text = try escape()
                for byte in text.utf8 {
                    bytes.append(byte)
                    offsets?.append(place)
                }
            case 0x0A, 0x0D, 0x09, 0x20...:
                bytes.append(byte)
                offsets?.append(index)
                index += 1
            default: throw problem(index..<index + 1, "A string may not have the control character \(byte) in it.")
            }
        }
        throw problem(quote..<quote + 1, "Expected \" at the end of the string, but the rules end.")
    }

    private mutating func escape() throws(RulesProblem) -> String {
        let start = index
        index += 1
        guard let byte = peek() else { throw problem(start..<index, "Expected an escape after \\, but the rules end.") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(from: start)
        default:
            throw problem(
                start..<start + 2, "Expected one of \" \\ / b f n r t u after \\.",
                hint: "A \\ that belongs to a regular expression is written twice in JSON: \\\\d for \\d.")
        }
    }

    private mutating func unicodeEscape(from start: Int) throws(RulesProblem) -> String {
        let first = try hexDigits(from: start)
        if UTF16.isLeadSurrogate(first), peek() == UInt8(ascii: "\\"), index + 1 < source.bytes.count,
            source.bytes[index + 1] == UInt8(ascii: "u")
        {
            let position = index
            index += 2
            let second = try hexDigits(from: position)
            if UTF16.isTrailSurrogate(second) { return String(decoding: [first, second], as: UTF16.self) }
        }
        guard let scalar = Unicode.Scalar(first) else {
            throw problem(start..<index, "This is half of a character: two halves, each as \\u and four digits, make one.")
        }
        return String(Character(scalar))
    }

    private mutating func hexDigits(from start: Int) throws(RulesProblem) -> UInt16 {
        let digits = source.bytes[index..<min(index + 4, source.bytes.count)]
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw problem(start..<index, "Expected four hexadecimal digits after \\u.") }
        index += 4
        return value
    }
}
