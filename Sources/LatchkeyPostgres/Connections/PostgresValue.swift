import LatchkeySQL

/// The types of PostgreSQL that the schema and its statements use, by their object identifiers (`pg_type.dat`).
enum PostgresType: UInt32 {
    case bool = 16
    case bytea = 17
    case name = 19
    case int8 = 20
    case int2 = 21
    case int4 = 23
    case text = 25
    case unknown = 705
    case varchar = 1043
}

extension PostgresType {
    /// The type that a statement expects for a value if nothing else determines it; `nil` for NULL.
    init?(of value: StoredValue) {
        switch value {
        case .null: return nil
        case .integer: self = .int8
        case .text: self = .text
        case .blob: self = .bytea
        }
    }

    /// Encodes a value in PostgreSQL's binary format.
    ///
    /// - Returns: `nil` if a parameter of this type cannot have the value.
    func encode(_ value: StoredValue) -> [UInt8]? {
        switch (self, value) {
        case (.int8, .integer(let number)): Self.bytes(of: number)
        case (.int4, .integer(let number)): Int32(exactly: number).map(Self.bytes)
        case (.int2, .integer(let number)): Int16(exactly: number).map(Self.bytes)
        case (.bool, .integer(let number)): [number == 0 ? 0 : 1]
        case (.text, .text(let text)), (.varchar, .text(let text)), (.unknown, .text(let text)): PostgresText.encode(text)
        case (.bytea, .blob(let bytes)): bytes
        default: nil
        }
    }

    /// Decodes a value in PostgreSQL's binary format.
    ///
    /// - Returns: `nil` if the bytes are no value of this type.
    func decode(_ bytes: UnsafeRawBufferPointer) -> StoredValue? {
        switch self {
        case .int8: Self.integer(bytes, Int64.self)
        case .int4: Self.integer(bytes, Int32.self)
        case .int2: Self.integer(bytes, Int16.self)
        case .bool: bytes.first.map { .integer($0 == 0 ? 0 : 1) }
        case .text, .varchar, .name, .unknown: PostgresText.decode(bytes).map(StoredValue.text)
        case .bytea: .blob(Array(bytes))
        }
    }

    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    private static func integer<Number: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _: Number.Type) -> StoredValue? {
        guard bytes.count == Number.bitWidth / 8 else { return nil }
        return .integer(Int64(Number(bigEndian: bytes.loadUnaligned(as: Number.self))))
    }
}

/// Texts in the form in which PostgreSQL can store them.
///
/// A text of PostgreSQL cannot contain NUL. NUL and U+0001 are stored as U+0001 and a second character, which keeps the order of texts.
enum PostgresText {
    static func encode(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.contains(where: { $0 < 2 }) else { return bytes }
        return bytes.flatMap { $0 < 2 ? [1, $0 + 1] : [$0] }
    }

    /// - Returns: `nil` for bytes that ``encode(_:)`` never returns.
    static func decode(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.contains(1) else { return String(validating: bytes, as: UTF8.self) }
        var decoded: [UInt8] = []
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            guard byte == 1 else {
                decoded.append(byte)
                continue
            }
            guard let second = iterator.next(), second == 1 || second == 2 else { return nil }
            decoded.append(second - 1)
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
