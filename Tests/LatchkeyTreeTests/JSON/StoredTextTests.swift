import LatchkeyTree
import Testing

/// Accepted values are stored, and must be accepted when they are loaded again.
@Suite struct StoredTextTests {
    private static let max = 16
    private static let endings = [
        "", "x", "é", #"\u00e9"#, #"\n"#, #"\u0000"#, #"\""#, #"\ud83d\ude00"#, #"\ud800"#, #"\udc00"#, #"\ud800x"#, #"\ud800\n"#,
        #"\ud800\ud800"#, #"\ud800\ud83d\ude00"#, #"\ud800\u00e9"#,
    ]

    private func read(_ text: String, cutAt cut: Int) throws -> Node {
        var limits = TreeLimits.standard
        limits.maxStringBytes = Self.max
        var reader = NodeReader(limits: limits)
        let bytes = Array(text.utf8)
        try reader.read(bytes[..<cut])
        try reader.read(bytes[cut...])
        return try reader.finish()
    }

    @Test(arguments: endings) func acceptedTextCanBeReadBack(_ ending: String) throws {
        var limits = TreeLimits.standard
        limits.maxStringBytes = Self.max
        var (taken, refused) = (0, 0)
        for length in Self.max - 9...Self.max + 3 {
            let string = "\"" + String(repeating: "a", count: length) + ending + "\""
            for text in [string, "{\"k\":\(string)}", "{\".value\":1,\".priority\":\(string)}"] {
                for cut in 0...text.utf8.count {
                    guard let node = try? read(text, cutAt: cut) else {
                        refused += 1
                        continue
                    }
                    taken += 1
                    #expect(try Node(json: node.jsonBytes(.export), limits: limits) == node, "\(text) cut at \(cut)")
                }
            }
        }
        #expect(taken > 0 && refused > 0)
    }

    @Test func textStoredUnderOtherLimitsIsRead() throws {
        let text = String(repeating: "a", count: TreeLimits.standard.maxStringBytes + 3)
        #expect(throws: TreeError.self) { try tree("\"\(text)\"") }
        #expect(try Node(json: "\"\(text)\"".utf8, limits: .stored).value == .string(text))
    }

    @Test(arguments: [("[0,0,0]", 4), (#"{"a":{"b":1},"c":null}"#, 4), ("1", 1), (#"{"a":{".value":1,".priority":2}}"#, 4)])
    func valuesAreCounted(_ text: String, _ count: Int) throws {
        var limits = TreeLimits.standard
        limits.maxNodes = count
        _ = try Node(json: text.utf8, limits: limits)
        _ = try JSONValue(json: text.utf8, limits: limits)
        limits.maxNodes = count - 1
        let error = TreeError.nodes(max: count - 1)
        #expect(throws: error) { try Node(json: text.utf8, limits: limits) }
        #expect(throws: error) { try JSONValue(json: text.utf8, limits: limits) }
    }

    /// An update of many members is one request.
    @Test func valuesOfAllMembersAreCounted() throws {
        var limits = TreeLimits.standard
        limits.maxNodes = 3
        var reader = UpdateReader(limits: limits)
        try reader.read(#"{"a":1,"b":[2]}"#.utf8)
        #expect(try reader.finish().count == 2)
        reader = UpdateReader(limits: limits)
        #expect(throws: TreeError.nodes(max: 3)) { try reader.read(#"{"a":1,"b":[2],"c":3}"#.utf8) }
    }
}
