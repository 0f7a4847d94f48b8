/// The reason why a text is not parsed.
package enum JSONError: Error, Equatable, CustomStringConvertible {
    case invalid
    case depth(max: Int)
    /// A member appears twice in an object. The path leads to it.
    case repeated([String])

    /// The problem, for a sentence that begins with the text or the member.
    package var problem: String {
        switch self {
        case .invalid: "is not valid JSON."
        case .depth(let max): "is nested deeper than \(max) levels."
        case .repeated: "appears more than once."
        }
    }

    package var description: String { "The text \(problem)" }

    /// Returns the same error for a value inside `name`.
    fileprivate func below(_ name: String) -> JSONError {
        if case .repeated(let path) = self { .repeated([name] + path) } else { self }
    }
}

extension AnyJSON {
    /// Parses JSON text.
    ///
    /// - Parameter refusesRepeated: Whether a member that appears twice in an object is an error. Otherwise the last one is used.
    package init(json bytes: [UInt8], maxDepth: Int, refusesRepeated: Bool = true) throws(JSONError) {
        var reader = JSONReader(bytes, maxDepth: maxDepth, refusesRepeated: refusesRepeated)
        self = try reader.read()
    }
}

/// A parser from JSON text (RFC 8259) to ``AnyJSON``.
///
/// `JSONDecoder` would have to try each type of value in turn. It reports a mismatch with an error, and these errors took several times as
/// long as the rest of the decoding of a request.
private struct JSONReader {
    private let bytes: [UInt8]
    private let maxDepth: Int
    private let refusesRepeated: Bool
    private var index: Int

    init(_ bytes: [UInt8], maxDepth: Int, refusesRepeated: Bool) {
        self.bytes = bytes
        self.maxDepth = maxDepth
        self.refusesRepeated = refusesRepeated
        // Skips the byte order mark, which has no meaning in UTF-8 but is written by some programs.
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Returns the tree of the whole text.
    mutating func read() throws(JSONError) -> AnyJSON {
        let tree = try value(depth: 0)
        skipSpace()
        guard index == bytes.count else { throw .invalid }
        return tree
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    /// Consumes the next byte if it is the given one, and returns whether it was.
    private mutating func take(_ wanted: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: wanted) else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONError) -> AnyJSON {
        skipSpace()
        switch byte {
        case UInt8(ascii: "{"): return .object(try members(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try elements(depth: depth + 1))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: AnyJSON) throws(JSONError) -> AnyJSON {
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[index...].starts(with: expected) else { throw .invalid }
        index += expected.count
        return value
    }

    // MARK: Objects and arrays

    private func checkDepth(_ depth: Int) throws(JSONError) {
        guard depth <= maxDepth else { throw .depth(max: maxDepth) }
    }

    private mutating func members(depth: Int) throws(JSONError) -> [String: AnyJSON] {
        try checkDepth(depth)
        index += 1
        var members: [String: AnyJSON] = [:]
        skipSpace()
        if take("}") { return members }
        repeat {
            skipSpace()
            guard byte == UInt8(ascii: "\"") else { throw .invalid }
            let name = try string()
            skipSpace()
            guard take(":") else { throw .invalid }
            let value: AnyJSON
            do { value = try self.value(depth: depth) } catch { throw error.below(name) }
            // An intermediary, such as a firewall, may have checked the other one.
            if members.updateValue(value, forKey: name) != nil, refusesRepeated { throw .repeated([name]) }
            skipSpace()
        } while take(",")
        guard take("}") else { throw .invalid }
        return members
    }

    private mutating func elements(depth: Int) throws(JSONError) -> [AnyJSON] {
        try checkDepth(depth)
        index += 1
        var elements: [AnyJSON] = []
        skipSpace()
        if take("]") { return elements }
        repeat {
            do { elements.append(try value(depth: depth)) } catch { throw error.below(String(elements.count)) }
            skipSpace()
        } while take(",")
        guard take("]") else { throw .invalid }
        return elements
    }

    // MARK: Numbers

    private mutating func number() throws(JSONError) -> AnyJSON {
        let start = index
        _ = take("-")
        guard take("0") || skipDigits() else { throw .invalid }
        var isWhole = true
        if take(".") {
            isWhole = false
            guard skipDigits() else { throw .invalid }
        }
        if take("e") || take("E") {
            isWhole = false
            if !take("+") { _ = take("-") }
            guard skipDigits() else { throw .invalid }
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let number = Int64(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else { throw .invalid }
        // Beyond 2^53 a double may differ from the number in the text.
        guard number.magnitude <= 0x1p53, let whole = Int64(exactly: number) else { return .number(number) }
        return .integer(whole)
    }

    private mutating func skipDigits() -> Bool {
        let start = index
        while let byte, (0x30...0x39).contains(byte) { index += 1 }
        return index > start
    }

    // MARK: Strings

    private mutating func string() throws(JSONError) -> String {
        index += 1
        let start = index
        while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
        // Most strings have no escapes and are copied once.
        if take("\"") { return try text(bytes[start..<index - 1]) }
        var collected = Array(bytes[start..<index])
        while !take("\"") {
            guard let byte, byte >= 0x20 else { throw .invalid }
            index += 1
            if byte == UInt8(ascii: "\\") { try unescape(into: &collected) } else { collected.append(byte) }
        }
        return try text(collected[...])
    }

    private func text(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalid }
        return text
    }

    private mutating func unescape(into collected: inout [UInt8]) throws(JSONError) {
        guard let byte else { throw .invalid }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): collected.append(byte)
        case UInt8(ascii: "b"): collected.append(0x08)
        case UInt8(ascii: "f"): collected.append(0x0C)
        case UInt8(ascii: "n"): collected.append(0x0A)
        case UInt8(ascii: "r"): collected.append(0x0D)
        case UInt8(ascii: "t"): collected.append(0x09)
        case UInt8(ascii: "u"):
            let unit = try hexDigits()
            var units = [unit]
            if UTF16.isLeadSurrogate(unit) {
                guard take("\\"), take("u") else { throw .invalid }
                units.append(try hexDigits())
            }
            // Half of a surrogate pair is not a character.
            guard let text = String(validating: units, as: UTF16.self) else { throw .invalid }
            collected.append(contentsOf: text.utf8)
        default: throw .invalid
        }
    }

    private mutating func hexDigits() throws(JSONError) -> UInt16 {
        guard index + 4 <= bytes.count else { throw .invalid }
        var unit: UInt16 = 0
        for byte in bytes[index..<index + 4] {
            switch byte {
            case 0x30...0x39: unit = unit << 4 | UInt16(byte - 0x30)
            case 0x41...0x46: unit = unit << 4 | UInt16(byte - 0x41 + 10)
            case 0x61...0x66: unit = unit << 4 | UInt16(byte - 0x61 + 10)
            default: throw .invalid
            }
        }
        index += 4
        return unit
    }
}
