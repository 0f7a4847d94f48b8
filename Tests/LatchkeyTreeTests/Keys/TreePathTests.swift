import LatchkeyTree
import Testing

@Suite struct TreePathTests {
    @Test(arguments: [
        ("", []), ("/", []), ("a", ["a"]), ("/a/b", ["a", "b"]), ("a//b///c/", ["a", "b", "c"]), ("a/\u{301}b", ["a", "\u{301}b"]),
        ("/1/x y", ["1", "x y"]),
    ]) func aPathHasAKeyBetweenSlashes(text: String, keys: [String]) throws {
        #expect(try TreePath(text).keys.map { Array($0.text.utf8) } == keys.map { Array($0.utf8) })
    }

    @Test(arguments: ["a.b", "a/$b", "a/#", "a/[0]", "a/\u{1}", ".priority", "a/.priority"])
    func invalidKeysAreRejectedInPaths(text: String) {
        #expect(throws: TreeError.self) { try TreePath(text) }
    }

    @Test func aPathHasAsManyKeysAsATreeHasLevels() throws {
        #expect(try TreePath(String(repeating: "/a", count: 32)).keys.count == 32)
        #expect(throws: TreeError.depth(max: 32)) { try TreePath(String(repeating: "/a", count: 33)) }
        #expect(throws: TreeError.depth(max: 32)) { try TreePath(String(repeating: "/a", count: 100_000)) }
    }

    @Test func pathContainsItsDescendants() throws {
        let place = try TreePath("a/b")
        #expect(place.contains(try TreePath("a/b")))
        #expect(place.contains(try TreePath("a/b/c")))
        #expect(!place.contains(try TreePath("a")))
        #expect(!place.contains(try TreePath("a/bc")))
        #expect(TreePath.root.contains(place))
        #expect(place.parent?.description == "/a")
        #expect(TreePath.root.parent == nil)
        #expect(TreePath.root.description == "/")
        #expect(place.appending(try TreePath("c/d")).description == "/a/b/c/d")
    }

    @Test func thePriorityOfANodeHasAPath() throws {
        let place = try WritePath("/a/b/.priority")
        #expect(place.isPriority)
        #expect(place.node.description == "/a/b")
        #expect(try WritePath(".priority").node.isRoot)
        #expect(try !WritePath("a/b").isPriority)
        #expect(throws: TreeError.self) { try WritePath("a/.priority/b") }
        #expect(throws: TreeError.self) { try WritePath("a/.priority/.priority") }
        #expect(throws: TreeError.self) { try WritePath("a/.value") }

        let before = try tree(#"{"a":{"b":1,"c":{"d":2}}}"#)
        #expect(try before.setting(.leaf(3), at: place).json(.export) == #"{"a":{"b":{".value":1,".priority":3},"c":{"d":2}}}"#)
        let ranked = try before.setting(.leaf("x"), at: WritePath("a/c/.priority"))
        #expect(ranked.json(.export) == #"{"a":{"b":1,"c":{".priority":"x","d":2}}}"#)
        #expect(ranked[try WritePath("a/c/.priority")] == .leaf("x"))
        #expect(try ranked.setting(.empty, at: WritePath("a/c/.priority")).json(.export) == before.json(.export))
        #expect(try before.setting(.leaf(1), at: WritePath("a/nothing/.priority")) == before)
        #expect(throws: TreeError.priority) { try before.setting(.leaf(true), at: place) }
        #expect(throws: TreeError.priority) { try before.setting(tree(#"{"x":1}"#), at: place) }
    }
}
