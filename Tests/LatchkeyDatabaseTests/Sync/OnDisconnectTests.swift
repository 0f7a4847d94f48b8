import Foundation
import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

@Suite struct OnDisconnectTests {
    let harness = Harness()

    @Test func operationsAreSentAndTheirResponsesReported() async throws {
        let ref = harness.ref("status/me")
        ref.onDisconnectSetValue("gone", withCompletionBlock: harness.report("set"))
        ref.onDisconnectUpdateChildValues(["a/b": LatchkeyDatabase.ServerValue.timestamp()], withCompletionBlock: harness.report("update"))
        ref.onDisconnectRemoveValue(completionBlock: harness.report("remove"))
        ref.onDisconnectSetValue(1, andPriority: "p", withCompletionBlock: harness.report("ranked"))
        ref.cancelDisconnectOperations(completionBlock: harness.report("cancel"))
        let calls = harness.server.calls()
        #expect(
            calls == [
                #"onDisconnectPut /status/me "gone""#, #"onDisconnectMerge /status/me /a/b {".sv":"timestamp"}"#,
                "onDisconnectPut /status/me null", #"onDisconnectPut /status/me {".value":1,".priority":"p"}"#,
                "onDisconnectCancel /status/me",
            ])
        for call in calls.dropLast() { try harness.server.ok(call) }
        try harness.server.fail("onDisconnectCancel /status/me", "permission_denied")
        #expect(await harness.told() == ["set ok", "update ok", "remove ok", "ranked ok", "cancel failed: permissionDenied"])
    }

    @Test func observersSeeTheOperationsOfALostConnection() async throws {
        harness.observe("status", harness.ref("status"))
        try harness.server.push("status", #"{"me":"here","since":5}"#)
        let receiver = try harness.server.receiver()
        receiver.connectionChanged(isConnected: true)
        harness.ref("status/me").onDisconnectSetValue("gone")
        harness.ref("status/since").onDisconnectSetValue(LatchkeyDatabase.ServerValue.increment(2))
        harness.ref("status/other").onDisconnectSetValue(1)
        harness.ref("status/refused").onDisconnectSetValue(1, withCompletionBlock: { _, _ in })
        for call in harness.server.calls().dropFirst().dropLast() { try harness.server.ok(call) }
        try harness.server.fail("onDisconnectPut /status/refused 1", "permission_denied")
        harness.ref("status/other").cancelDisconnectOperations()
        try harness.server.ok("onDisconnectCancel /status/other")
        #expect(await harness.told() == [#"status {"me":"here","since":5}"#])

        receiver.connectionChanged(isConnected: false)
        #expect(await harness.told() == [#"status {"me":"gone","since":5}"#, #"status {"me":"gone","since":7}"#])
        // The operation runs once.
        receiver.connectionChanged(isConnected: true)
        try harness.server.push("status", #"{"me":"here"}"#)
        receiver.connectionChanged(isConnected: false)
        #expect(await harness.told() == [#"status {"me":"here"}"#])
    }

    @Test func serverValuesUseCachedDataAndTheListenStaysPending() async throws {
        harness.observe("n", harness.ref("a/n"))
        try harness.server.push("a/n", "5")
        let receiver = try harness.server.receiver()
        receiver.connectionChanged(isConnected: true)
        harness.ref("a").onDisconnectSetValue(["n": LatchkeyDatabase.ServerValue.increment(1)])
        for call in harness.server.calls().dropFirst() { try harness.server.ok(call) }
        receiver.connectionChanged(isConnected: false)
        #expect(await harness.told() == ["n 5", "n 6"])
    }

    @Test func assumedOperationsDoNotCompleteTheListen() async throws {
        let receiver = try harness.server.startedReceiver(harness)
        receiver.connectionChanged(isConnected: true)
        harness.ref("a").onDisconnectSetValue(["m": 1])
        try harness.server.ok(#"onDisconnectPut /a {"m":1}"#)
        harness.observe("a", harness.ref("a"))
        receiver.connectionChanged(isConnected: false)
        // The server accepted this one, and the listen has not received data yet.
        harness.ref("a/x").write(2)
        try harness.server.ok("put /a/x 2")
        #expect(await harness.told().last == #"a {"m":1,"x":2}"#)
    }
}
