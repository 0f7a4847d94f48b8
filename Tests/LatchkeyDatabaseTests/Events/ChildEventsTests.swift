import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

/// Orders from Firebase's documentation, and the child events in them.
@Suite struct ChildEventsTests {
    let harness = Harness()

    private func order(_ query: (DatabaseReference) -> DatabaseQuery, _ json: String) async throws -> [String] {
        let log = harness.log
        query(harness.ref("list")).observe(.childAdded) { log.add($0.key) }
        try harness.server.push("list", json)
        return await harness.told()
    }

    @Test func keysThatAreNumbersComeFirst() async throws {
        let json = #"{"b":1,"10":1,"9":1,"a":1,"-2":1,"02":1,"2":1,"2147483648":1,"A":1}"#
        #expect(try await order({ $0.queryOrderedByKey() }, json) == ["-2", "2", "02", "9", "10", "2147483648", "A", "a", "b"])
    }

    @Test func valuesAreOrderedByTheirKinds() async throws {
        let json = #"{"o":{"x":1},"s":"10","n":10,"m":-1,"t":true,"f":false,"e":"","o2":{"a":1}}"#
        #expect(try await order({ $0.queryOrderedByValue() }, json) == ["f", "t", "m", "n", "e", "s", "o", "o2"])
    }

    @Test func childrenWithoutTheSortKeyComeFirst() async throws {
        let json = #"{"a":{"n":2},"b":{"n":1},"c":{},"d":{"m":1},"e":5}"#
        #expect(try await order({ $0.queryOrdered(byChild: "n") }, json) == ["d", "e", "b", "a"])
    }

    @Test func defaultOrderIsByPriority() async throws {
        let json = #"{"a":{".value":1,".priority":"x"},"b":{".value":1,".priority":2},"c":1,"d":{".value":1,".priority":1}}"#
        #expect(try await order({ $0 }, json) == ["c", "d", "b", "a"])
    }

    @Test func movedChildIsReportedWithItsPreviousSibling() async throws {
        harness.observe("list", harness.ref("list").queryOrdered(byChild: "n"), Harness.everything)
        try harness.server.push("list", #"{"a":{"n":1},"b":{"n":2},"c":{"n":3}}"#)
        _ = await harness.told()
        try harness.server.push("list/a/n", "9")
        #expect(
            await harness.told() == [
                #"list > a {"n":9} after c"#, #"list = a {"n":9} after c"#, #"list {"a":{"n":9},"b":{"n":2},"c":{"n":3}}"#,
            ])
        // Another change of the same child moves nothing.
        try harness.server.push("list/a/t", #""x""#)
        #expect(await harness.told().filter { $0.hasPrefix("list >") } == [])
    }

    @Test func aPriorityMovesAChild() async throws {
        harness.observe("list", harness.ref("list"), Harness.children)
        try harness.server.push("list", #"{"a":1,"b":2}"#)
        _ = await harness.told()
        harness.ref("list/a").write(priority: 5)
        #expect(harness.server.calls().last == "put /list/a/.priority 5")
        #expect(
            await harness.told() == [
                #"list > a {".value":1,".priority":5} after b"#, #"list = a {".value":1,".priority":5} after b"#,
            ])
        try harness.server.pushMerge("list/a", [(".priority", "5")])
        try harness.server.ok("put /list/a/.priority 5")
        #expect(await harness.told() == [])
    }

    @Test func addedAndMovedChildrenAreReportedInOrder() async throws {
        harness.observe("list", harness.ref("list").queryOrderedByValue(), Harness.children)
        try harness.server.push("list", #"{"p":5,"m":6}"#)
        _ = await harness.told()
        try harness.server.pushMerge("list", [("m", "1"), ("x", "2"), ("p", "5")])
        // In the other order, a list would insert x after the old position of m.
        #expect(await harness.told() == ["list > m 1 after nothing", "list + x 2 after m", "list = m 1 after nothing"])
    }

    @Test func manyAddedChildrenAreReportedInOrder() async throws {
        harness.observe("list", harness.ref("list").queryOrderedByKey(), [.childAdded])
        try harness.server.push("list", #"{"0":true}"#)
        _ = await harness.told()
        try harness.server.pushMerge("list", (1...40).map { ("\($0)", "true") })
        #expect(await harness.told() == (1...40).map { "list + \($0) true after \($0 - 1)" })
    }

    @Test func aLeafHasNoChildren() async throws {
        harness.observe("a", harness.ref("a"), Harness.everything)
        try harness.server.push("a", #"{"x":1,"y":2}"#)
        _ = await harness.told()
        try harness.server.push("a", "5")
        #expect(await harness.told() == ["a - x 1", "a - y 2", "a 5"])
        try harness.server.push("a", #"{"x":1}"#)
        #expect(await harness.told() == ["a + x 1 after nothing", #"a {"x":1}"#])
    }
}
