import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct CBORReaderTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let value: CBORValue?
        var testDescription: String { name }

        init(_ name: String, _ bytes: [UInt8], _ value: CBORValue?) {
            self.name = name
            self.bytes = bytes
            self.value = value
        }
    }

    /// The first ones are from RFC 8949, appendix A.
    static let read: [Example] = [
        Example("0", [0x00], .unsigned(0)),
        Example("23", [0x17], .unsigned(23)),
        Example("24", [0x18, 0x18], .unsigned(24)),
        Example("1000", [0x19, 0x03, 0xe8], .unsigned(1000)),
        Example("1000000", [0x1a, 0x00, 0x0f, 0x42, 0x40], .unsigned(1_000_000)),
        Example("the largest number", [0x1b] + Array(repeating: 0xff, count: 8), .unsigned(.max)),
        Example("-1", [0x20], .negative(0)),
        Example("-1000", [0x39, 0x03, 0xe7], .negative(999)),
        Example("false", [0xf4], .bool(false)),
        Example("true", [0xf5], .bool(true)),
        Example("null", [0xf6], .null),
        Example("no bytes", [0x40], .bytes([])),
        Example("four bytes", [0x44, 1, 2, 3, 4], .bytes([1, 2, 3, 4])),
        Example("a text", [0x64, 0x49, 0x45, 0x54, 0x46], .text("IETF")),
        Example("ü", [0x62, 0xc3, 0xbc], .text("ü")),
        Example("an array", [0x83, 1, 2, 3], .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
        Example(
            "a map of numbers", [0xa2, 1, 2, 3, 4],
            .map(CBORMap(entries: [.init(key: .unsigned(1), value: .unsigned(2)), .init(key: .unsigned(3), value: .unsigned(4))]))),
        Example(
            "numbers before negative ones", [0xa2, 0x03, 0x26, 0x20, 0x01],
            .map(CBORMap(entries: [.init(key: .unsigned(3), value: .negative(6)), .init(key: .negative(0), value: .unsigned(1))]))),
        Example(
            "shorter keys before longer ones", [0xa2, 0x61, 0x7a, 0x01, 0x62, 0x61, 0x61, 0x02],
            .map(CBORMap(entries: [.init(key: .text("z"), value: .unsigned(1)), .init(key: .text("aa"), value: .unsigned(2))]))),
    ]

    static let refused: [Example] = [
        Example("nothing", [], nil),
        Example("23 in two bytes", [0x18, 0x17], nil),
        Example("255 in three bytes", [0x19, 0x00, 0xff], nil),
        Example("65535 in five bytes", [0x1a, 0, 0, 0xff, 0xff], nil),
        Example("a number in nine bytes that fits in five", [0x1b, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff], nil),
        Example("a reserved length", [0x1c], nil),
        Example("bytes of indefinite length", [0x5f, 0x41, 0x01, 0xff], nil),
        Example("an array of indefinite length", [0x9f, 0xff], nil),
        Example("a map of indefinite length", [0xbf, 0xff], nil),
        Example("a break", [0xff], nil),
        Example("a tag", [0xc0, 0x60], nil),
        Example("half a number", [0x19, 0x03], nil),
        Example("bytes that are not there", [0x42, 0x01], nil),
        Example("more bytes than there can be", [0x5b] + Array(repeating: 0xff, count: 8), nil),
        Example("an array longer than any", [0x9b, 0x7f] + Array(repeating: 0xff, count: 7), nil),
        Example("an array of 65 items", [0x98, 65] + Array(repeating: 0, count: 65), nil),
        Example("a map without its last value", [0xa1, 0x01], nil),
        Example("a key twice", [0xa2, 1, 1, 1, 2], nil),
        Example("keys out of order", [0xa2, 2, 1, 1, 1], nil),
        Example("a longer key before a shorter one", [0xa2, 0x62, 0x61, 0x61, 0x02, 0x61, 0x7a, 0x01], nil),
        Example("a negative key before a positive one", [0xa2, 0x20, 1, 0x03, 1], nil),
        Example("a key that is a list", [0xa1, 0x80, 1], nil),
        Example("text that is no UTF-8", [0x61, 0xff], nil),
        Example("half a precision", [0xf9, 0x3c, 0x00], nil),
        Example("undefined", [0xf7], nil),
        Example("a simple value in two bytes", [0xf8, 0x20], nil),
        Example("one thing and another", [0x00, 0x00], nil),
        Example("seven levels", Array(repeating: 0x81, count: 6) + [0x00], nil),
        Example("a thousand levels", Array(repeating: 0x81, count: 1000) + [0x00], nil),
    ]

    @Test(arguments: read) func canonicalFormsAreRead(_ example: Example) throws {
        #expect(try CBORReader.value(of: example.bytes[...]) == example.value)
    }

    @Test(arguments: refused) func invalidEncodingsAreRejected(_ example: Example) {
        #expect(throws: CBORReader.Malformed.self) { try CBORReader.value(of: example.bytes[...]) }
    }

    @Test func sixLevelsAreRead() throws {
        _ = try CBORReader.value(of: (Array(repeating: 0x81, count: 5) + [0x00])[...])
    }

    /// Input that is not in canonical form fails without a crash, and every accepted input is the only encoding of its value.
    @Test func anyBytesAreReadOrRefused() {
        let random = RandomTokens.seeded(7)
        var readCount = 0
        for round in 0..<60_000 {
            // Small values of the length byte make deep and long structures likely.
            let bytes = random.data(count: 1 + round % 40).map { round % 3 == 0 ? $0 : $0 & 0xe3 }
            guard let value = try? CBORReader.value(of: bytes[...]) else { continue }
            readCount += 1
            #expect(Self.encode(value) == bytes)
        }
        #expect(readCount > 500)
    }

    /// Every change of one byte of a valid object is refused or reads as another value.
    @Test func everyChangedByteOfAnAttestationIsRefusedOrSeen() throws {
        let object = ScriptedAuthenticator().register("AAAA").attestationObject
        let value = try CBORReader.value(of: object[...])
        for index in object.indices {
            for change: UInt8 in [0x01, 0x20, 0x40, 0x80, 0xff] {
                var changed = object
                changed[index] ^= change
                #expect((try? CBORReader.value(of: changed[...])) != value)
            }
            #expect(throws: CBORReader.Malformed.self) { try CBORReader.value(of: object[..<index]) }
        }
    }

    private static func encode(_ value: CBORValue) -> [UInt8] {
        switch value {
        case .unsigned(let number): head(0, number)
        case .negative(let number): head(1, number)
        case .bytes(let bytes): head(2, UInt64(bytes.count)) + bytes
        case .text(let text): head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let items): head(4, UInt64(items.count)) + items.flatMap(encode)
        case .map(let map): head(5, UInt64(map.count)) + map.entries.flatMap { encode($0.key) + encode($0.value) }
        case .bool(let flag): [flag ? 0xf5 : 0xf4]
        case .null: [0xf6]
        }
    }

    private static func head(_ major: UInt8, _ number: UInt64) -> [UInt8] {
        func bytes(_ count: Int) -> [UInt8] { (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) } }
        return switch number {
        case ..<24: [major << 5 | UInt8(number)]
        case ...0xff: [major << 5 | 24] + bytes(1)
        case ...0xffff: [major << 5 | 25] + bytes(2)
        case ...0xffff_ffff: [major << 5 | 26] + bytes(4)
        default: [major << 5 | 27] + bytes(8)
        }
    }
}
