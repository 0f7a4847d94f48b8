import LatchkeyTree
import Testing

@Suite struct JSONLimitsTests {
    private func nested(_ levels: Int, _ inner: String) -> String {
        String(repeating: "{\"a\":", count: levels) + inner + String(repeating: "}", count: levels)
    }

    @Test(arguments: [
        "1", #"{".value":1,".priority":1}"#, #"{".sv":{"increment":1}}"#, #"{".value":{".sv":{"increment":1}},".priority":2}"#,
    ])
    func aLeafMayHave32KeysAboveItHoweverItIsWritten(leaf: String) throws {
        #expect(try tree(nested(32, leaf)).json(.export) == nested(32, try tree(leaf).json(.export)))
        #expect {
            try tree(nested(33, leaf))
        } throws: { error in
            if case .depth? = error as? TreeError { true } else { false }
        }
    }

    @Test func deepNestingIsRejected() {
        for text in [String(repeating: "[", count: 1_000_000), nested(100_000, "1"), String(repeating: "{\".value\":", count: 1000)] {
            #expect(throws: TreeError.self) { try tree(text) }
        }
    }

    @Test func limitsCanBeLower() throws {
        var limits = TreeLimits.standard
        limits.maxDepth = 1
        limits.maxStringBytes = 4
        #expect(try Node(json: #"{"a":"wxyz"}"#.utf8, limits: limits).childCount == 1)
        #expect(throws: TreeError.depth(max: 1)) { try Node(json: #"{"a":{"b":1}}"#.utf8, limits: limits) }
        #expect(throws: TreeError.textTooLong(maxBytes: 4)) { try Node(json: #"{"a":"vwxyz"}"#.utf8, limits: limits) }
        #expect(throws: TreeError.textTooLong(maxBytes: 4)) { try Node(json: #"{"a":"ééé"}"#.utf8, limits: limits) }
        #expect(throws: TreeError.textTooLong(maxBytes: 4)) { try Node(json: #""\u00e9\u00e9\u00e9""#.utf8, limits: limits) }
    }

    @Test func theKeysOfAPathCount() throws {
        let place = try path(String(repeating: "/a", count: 31))
        let limits = TreeLimits.standard.below(place)
        #expect(try Node(json: #"{"b":1}"#.utf8, limits: limits).childCount == 1)
        #expect(throws: TreeError.depth(max: 1)) { try Node(json: #"{"b":{"c":1}}"#.utf8, limits: limits) }
        let last = TreeLimits.standard.below(try path(String(repeating: "/a", count: 32)))
        #expect(try Node(json: #"{".value":{".sv":{"increment":1}},".priority":1}"#.utf8, limits: last).value != nil)
        #expect(throws: TreeError.depth(max: 0)) { try Node(json: #"{"b":1}"#.utf8, limits: last) }
    }

    @Test func keysAndStringsHaveALength() throws {
        let longest = String(repeating: "k", count: 768)
        #expect(try tree("{\"\(longest)\":1}").childCount == 1)
        #expect(throws: TreeError.self) { try tree("{\"\(longest)k\":1}") }
        #expect(try tree("\"" + String(repeating: "x", count: 10_485_760) + "\"").value != nil)
        #expect(throws: TreeError.textTooLong(maxBytes: 10_485_760)) { try tree("\"" + String(repeating: "x", count: 10_485_761) + "\"") }
        #expect(throws: TreeError.self) { try tree(String(repeating: "1", count: 100_000)) }
    }

    @Test func errorsQuoteLittleOfTheInput() {
        #expect {
            try tree("{\"" + String(repeating: "e\u{301}", count: 1_000_000) + "\":1}")
        } throws: { "\($0)".utf8.count < 1000 }
    }
}
