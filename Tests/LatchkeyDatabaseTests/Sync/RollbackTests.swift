import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

/// When the server refuses a write, the values that the write hid reappear, including those around its path.
@Suite struct RollbackTests {
    /// The server's value, the written path and value, and what observers see then.
    static let rows: [(server: String, path: String, value: Int?, seen: String, why: String)] = [
        (#"{"x":5}"#, "x/c", 1, #"{"x":{"c":1}}"#, "a leaf that got a child is a leaf again"),
        (#"{"x":{".priority":2,"a":1},"y":1}"#, "x/a", nil, #"{"y":1}"#, "a priority that went with the last child comes back"),
        (#"{"x":{"y":{"a":1,".priority":"p"}}}"#, "x/y/a", nil, "null", "also where nothing was left at all"),
        (#"{".priority":1,"x":{"a":1}}"#, "x/a", nil, "null", "and that of the place that is observed"),
        (#"{"x":{"a":1,"b":2}}"#, "x/a", 3, #"{"x":{"a":3,"b":2}}"#, "what is beside it stays"),
    ]

    @Test(arguments: rows.indices) func deniedWriteRestoresThePreviousValue(index: Int) async throws {
        let row = Self.rows[index]
        let harness = Harness()
        harness.observe("r", harness.ref("r"))
        try harness.server.push("r", row.server)
        try harness.server.ok("listen /r")
        let server = try node(row.server).json(.export)
        harness.ref("r/\(row.path)").setValue(row.value, withCompletionBlock: { _, _ in })
        #expect(await harness.told() == ["r \(server)", "r \(row.seen)"], "\(row.why)")
        try harness.server.fail("put /r/\(row.path) \(row.value.map { "\($0)" } ?? "null")", "permission_denied")
        #expect(await harness.told() == ["r \(server)"], "\(row.why)")
    }

    @Test func rollbackUnderALaterWriteRaisesNoEvent() async throws {
        let harness = Harness()
        harness.observe("r", harness.ref("r"))
        try harness.server.push("r", #"{"x":{"a":1},"y":1}"#)
        try harness.server.ok("listen /r")
        let silent: DatabaseReference.WriteCompletion = { _, _ in }
        harness.ref("r/x/a").setValue(2, withCompletionBlock: silent)
        harness.ref("r/x").setValue(7, withCompletionBlock: silent)
        _ = await harness.told()
        try harness.server.fail("put /r/x/a 2", "permission_denied")
        try harness.server.push("r/x/b", "3")
        #expect(await harness.told() == [])
        try harness.server.fail("put /r/x 7", "permission_denied")
        #expect(await harness.told() == [#"r {"x":{"a":1,"b":3},"y":1}"#])
    }
}
