import Foundation
import LatchkeySecrets
import Testing

@Suite struct UniqueJSONTests {
    @Test(arguments: [
        (#"{"a":1,"a":2}"#, "a"),
        (#"{"a":1,"b":{},"a":1}"#, "a"),
        (#"{"x":{"y":[{"z":1,"z":1}]}}"#, "z"),
        (#"{"\u0061":1,"a":2}"#, "a"),
        (#"{"\ud83d\ude00":1,"😀":2}"#, "😀"),
        (#"{"a\/b":1,"a/b":2}"#, "a/b"),
        (#"{"a\"b":1,"a\u0022b":2}"#, "a\"b"),
        (#"{"é":1,"\#u{65}\#u{301}":2}"#, "é"),
        ("{\"a\" :1, \"a\"\n\t:2}", "a"),
        ("\u{feff}{\"a\":1,\"a\":2}", "a"),
        (#"{"":1,"":2}"#, ""),
    ])
    func aMemberThatAppearsTwiceIsRefused(_ json: String, _ name: String) {
        #expect(throws: UniqueJSON.RepeatedMember(name: name)) { try UniqueJSON.check(Array(json.utf8)) }
    }

    @Test(arguments: [
        #"{"a":"a","b":["a","a"],"c":{"a":1}}"#, #"[{"a":1},{"a":1}]"#, #"{"a":{"a":{"a":1}}}"#, #"{"a":"b\":1,\"a","b":1}"#, "{}",
        #"{"a":1,"A":2}"#, #"{"a\\":1,"a":2}"#, #""a""#,
    ])
    func namesOfDifferentObjectsMayBeTheSame(_ json: String) throws {
        try UniqueJSON.check(Array(json.utf8))
    }

    @Test func anotherEncodingIsNotRead() throws {
        let json = #"{"a":1}"#
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian] {
            let bytes = try #require(json.data(using: encoding))
            #expect(throws: (any Error).self, "\(encoding)") { try UniqueJSON.decode([String: Int].self, from: bytes) }
        }
        #expect(try UniqueJSON.decode([String: Int].self, from: json.utf8) == ["a": 1])
    }

    @Test(arguments: [
        "", "{", #"{"a"#, #"{"a\"#, "}", "]]", #"{"a":1}}"#, #"{"\u12":1}"#, "\"", String(repeating: #"{"a":"#, count: 100_000),
    ])
    func invalidJSONIsRejected(_ text: String) {
        #expect(throws: (any Error).self) { try UniqueJSON.decode([String: Int].self, from: text.utf8) }
    }
}
