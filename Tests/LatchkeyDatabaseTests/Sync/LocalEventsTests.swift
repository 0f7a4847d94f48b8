import Foundation
import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

@Suite struct LocalEventsTests {
    let harness = Harness()

    @Test func writeRaisesOneEventBeforeTheResponse() async throws {
        let ref = harness.ref("notes/a")
        harness.observe("a", ref)
        ref.setValue(["text": "hi"], withCompletionBlock: harness.report("set"))
        #expect(harness.server.calls() == ["listen /notes/a", #"put /notes/a {"text":"hi"}"#])
        #expect(await harness.told() == [#"a {"text":"hi"}"#])

        try harness.server.push("notes/a", #"{"text":"hi"}"#)
        try harness.server.ok("listen /notes/a")
        try harness.server.ok(#"put /notes/a {"text":"hi"}"#)
        #expect(await harness.told() == ["set ok"])
    }

    @Test func deniedWriteIsRevertedBeforeItsCompletion() async throws {
        let ref = harness.ref("notes")
        harness.observe("notes", ref, Harness.everything)
        try harness.server.push("notes", #"{"a":1}"#)
        try harness.server.ok("listen /notes")
        ref.child("b").setValue(2, withCompletionBlock: harness.report("set"))
        #expect(await harness.told() == ["notes + a 1 after nothing", #"notes {"a":1}"#, "notes + b 2 after a", #"notes {"a":1,"b":2}"#])

        try harness.server.fail("put /notes/b 2", "permission_denied")
        #expect(await harness.told() == ["notes - b 2", #"notes {"a":1}"#, "set failed: permissionDenied"])
    }

    @Test func localChildrenAreSeenBeforeTheServersData() async throws {
        let ref = harness.ref("list")
        harness.observe("list", ref, Harness.everything)
        ref.child("b").write(2)
        #expect(await harness.told() == ["list + b 2 after nothing"])

        try harness.server.push("list", #"{"a":1}"#)
        try harness.server.ok("listen /list")
        #expect(await harness.told() == ["list + a 1 after nothing", #"list {"a":1,"b":2}"#])
    }

    @Test func acceptedWriteIsShownUntilTheServersDataArrives() async throws {
        harness.ref("list/b").write(2)
        harness.observe("list", harness.ref("list"), Harness.everything)
        try harness.server.ok("put /list/b 2")
        #expect(await harness.told() == ["list + b 2 after nothing"])
        try harness.server.push("list", #"{"b":2,"c":3}"#)
        try harness.server.ok("listen /list")
        #expect(await harness.told() == ["list + c 3 after b", #"list {"b":2,"c":3}"#])
        // No pending write hides changes of other clients.
        try harness.server.push("list/b", "null")
        #expect(await harness.told() == ["list - b 2", #"list {"c":3}"#])
    }

    @Test func repeatedServerDataRaisesNoEvent() async throws {
        harness.observe("a", harness.ref("a"), Harness.everything)
        try harness.server.push("a", #"{"x":1}"#)
        try harness.server.ok("listen /a")
        _ = await harness.told()
        try harness.server.push("a", #"{"x":1}"#)
        try harness.server.pushMerge("a", [("x", "1"), ("y", "null")])
        #expect(await harness.told() == [])
    }

    @Test func absentValueIsNull() async throws {
        harness.observe("a", harness.ref("a"), Harness.everything)
        // Server and client have no value: the server only responds ok.
        try harness.server.ok("listen /a")
        #expect(await harness.told() == ["a null"])
    }

    @Test func anIncrementIsGuessedOnceAndNotCountedTwice() async throws {
        let ref = harness.ref("counter")
        harness.observe("counter", ref)
        try harness.server.push("counter", "4")
        try harness.server.ok("listen /counter")
        ref.write(LatchkeyDatabase.ServerValue.increment(3))
        #expect(await harness.told() == ["counter 4", "counter 7"])
        try harness.server.push("counter", "7")
        try harness.server.ok(#"put /counter {".sv":{"increment":3}}"#)
        #expect(await harness.told() == [])
    }

    @Test func serverTimestampIsEstimatedWithTheServersOffset() async throws {
        let ref = harness.ref("seen")
        harness.observe("seen", ref)
        try harness.server.receiver().serverTimeChanged(offsetMilliseconds: -250)
        ref.write(LatchkeyDatabase.ServerValue.timestamp())
        #expect(await harness.told() == ["seen 1699999999750"])
        try harness.server.push("seen", "1699999999801")
        try harness.server.ok("listen /seen")
        try harness.server.ok(#"put /seen {".sv":"timestamp"}"#)
        #expect(await harness.told() == ["seen 1699999999801"])
    }

    @Test func anUpdateIsOneStep() async throws {
        let ref = harness.ref("room")
        harness.observe("room", ref, Harness.everything)
        try harness.server.push("room", #"{"a":{"n":1},"b":1,"c":1}"#)
        try harness.server.ok("listen /room")
        _ = await harness.told()
        ref.updateChildValues(["a/n": 2, "b": nil as Int? as Any, "d": true], withCompletionBlock: harness.report("update"))
        #expect(harness.server.calls().last == "merge /room /a/n 2, /b null, /d true")
        #expect(
            await harness.told() == [
                "room - b 1", "room + d true after c", #"room = a {"n":2} after nothing"#, #"room {"a":{"n":2},"c":1,"d":true}"#,
            ])
        try harness.server.fail("merge /room /a/n 2, /b null, /d true", "permission_denied")
        #expect(
            await harness.told() == [
                "room - d true", "room + b 1 after a", #"room = a {"n":1} after nothing"#, #"room {"a":{"n":1},"b":1,"c":1}"#,
                "update failed: permissionDenied",
            ])
    }

    @Test func ofSeveralWritesOnlyTheRefusedOneIsTakenBack() async throws {
        let ref = harness.ref("a")
        harness.observe("a", ref)
        try harness.server.push("a", "0")
        try harness.server.ok("listen /a")
        ref.write(1)
        ref.write(2)
        try harness.server.fail("put /a 1", "permission_denied")
        let warning = "warning: setValue: or removeValue: at /a failed: permission_denied"
        #expect(await harness.told() == [warning, "a 0", "a 1", "a 2"])
        try harness.server.fail("put /a 2", "permission_denied")
        #expect(await harness.told() == [warning, "a 0"])
    }

    @Test func purgedWritesAreReverted() async throws {
        let ref = harness.ref("a")
        harness.observe("a", ref)
        try harness.server.push("a", "0")
        try harness.server.ok("listen /a")
        ref.write(1)
        await withCheckedContinuation { continuation in
            ref.setValue(2) { error, _ in
                harness.log.add("\(error.map { "\($0.databaseCode)" } ?? "ok")")
                continuation.resume()
            }
            harness.database.purgeOutstandingWrites()
        }
        #expect(await harness.told() == ["a 0", "a 1", "a 2", "a 0", "writeCanceled"])
    }
}
