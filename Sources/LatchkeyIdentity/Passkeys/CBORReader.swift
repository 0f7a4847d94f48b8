/// A reader of canonical CBOR, the encoding that CTAP2 requires (Client to Authenticator Protocol, section 8).
///
/// Numbers have their shortest form, lengths are definite, and the keys of a map are sorted and unique. Each value therefore has one
/// encoding, and two programs cannot read the same bytes differently. Reading takes time proportional to the length of the input.
struct CBORReader {
    /// The maximum nesting depth of arrays and maps; WebAuthn needs four.
    static let maxDepth = 6
    /// The maximum number of items of an array or a map.
    static let maxItems = 64

    struct Malformed: Error, Equatable {
        let problem: String
    }

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Reads a value that must fill all of the bytes.
    static func value(of bytes: ArraySlice<UInt8>) throws -> CBORValue {
        var reader = CBORReader(bytes)
        let value = try reader.next()
        guard reader.rest.isEmpty else { throw Malformed(problem: "something follows the value") }
        return value
    }

    /// The bytes that have not been read.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// Reads the next value.
    mutating func next() throws -> CBORValue {
        try value(depth: 0)
    }

    private mutating func value(depth: Int) throws -> CBORValue {
        guard depth < Self.maxDepth else { throw Malformed(problem: "nested deeper than \(Self.maxDepth) levels") }
        let initial = try byte()
        let (major, detail) = (initial >> 5, initial & 31)
        if major == 7 { return try simple(detail) }
        let argument = try argument(detail)
        switch major {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return .bytes(Array(try take(argument)))
        case 3:
            guard let text = String(validating: try take(argument), as: UTF8.self) else {
                throw Malformed(problem: "text that is not UTF-8")
            }
            return .text(text)
        case 4:
            let count = try itemCount(argument)
            var items: [CBORValue] = []
            for _ in 0..<count { items.append(try value(depth: depth + 1)) }
            return .array(items)
        case 5: return .map(try map(count: try itemCount(argument), depth: depth))
        default: throw Malformed(problem: "a tag")
        }
    }

    private mutating func map(count: Int, depth: Int) throws -> CBORMap {
        var map = CBORMap()
        var last: ArraySlice<UInt8>?
        for _ in 0..<count {
            let start = position
            let key = try value(depth: depth + 1)
            switch key {
            case .unsigned, .negative, .text: break
            default: throw Malformed(problem: "a key that is neither a number nor a text")
            }
            let encoded = bytes[start..<position]
            if let last, !Self.isOrdered(last, encoded) { throw Malformed(problem: "keys that are out of order or repeated") }
            last = encoded
            map.entries.append(.init(key: key, value: try value(depth: depth + 1)))
        }
        return map
    }

    /// Whether two keys are in CTAP2's order: by major type, then by length, then bytewise.
    private static func isOrdered(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
        let kinds = ((first.first ?? 0) >> 5, (second.first ?? 0) >> 5)
        if kinds.0 != kinds.1 { return kinds.0 < kinds.1 }
        if first.count != second.count { return first.count < second.count }
        return first.lexicographicallyPrecedes(second)
    }

    private func simple(_ detail: UInt8) throws -> CBORValue {
        switch detail {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22: return .null
        default: throw Malformed(problem: "a floating-point number or an unknown simple value")
        }
    }

    /// Reads the argument of an initial byte, which must have its shortest form.
    private mutating func argument(_ detail: UInt8) throws -> UInt64 {
        let width: Int
        switch detail {
        case 0..<24: return UInt64(detail)
        case 24: width = 1
        case 25: width = 2
        case 26: width = 4
        case 27: width = 8
        default: throw Malformed(problem: "an indefinite or reserved length")
        }
        let number = try take(UInt64(width)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let least: UInt64 = width == 1 ? 24 : 1 << UInt64(width * 4)
        guard number >= least else { throw Malformed(problem: "a number that is not in its shortest form") }
        return number
    }

    private func itemCount(_ argument: UInt64) throws -> Int {
        guard argument <= UInt64(Self.maxItems) else { throw Malformed(problem: "more than \(Self.maxItems) items") }
        return Int(argument)
    }

    private mutating func byte() throws -> UInt8 {
        guard position < bytes.endIndex else { throw Malformed(problem: "the end is missing") }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func take(_ count: UInt64) throws -> ArraySlice<UInt8> {
        guard let count = Int(exactly: count), count <= bytes.endIndex - position else { throw Malformed(problem: "the end is missing") }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
