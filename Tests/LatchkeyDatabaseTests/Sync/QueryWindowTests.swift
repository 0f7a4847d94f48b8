import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

/// Limited queries while this client writes.
@Suite struct QueryWindowTests {
    let harness = Harness()
    static let call = #"listen /scores {"i":".value","l":2,"vf":"l"} tag 1"#

    /// Observes the two lowest children of `{"a":1,"b":2,...}`, as the server sends them.
    private func observeTwoLowest() async throws {
        harness.observe("low", harness.ref("scores").queryOrderedByValue().queryLimited(toFirst: 2), Harness.everything)
        try harness.server.push("scores", #"{"a":1,"b":2}"#, tag: 1)
        try harness.server.ok(Self.call)
        _ = await harness.told()
    }

    @Test func enteringChildRemovesTheLastOne() async throws {
        try await observeTwoLowest()
        harness.ref("scores/n").write(0)
        #expect(await harness.told() == ["low - b 2", "low + n 0 after nothing", #"low {"a":1,"n":0}"#])
        try harness.server.pushMerge("scores", [("b", "null"), ("n", "0")], tag: 1)
        try harness.server.ok("put /scores/n 0")
        #expect(await harness.told() == [])
    }

    @Test func aChildBehindTheWindowIsNotSeen() async throws {
        try await observeTwoLowest()
        harness.ref("scores/n").write(9)
        #expect(await harness.told() == [])
    }

    @Test func childMovedInsideTheWindowIsReportedWithItsPosition() async throws {
        try await observeTwoLowest()
        harness.ref("scores/a").write(3)
        // Only the server knows whether there is an unknown child in between.
        #expect(await harness.told() == ["low > a 3 after b", "low = a 3 after b", #"low {"a":3,"b":2}"#])
        try harness.server.pushMerge("scores", [("a", "null"), ("c", "2.5")], tag: 1)
        try harness.server.ok("put /scores/a 3")
        #expect(await harness.told() == ["low - a 3", "low + c 2.5 after b", #"low {"b":2,"c":2.5}"#])
    }

    @Test func nextChildEntersTheWindowWithTheServersResponse() async throws {
        try await observeTwoLowest()
        harness.ref("scores/a").remove()
        #expect(await harness.told() == ["low - a 1", #"low {"b":2}"#])
        try harness.server.pushMerge("scores", [("a", "null"), ("c", "3")], tag: 1)
        try harness.server.ok("put /scores/a null")
        #expect(await harness.told() == ["low + c 3 after b", #"low {"b":2,"c":3}"#])
    }

    @Test func nextChildEntersTheWindowImmediatelyWithCompleteData() async throws {
        harness.observe("all", harness.ref("scores"))
        try harness.server.push("scores", #"{"a":1,"b":2,"c":3}"#)
        try harness.server.ok("listen /scores")
        harness.observe("low", harness.ref("scores").queryOrderedByValue().queryLimited(toFirst: 2), Harness.children)
        _ = await harness.told()
        harness.ref("scores/a").write(10)
        #expect(await harness.told() == [#"all {"a":10,"b":2,"c":3}"#, "low - a 1", "low + c 3 after b"])
    }

    @Test func aRefusedMoveIsTakenBack() async throws {
        try await observeTwoLowest()
        harness.ref("scores/n").write(0)
        _ = await harness.told()
        try harness.server.fail("put /scores/n 0", "permission_denied")
        #expect(await harness.told().dropFirst() == ["low - n 0", "low + b 2 after a", #"low {"a":1,"b":2}"#])
    }

    @Test func partsOfAChildThatIsNotShownAreNoChild() async throws {
        harness.observe("q", harness.ref("users").queryOrdered(byChild: "age").queryLimited(toFirst: 1), Harness.everything)
        try harness.server.push("users", #"{"a":{"age":5}}"#, tag: 1)
        _ = await harness.told()
        // The other children of b are unknown.
        harness.ref("users/b/age").write(1)
        #expect(await harness.told() == [])
        harness.ref("users/c").write(["age": 2])
        #expect(await harness.told() == [#"q - a {"age":5}"#, #"q + c {"age":2} after nothing"#, #"q {"c":{"age":2}}"#])
    }

    @Test func emptyWindowIsNull() async throws {
        harness.observe("q", harness.ref("scores").queryOrderedByValue().queryLimited(toFirst: 2))
        try harness.server.ok(Self.call)
        #expect(await harness.told() == ["q null"])
    }

    @Test func bothBoundsOfARangeApply() async throws {
        let query = harness.ref("scores").queryOrderedByValue().queryStarting(afterValue: 1).queryEnding(atValue: 3)
        harness.observe("q", query, Harness.everything)
        let call = #"listen /scores {"ein":true,"ep":3,"i":".value","sin":false,"sn":"[MAX_NAME]","sp":1} tag 1"#
        #expect(harness.server.calls() == [call])
        try harness.server.push("scores", #"{"b":2}"#, tag: 1)
        _ = await harness.told()
        harness.ref("scores").update(["a": 1, "c": 3, "d": 4])
        #expect(await harness.told() == ["q + c 3 after b", #"q {"b":2,"c":3}"#])
    }
}
