import LatchkeyTestSupport
import LatchkeyTree
import Testing

@Suite struct UpdateReaderTests {
    private func members(_ text: String, pieces: Int = .max) throws -> [String] {
        var reader = UpdateReader()
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: min(pieces, bytes.count)) {
            try reader.read(bytes[start..<min(start + min(pieces, bytes.count), bytes.count)])
        }
        return try reader.finish().map { "\($0.path.node)\($0.path.isPriority ? "/.priority" : "")=\($0.node.json(.export))" }
    }

    @Test func updateMapsPathsToValues() throws {
        let text =
            #"{"a/b":{"c":[1,{"d":2}],".priority":3},"/e/":null,"f":{".value":1,".priority":2},"g":[],"h":{".sv":"timestamp"},"i":"x"}"#
        let expected = [
            #"/a/b={".priority":3,"c":{"0":1,"1":{"d":2}}}"#, "/e=null", #"/f={".value":1,".priority":2}"#, "/g=null",
            #"/h={".sv":"timestamp"}"#, #"/i="x""#,
        ]
        for pieces in [1, 2, 3, 7, .max] { #expect(try members(text, pieces: pieces) == expected) }
        #expect(try members("{}").isEmpty)
    }

    @Test func aMemberMayBeAPriority() throws {
        #expect(
            try members(#"{".priority":5,"a/.priority":"x","/b/.priority/":null}"#) == [
                "//.priority=5", "/a/.priority=\"x\"", "/b/.priority=null",
            ])
    }

    @Test(arguments: [
        "1", "null", "[]", "[1]", "\"a\"", "{", #"{"a.b":1}"#, #"{"a":{"b/c":1}}"#, #"{"a":1}x"#, #"{"a"}"#, #"{"a":{".x":1}}"#,
        #"{"":1}"#, #"{"/":1}"#, #"{"a":1,"///":null}"#, #"{".priority/a":1}"#, #"{"a/.value":1}"#,
    ])
    func invalidUpdatesAreRejected(text: String) {
        #expect(throws: TreeError.self) { try members(text) }
    }

    @Test func prettyTextHasTheSameValue() async throws {
        var dice = Dice("pretty")
        for await _ in Soak.standard.rounds(200) {
            let node = try tree(Model.random(&dice, levels: 4).json)
            for form in [Node.JSONForm.plain, .export] {
                let pretty = node.jsonBytes(form, isPretty: true)
                #expect(try Node(json: pretty) == Node(json: node.jsonBytes(form)))
            }
        }
        #expect(
            try String(decoding: tree(#"{"a":{"b":1},"c":[1]}"#).jsonBytes(.plain, isPretty: true), as: UTF8.self) == """
                {
                  "a": {
                    "b": 1
                  },
                  "c": [
                    1
                  ]
                }
                """)
    }
}
