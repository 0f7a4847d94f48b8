/// Extracts one member of a JSON object without decoding it, so that its numbers stay exactly as the provider wrote them.
struct JSONMember {
    private let bytes: [UInt8]
    private var position = 0

    /// Returns the bytes of the first top-level member with that name; `nil` when there is none.
    ///
    /// The value is only delimited, not validated: decode it before any other use.
    static func named(_ name: String, in object: [UInt8]) -> [UInt8]? {
        var scanner = JSONMember(bytes: object)
        return scanner.find(Array(name.utf8))
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func find(_ name: [UInt8]) -> [UInt8]? {
        skipBlanks()
        guard take("{") else { return nil }
        while position < bytes.count {
            skipBlanks()
            guard let key = string() else { return nil }
            skipBlanks()
            guard take(":") else { return nil }
            skipBlanks()
            guard let value = value() else { return nil }
            if bytes[key].elementsEqual(name) {
                let end = bytes[value].lastIndex { !$0.isJSONBlank }.map { $0 + 1 } ?? value.lowerBound
                return Array(bytes[value.lowerBound..<end])
            }
            skipBlanks()
            guard take(",") else { return nil }
        }
        return nil
    }

    /// The range between the quotes.
    private mutating func string() -> Range<Int>? {
        guard take("\"") else { return nil }
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return start..<(position - 1)
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        return nil
    }

    /// The range of a string, object, array or literal, up to the comma or bracket that ends it.
    private mutating func value() -> Range<Int>? {
        let start = position
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                guard string() != nil else { return nil }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return start..<position }
                depth -= 1
            case UInt8(ascii: ",") where depth == 0: return start..<position
            default: break
            }
            position += 1
        }
        return nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position].isJSONBlank { position += 1 }
    }
}

extension UInt8 {
    /// Space, tab, line feed or carriage return (RFC 8259, section 2).
    var isJSONBlank: Bool {
        self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
    }
}
