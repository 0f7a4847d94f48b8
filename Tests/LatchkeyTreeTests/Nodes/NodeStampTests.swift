import LatchkeyTestSupport
import LatchkeyTree
import Testing

/// The stamp that distinguishes an object from a later version at the same path.
@Suite struct NodeStampTests {
    private func path(_ text: String) throws -> TreePath { try TreePath(text) }

    @Test func aChangeAnywhereBelowGivesAnotherStamp() throws {
        let node = try tree(#"{"a":{"b":{"c":1}},"d":{"e":2}}"#)
        let stamp = try #require(node.stamp)
        #expect(node.stamp == stamp, "it stays")
        let changed = node.setting(try tree("2"), at: try path("/a/b/c"))
        let (a, d) = (try path("/a"), try path("/d"))
        #expect(changed.stamp != stamp && changed[a].stamp != node[a].stamp)
        #expect(changed[d].stamp == node[d].stamp, "what did not change is shared")
        let back = changed.setting(try tree("1"), at: try path("/a/b/c"))
        #expect(back.stamp != stamp && back.hash == node.hash, "equal, and not the same")
        let leaf = node[try path("/a/b/c")]
        #expect(Node.empty.stamp == nil && leaf.stamp == nil)
    }
}
