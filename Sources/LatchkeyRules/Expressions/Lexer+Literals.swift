extension Lexer {
    /// Reads a decimal or hexadecimal number in JavaScript's syntax.
    mutating func number() throws(ExpressionProblem) -> Double {
        let start = index
        if peek() == UInt8(ascii: "0"), peek(1) == UInt8(ascii: "x") || peek(1) == UInt8(ascii: "X") { return try hexadecimal() }
        skipDigits()
        let isOctal = index - start > 1 && bytes[start] == UInt8(ascii: "0")
        if peek() == UInt8(ascii: ".") {
            skip(1)
            skipDigits()
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            let sign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")
            if Self.isDigit(peek(sign ? 2 : 1)) {
                skip(sign ? 2 : 1)
                skipDigits()
            }
        }
        try endNumber(from: start)
        var digits = text(start..<index)
        if digits.hasPrefix(".") { digits = "0" + digits }
        // Swift requires a digit after the decimal point.
        digits = digits.replacing(".e", with: "e").replacing(".E", with: "e")
        if digits.hasSuffix(".") { digits.removeLast() }
        guard !isOctal, let value = Double(digits), value.isFinite else {
            throw ExpressionProblem(
                start..<index, isOctal ? "A number does not begin with 0." : "This number is too large.")
        }
        return value
    }

    private mutating func hexadecimal() throws(ExpressionProblem) -> Double {
        let start = index
        skip(2)
        var value = 0.0
        var count = 0
        while let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue {
            value = value * 16 + Double(digit)
            count += 1
            skip(1)
        }
        try endNumber(from: start)
        guard count > 0, value.isFinite else { throw ExpressionProblem(start..<index, "Expected hexadecimal digits after 0x.") }
        return value
    }

    private mutating func skipDigits() {
        while Self.isDigit(peek()) { skip(1) }
    }

    private mutating func endNumber(from start: Int) throws(ExpressionProblem) {
        guard let byte = peek(), Self.isNameByte(byte) else { return }
        while let byte = peek(), Self.isNameByte(byte) { skip(1) }
        throw ExpressionProblem(start..<index, "'\(text(start..<index).prefix(64))' is not a number.")
    }

    /// Reads a string in single or double quotes with JavaScript's escapes.
    mutating func string(quote: UInt8) throws(ExpressionProblem) -> String {
        let start = index
        skip(1)
        var result: [UInt8] = []
        while let byte = peek() {
            switch byte {
            case quote:
                skip(1)
                return String(decoding: result, as: UTF8.self)
            case 0x0A, 0x0D:
                throw ExpressionProblem(
                    start..<index, "The string does not end on its line.", hint: "A line break in a string is written \\\\n.")
            case UInt8(ascii: "\\"): result.append(contentsOf: try escape().utf8)
            default:
                result.append(byte)
                skip(1)
            }
        }
        throw ExpressionProblem(start..<start + 1, "The string does not end.")
    }

    private mutating func escape() throws(ExpressionProblem) -> String {
        let start = index
        skip(1)
        guard let byte = peek() else { throw ExpressionProblem(start..<index, "The string does not end.") }
        skip(1)
        switch byte {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "v"): return "\u{B}"
        case UInt8(ascii: "0") where !Self.isDigit(peek()): return "\0"
        case UInt8(ascii: "0")...UInt8(ascii: "9"): throw ExpressionProblem(start..<index, "Strings have no octal escapes.")
        case UInt8(ascii: "x"): return try scalar(digits: 2, from: start)
        case UInt8(ascii: "u"): return try unicodeEscape(from: start)
        case 0x0A: return ""
        default:
            // Any other character, with all its bytes, stands for itself.
            var character = [byte]
            while let byte = peek(), byte & 0xC0 == 0x80 {
                character.append(byte)
                skip(1)
            }
            return String(decoding: character, as: UTF8.self)
        }
    }

    private mutating func unicodeEscape(from start: Int) throws(ExpressionProblem) -> String {
        let first = try hexDigits(4, from: start)
        if UTF16.isLeadSurrogate(UInt16(first)), peek() == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") {
            skip(2)
            let second = try hexDigits(4, from: start)
            if UTF16.isTrailSurrogate(UInt16(second)) {
                return String(decoding: [UInt16(first), UInt16(second)], as: UTF16.self)
            }
        }
        guard let scalar = Unicode.Scalar(first) else { throw ExpressionProblem(start..<index, "This is half of a character.") }
        return String(Character(scalar))
    }

    private mutating func scalar(digits: Int, from start: Int) throws(ExpressionProblem) -> String {
        let value = try hexDigits(digits, from: start)
        return Unicode.Scalar(value).map { String(Character($0)) } ?? ""
    }

    private mutating func hexDigits(_ count: Int, from start: Int) throws(ExpressionProblem) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw ExpressionProblem(start..<index, "Expected \(count) hexadecimal digits.")
            }
            value = value * 16 + UInt32(digit)
            skip(1)
        }
        return value
    }
}
