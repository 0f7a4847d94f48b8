import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

/// Valid JSON and its value, according to Foundation's decoder.
@Suite struct JSONReaderTests {
    /// A tree, decoded by trying every type.
    private indirect enum Judged: Decodable, Equatable {
        case null
        case bool(Bool)
        case integer(Int64)
        case number(Double)
        case string(String)
        case array([Judged])
        case object([String: Judged])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .string(text)
            } else if container.decodeNil() {
                self = .null
            } else if let flag = try? container.decode(Bool.self) {
                self = .bool(flag)
            } else if let number = try? container.decode(Int64.self) {
                self = .integer(number)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let members = try? container.decode([String: Judged].self) {
                self = .object(members)
            } else {
                self = .array(try container.decode([Judged].self))
            }
        }

        init(_ tree: AnyJSON) {
            switch tree {
            case .null: self = .null
            case .bool(let flag): self = .bool(flag)
            case .integer(let number): self = .integer(number)
            case .number(let number): self = .number(number)
            case .string(let text): self = .string(text)
            case .array(let elements): self = .array(elements.map(Judged.init))
            case .object(let members): self = .object(members.mapValues(Judged.init))
            }
        }
    }

    private static func judged(_ bytes: [UInt8]) -> Judged? { try? JSONDecoder().decode(Judged.self, from: Data(bytes)) }
    private static func read(_ bytes: [UInt8]) -> Judged? { (try? AnyJSON(json: bytes, maxDepth: 32)).map(Judged.init) }

    @Test(arguments: [
        "{}", "[]", " [ ] ", "null", "true", "false", "\"\"", "0", "-0", "1", "-1", "9223372036854775807", "-9223372036854775808",
        "9223372036854775808", "1.0", "1e3", "1E+3", "1.5e-3", "100000000000000000000", "1e999", "-1e999", "1e-999", "0.1",
        "0.30000000000000004",
        "01", "+1", "1.", ".5", "1e", "1e+", "--1", "-", "0x1", "NaN", "Infinity", "tru", "truee", "nul", "True", "'a'", "\"a", "a\"",
        "\"\\u00e9\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "\"\\ude00\"", "\"\\ud83dx\"", "\"\\ud83d\\u0041\"", "\"\\u12g4\"", "\"\\u12\"",
        "\"\\x\"", "\"\\b\\f\\n\\r\\t\\/\\\\\\\"\"", "\"\u{0}\"", "\"\u{1f}\"", "\"\u{7f}\"", "\"a\nb\"", "\"\\u0000\"", "\u{feff}{}",
        "{}\u{feff}",
        "[,1]", "[1 2]", "[1,,2]", "{,}", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1 \"b\":2}",
        "{\"a\":{\"a\":1},\"b\":[{}]}", "[}", "{]", "[", "{", "", " ", "{}{}", "[] x", "// x\n1", "[1] ", "\u{a0}1",
    ])
    func aTextIsReadAsFoundationReadsIt(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(Self.read(bytes) == Self.judged(bytes))
    }

    /// RFC 8259, sections 4 and 5. Foundation takes some of them.
    @Test(arguments: ["[1,]", "[1,2, ]", "{\"a\":1,}", "{\"a\":[1,]}"]) func trailingCommasAreRejected(_ text: String) {
        #expect(Self.read(Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        [0x22, 0xff, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22], [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22],
    ])
    func invalidUTF8IsRejected(_ bytes: [UInt8]) {
        #expect(Self.read(bytes) == nil && Self.judged(bytes) == nil)
    }

    private static func hasRepeatedMember(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try AnyJSON(json: bytes, maxDepth: 32)
            return false
        } catch {
            return if case .repeated = error { true } else { false }
        }
    }

    @Test func randomTextsMatchFoundation() {
        var dice = Dice("JSON reader")
        for _ in 0..<3_000 {
            var bytes = Array(Self.text(depth: 4, &dice).utf8)
            if dice.chance(1, in: 2), !bytes.isEmpty {
                // A byte that is removed, changed, or duplicated.
                let place = dice.below(bytes.count)
                switch dice.below(3) {
                case 0: bytes.remove(at: place)
                case 1: bytes[place] = dice.pick(Array("{}[]\",:\\0e.-x \n".utf8))
                default: bytes.insert(bytes[place], at: place)
                }
            }
            if String(decoding: bytes, as: UTF8.self).contains(/,\s*[\]}]/) { continue }
            // Foundation uses one of two members with the same name.
            if Self.hasRepeatedMember(bytes) { continue }
            #expect(Self.read(bytes) == Self.judged(bytes), "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    private static func text(depth: Int, _ dice: inout Dice) -> String {
        let space = dice.pick(["", "", " ", "\n\t "])
        switch dice.below(depth > 0 ? 8 : 5) {
        case 0: return space + dice.pick(["null", "true", "false"])
        case 1: return space + String(Int64(bitPattern: dice.next()) >> dice.below(63))
        case 2:
            return space + dice.pick(["-", ""]) + "\(dice.below(1000)).\(dice.below(1000))"
                + dice.pick(["", "e\(dice.below(9))", "E-\(dice.below(9))"])
        case 3, 4: return space + string(&dice) + space
        case 5: return "[" + (0..<dice.below(4)).map { _ in text(depth: depth - 1, &dice) }.joined(separator: ",") + space + "]"
        default:
            // Different names: of two members with one name, Foundation ignores the first, and errors in it.
            let members = (0..<dice.below(4)).map { index in
                string(&dice).dropLast() + "\(index)\"" + space + ":" + text(depth: depth - 1, &dice)
            }
            return space + "{" + members.joined(separator: ",") + "}"
        }
    }

    private static func string(_ dice: inout Dice) -> String {
        let parts = ["a", "é", "😀", "\\n", "\\u00e9", "\\ud83d\\ude00", "\\\\", "\\\"", "/", " ", "{", "\\ud83d"]
        return "\"" + (0..<dice.below(5)).map { _ in dice.pick(dice.chance(1, in: 20) ? parts : parts.dropLast()) }.joined() + "\""
    }

    @Test func nestingEndsAtTheLimit() throws {
        func nested(_ depth: Int) -> [UInt8] { Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8) }
        _ = try AnyJSON(json: nested(32), maxDepth: 32)
        for depth in [33, 100_000] {
            #expect { try AnyJSON(json: nested(depth), maxDepth: 32) } throws: { $0 as? JSONError == .depth(max: 32) }
        }
        let open = Array(String(repeating: #"{"a":"#, count: 100_000).utf8)
        #expect { try AnyJSON(json: open, maxDepth: 32) } throws: { $0 as? JSONError == .depth(max: 32) }
    }
}
