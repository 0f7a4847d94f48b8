import LatchkeySQL
import Testing

@testable import LatchkeyPostgres

@Suite struct PostgresValueTests {
    /// The binary formats of PostgreSQL: integers are big-endian (`int8send` and the like).
    @Test(arguments: [
        (PostgresType.int8, StoredValue.integer(1), [0, 0, 0, 0, 0, 0, 0, 1] as [UInt8]),
        (.int8, .integer(-2), [255, 255, 255, 255, 255, 255, 255, 254]),
        (.int4, .integer(258), [0, 0, 1, 2]),
        (.int2, .integer(-1), [255, 255]),
        (.bool, .integer(1), [1]),
        (.text, .text("é"), [0xc3, 0xa9]),
        (.text, .text(""), []),
        (.bytea, .blob([0, 1, 2]), [0, 1, 2]),
    ])
    func valuesHavePostgreSQLsFormat(_ type: PostgresType, _ value: StoredValue, _ bytes: [UInt8]) {
        #expect(type.encode(value) == bytes)
        #expect(bytes.withUnsafeBytes { type.decode($0) } == value)
    }

    @Test(arguments: [(PostgresType.int4, StoredValue.integer(1 << 31)), (.text, .integer(1)), (.bytea, .text("a")), (.int8, .text("1"))])
    func valuesOfOtherTypesAreRefused(_ type: PostgresType, _ value: StoredValue) {
        #expect(type.encode(value) == nil)
    }

    @Test(arguments: [
        ("a\0b", [0x61, 1, 1, 0x62] as [UInt8]), ("\0", [1, 1]), ("\u{1}", [1, 2]), ("\u{1}\0", [1, 2, 1, 1]), ("\u{2}", [2]), ("", []),
    ])
    func textsWithNULAreStored(_ text: String, _ bytes: [UInt8]) {
        #expect(PostgresText.encode(text) == bytes)
        #expect(bytes.withUnsafeBytes { PostgresText.decode($0) } == text)
    }

    @Test func storedTextsKeepTheirOrder() {
        let texts = ["", "\0", "\0\0", "\0a", "\u{1}", "\u{1}\0", "\u{2}", "a", "a\0", "a\u{1}", "a\u{2}", "aa"]
        let sorted = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        #expect(sorted == texts)
        #expect(texts.sorted { PostgresText.encode($0).lexicographicallyPrecedes(PostgresText.encode($1)) } == texts)
    }

    @Test(arguments: [[1], [1, 3], [0x61, 1], [0xff]] as [[UInt8]])
    func bytesThatAreNoStoredTextAreRefused(_ bytes: [UInt8]) {
        #expect(bytes.withUnsafeBytes { PostgresText.decode($0) } == nil)
    }
}
