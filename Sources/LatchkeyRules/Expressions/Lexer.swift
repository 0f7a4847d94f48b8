/// The tokenizer of expressions. It skips JavaScript comments.
struct Lexer {
    let bytes: [UInt8]
    private(set) var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() throws(ExpressionProblem) -> Token {
        try skipSpace()
        let start = index
        guard let byte = peek() else { return Token(kind: .end, range: start..<start) }
        let kind: Token.Kind
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): kind = .number(try number())
        case UInt8(ascii: ".") where Self.isDigit(peek(1)): kind = .number(try number())
        case UInt8(ascii: "'"), UInt8(ascii: "\""): kind = .string(try string(quote: byte))
        case _ where Self.isNameByte(byte):
            while let byte = peek(), Self.isNameByte(byte) { index += 1 }
            kind = .name(text(start..<index))
        default: kind = .symbol(try symbol())
        }
        return Token(kind: kind, range: start..<index)
    }

    /// Reads the body and flags of the regular expression that begins with a `/` at this position.
    mutating func pattern(at start: Int) throws(ExpressionProblem) -> (body: Range<Int>, flags: Range<Int>) {
        index = start + 1
        var isInSet = false
        while let byte = peek() {
            switch byte {
            case 0x0A, 0x0D:
                throw ExpressionProblem(start..<index, "The regular expression does not end on its line.")
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "["): isInSet = true
            case UInt8(ascii: "]"): isInSet = false
            case UInt8(ascii: "/") where !isInSet:
                let body = start + 1..<index
                index += 1
                let flags = index
                while let byte = peek(), Self.isNameByte(byte) { index += 1 }
                return (body, flags..<index)
            default: break
            }
            index += 1
        }
        throw ExpressionProblem(start..<start + 1, "The regular expression does not end.", hint: "It ends with another /.")
    }

    // MARK: Symbols

    private mutating func symbol() throws(ExpressionProblem) -> Token.Symbol {
        for length in (1...3).reversed() where index + length <= bytes.count {
            let range = index..<index + length
            let code = Self.code(bytes[range])
            // `a ?.5 : 1` is a condition and a number, as in JavaScript.
            let isNumber = length == 2 && bytes[index] == UInt8(ascii: "?") && Self.isDigit(peek(2))
            if !isNumber, let foreign = Self.foreign[code] {
                throw ExpressionProblem(range, "Rule expressions may not contain the \(foreign.symbol) operator.", hint: foreign.hint)
            }
            if let symbol = Self.symbols[code] {
                index += length
                return symbol
            }
        }
        let end = bytes[(index + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
        throw ExpressionProblem(index..<end, "Unexpected character '\(text(index..<end))'.")
    }

    /// The operators of JavaScript that rules do not have.
    private static let foreign: [UInt32: (symbol: String, hint: String?)] = {
        let all: [(symbol: String, hint: String?)] = [
            (">>>", nil), ("<<", nil), (">>", nil), ("**", nil), ("++", nil), ("--", nil),
            ("=>", "To compare use >=."), ("+=", nil), ("-=", nil), ("*=", nil), ("%=", nil), ("&=", nil), ("|=", nil), ("^=", nil),
            ("??", nil), ("?.", "Members of null are null, so . is enough."),
            ("&", "Use && for and."), ("|", "Use || for or."), ("^", nil), ("~", nil), ("=", "Use === to compare."),
            (";", "A rule is one expression."), ("{", nil), ("}", nil), ("`", "Use quotes ' for strings."),
        ]
        return Dictionary(uniqueKeysWithValues: all.map { (code($0.symbol.utf8), $0) })
    }()

    private static let symbols = Dictionary(uniqueKeysWithValues: Token.Symbol.allCases.map { (code($0.rawValue.utf8), $0) })

    /// Returns up to three bytes as a number.
    private static func code(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    // MARK: Space

    private mutating func skipSpace() throws(ExpressionProblem) {
        while let byte = peek() {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D, 0x0B, 0x0C: index += 1
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                while let byte = peek(), byte != 0x0A { index += 1 }
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
                let start = index
                index += 2
                while index < bytes.count, !(peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) { index += 1 }
                guard index < bytes.count else {
                    throw ExpressionProblem(start..<start + 2, "The comment does not end.", hint: "It ends with */.")
                }
                index += 2
            default: return
            }
        }
    }

    // MARK: Bytes

    func peek(_ offset: Int = 0) -> UInt8? { index + offset < bytes.count ? bytes[index + offset] : nil }

    mutating func skip(_ count: Int) { index += count }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self) }

    static func isDigit(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "$"):
            true
        default: false
        }
    }
}
