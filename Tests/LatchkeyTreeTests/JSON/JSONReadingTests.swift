import LatchkeyTestSupport
import LatchkeyTree
import Testing

@Suite struct JSONReadingTests {
    @Test(arguments: [
        ("null", "null"), ("true", "true"), (" \t\r\n false \n", "false"), ("0", "0"), ("-0", "-0"), ("12", "12"), ("-1.5e2", "-150"),
        ("1E+2", "100"), ("2e-2", "0.02"), ("123456789012345678", "123456789012345680"), ("0.1", "0.1"), ("1e-400", "0"),
        (#""""#, #""""#), (#""a\"\\\/\b\f\n\r\t""#, #""a\"\\/\u0008\u000c\n\r\t""#), (#""\u0041\u00e9\u20AC""#, #""Aé€""#),
        (#""\ud83d\ude00""#, #""😀""#), (#""\ud83d""#, "\"\u{FFFD}\""), (#""\ude00x""#, "\"\u{FFFD}x\""),
        (#""\ud83dx\ude00""#, "\"\u{FFFD}x\u{FFFD}\""), (#""\ud83d\ud83d\ude00""#, "\"\u{FFFD}😀\""), (#""\ud83d\n""#, "\"\u{FFFD}\\n\""),
        ("\"\u{7F}é😀\u{2028}\"", "\"\u{7F}é😀\u{2028}\""),
        ("{}", "null"), ("[]", "null"), ("[[],{}]", "null"), (#"{"a":null}"#, "null"), (#"{"a":{"b":{"c":null}}}"#, "null"),
        (#"{ "a" : 1 , "b" : [ true ] }"#, #"{"a":1,"b":{"0":true}}"#), (#"{"b":1,"a":2}"#, #"{"a":2,"b":1}"#),
        (#"{"a":1,"a":2}"#, #"{"a":2}"#), (#"{"a":1,"a":null}"#, "null"), (#"{"a":{"b":1},"a":{"c":1}}"#, #"{"a":{"c":1}}"#),
        ("[1,null,3]", #"{"0":1,"2":3}"#), ("[null,null]", "null"), ("[[1],[2]]", #"{"0":{"0":1},"1":{"0":2}}"#),
        (#"{"\u0061":1}"#, #"{"a":1}"#), (#"{"10":1,"9":2,"x":3}"#, #"{"9":2,"10":1,"x":3}"#),
    ]) func jsonIsReadAsByFirebase(text: String, export: String) throws {
        #expect(try tree(text).json(.export) == export)
        try expectSameInPieces(text)
    }

    @Test(arguments: [
        (#"{".value":1}"#, "1"), (#"{".value":1,".priority":2}"#, #"{".value":1,".priority":2}"#),
        (#"{".priority":2,".value":"x"}"#, #"{".value":"x",".priority":2}"#), (#"{".value":1,".priority":null}"#, "1"),
        (#"{".priority":"p","a":1}"#, #"{".priority":"p","a":1}"#), (#"{"a":1,".priority":3.5}"#, #"{".priority":3.5,"a":1}"#),
        (#"{".priority":1}"#, "null"), (#"{".value":null}"#, "null"), (#"{".value":null,".priority":1}"#, "null"),
        (#"{"a":{".priority":1}}"#, "null"), (#"{".priority":""," ":1}"#, #"{".priority":""," ":1}"#),
        (#"{".sv":"timestamp"}"#, #"{".sv":"timestamp"}"#), (#"{".sv":{"increment":-2.5}}"#, #"{".sv":{"increment":-2.5}}"#),
        (#"{"a":{".sv":"timestamp"},"b":[{".sv":{"increment":1}}]}"#, #"{"a":{".sv":"timestamp"},"b":{"0":{".sv":{"increment":1}}}}"#),
        (#"{".value":{".sv":"timestamp"},".priority":1}"#, #"{".value":{".sv":"timestamp"},".priority":1}"#),
        (#"{".value":1,".priority":{".sv":"timestamp"}}"#, #"{".value":1,".priority":{".sv":"timestamp"}}"#),
        (#"{"a":1,".priority":{".sv":{"increment":1}}}"#, #"{".priority":{".sv":{"increment":1}},"a":1}"#),
    ]) func readsMembersWithSpecialMeaning(text: String, export: String) throws {
        #expect(try tree(text).json(.export) == export)
        #expect(try tree(tree(text).json(.export)) == tree(text))
        try expectSameInPieces(text)
    }

    @Test(arguments: [
        "", " ", "nul", "nulL", "tru", "truee", "True", "nil", "undefined", "NaN", "Infinity", "-Infinity", "-", "+1", ".5", "1.", "01",
        "-01", "1e", "1e+", "1.e1", "0x10", "1 2", "--1", "1-", "1e5.5", "1e999", "-1e999", "'a'", "\"", "\"a", "\"\\", "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12G4\"", "\"\\u 123\"", "\"a\u{1}\"", "\"a\nb\"", "\"a\tb\"", "{", "}", "{a:1}", "{1:1}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
        "{,}", "{\"a\":1 \"b\":2}", "{\"a\":1]", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1}", "{\"a\":1}}", "[]]", "// c\n1",
        "/* */1", "1,", "\u{FEFF}1", "{\"a\"::1}", "{\"a\":1;}", "\"a\"b", "{\"a\":tru}", "[truefalse]", "{null:1}", "{\"a\":1,,\"b\":2}",
    ]) func invalidJSONIsRejectedWithAnOffset(text: String) {
        #expect { try tree(text) } throws: { error in
            guard case .syntax(_, let offset)? = error as? TreeError else { return false }
            return offset <= text.utf8.count
        }
    }

    @Test(arguments: [
        ("{\".value\":1,\"a\":2}", TreeError.valueWithChildren), ("{\".value\":null,\"a\":2}", .valueWithChildren),
        ("{\".value\":{\"a\":1}}", .valueIsNoLeaf), ("{\".value\":[1]}", .valueIsNoLeaf), ("{\".value\":{}}", .valueIsNoLeaf),
        ("{\".value\":{\".value\":1}}", .valueIsNoLeaf), ("{\".value\":{\".sv\":\"timestamp\",\".priority\":1}}", .valueIsNoLeaf),
        ("{\".priority\":true,\"a\":1}", .priority), ("{\".priority\":{\"a\":1},\"b\":1}", .priority),
        ("{\".priority\":{},\"b\":1}", .priority),
        ("{\".priority\":[],\"b\":1}", .priority), ("{\".priority\":{\".value\":1},\"b\":1}", .priority),
        ("{\".priority\":{\".priority\":1},\"b\":1}", .priority), ("{\".sv\":\"now\"}", .unknownServerValue),
        ("{\".sv\":1}", .unknownServerValue), ("{\".sv\":null}", .unknownServerValue), ("{\".sv\":{}}", .unknownServerValue),
        ("{\".sv\":[]}", .unknownServerValue), ("{\".sv\":{\"increment\":\"1\"}}", .unknownServerValue),
        ("{\".sv\":{\"increment\":null}}", .unknownServerValue), ("{\".sv\":{\"increment\":{}}}", .unknownServerValue),
        ("{\".sv\":{\"increment\":1,\"a\":1}}", .unknownServerValue), ("{\".sv\":{\"decrement\":1}}", .unknownServerValue),
        ("{\".sv\":{\".sv\":\"timestamp\"}}", .unknownServerValue), ("{\".sv\":\"timestamp\",\"a\":1}", .unknownServerValue),
        ("{\".sv\":\"timestamp\",\".value\":1}", .unknownServerValue), ("{\".x\":1}", .key(".x")), ("{\"a.b\":1}", .key("a.b")),
        ("{\"\":1}", .key("")), ("{\"a/b\":1}", .key("a/b")), ("{\"a\\u0000\":1}", .key("a\0")),
        ("{\"a\":{\".indexOn\":1}}", .key(".indexOn")),
    ]) func misplacedSpecialMembersAreRejected(text: String, error: TreeError) {
        #expect(throws: error) { try tree(text) }
    }

    @Test func invalidUTF8IsRejected() {
        let bad: [[UInt8]] = [
            [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80],
            [0xF0, 0x9F, 0x98],
            [0xFF], [0xF4, 0x90, 0x80, 0x80],
        ]
        for bytes in bad {
            for text in [[0x22] + bytes + [0x22], Array("{\"".utf8) + bytes + Array("\":1}".utf8)] {
                #expect(throws: TreeError.self) { try Node(json: text) }
            }
        }
    }

    private static let long =
        #"{"a":[1,-2.5e3,null,{"x":"é\u00e9\ud83d\ude00\\"}],"b":{".value":true,".priority":"p"},"c":{".sv":{"increment":1}},"😀":null}"#

    @Test func truncatedTextIsRejected() {
        let bytes = Array(Self.long.utf8)
        for end in 0..<bytes.count { #expect(throws: TreeError.self, "\(end)") { try Node(json: bytes[..<end]) } }
        #expect(throws: Never.self) { try Node(json: bytes) }
    }

    @Test func mutatedTextDoesNotCrash() async throws {
        var dice = Dice("mutations")
        for await _ in Soak.standard.rounds(3000) {
            var bytes = Array(Self.long.utf8)
            for _ in 0...dice.below(3) {
                switch dice.below(3) {
                case 0: bytes[dice.below(bytes.count)] = UInt8(dice.below(256))
                case 1: bytes.remove(at: dice.below(bytes.count))
                default: bytes.insert(UInt8(dice.below(256)), at: dice.below(bytes.count))
                }
            }
            guard let node = try? Node(json: bytes) else { continue }
            #expect(try copy(node) == node)
        }
    }

    /// Chunks of every size.
    private func expectSameInPieces(_ text: String) throws {
        let bytes = Array(text.utf8)
        let whole = try Node(json: bytes)
        for size in 1...max(1, bytes.count) {
            var reader = NodeReader()
            for start in stride(from: 0, to: bytes.count, by: size) { try reader.read(bytes[start..<min(start + size, bytes.count)]) }
            #expect(try reader.finish() == whole)
        }
    }
}
