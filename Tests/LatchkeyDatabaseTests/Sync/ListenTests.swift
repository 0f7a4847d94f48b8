import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

/// The listens that the client sends to the server.
@Suite struct ListenTests {
    let harness = Harness()

    @Test func observersOfOnePlaceShareAListen() async throws {
        let first = harness.observe("first", harness.ref("a"))
        let second = harness.observe("second", harness.ref("a"), [.childAdded])
        harness.observe("ordered", harness.ref("a").queryOrdered(byChild: "x"), [.childAdded])
        #expect(harness.server.calls() == ["listen /a"])
        try harness.server.push("a", #"{"p":{"x":2},"q":{"x":1}}"#)
        #expect(
            await harness.told() == [
                #"second + p {"x":2} after nothing"#, #"second + q {"x":1} after p"#, #"first {"p":{"x":2},"q":{"x":1}}"#,
                #"ordered + q {"x":1} after nothing"#, #"ordered + p {"x":2} after q"#,
            ])

        harness.ref("a").removeObserver(withHandle: first[0])
        harness.ref("a").removeObserver(withHandle: second[0])
        #expect(harness.server.calls() == [])
        harness.ref("a").removeAllObservers()
        #expect(harness.server.calls() == ["unlisten /a"])
    }

    @Test func listenAboveServesObserversBelow() async throws {
        harness.observe("a", harness.ref("a"))
        try harness.server.push("a", #"{"b":{"c":1,"d":2}}"#)
        _ = await harness.told()
        _ = harness.server.calls()

        harness.observe("c", harness.ref("a/b/c"))
        harness.observe("last", harness.ref("a/b").queryLimited(toLast: 1))
        #expect(harness.server.calls() == [])
        #expect(await harness.told() == ["c 1", #"last {"d":2}"#])
        try harness.server.push("a/b", #"{"c":5,"d":2}"#)
        #expect(await harness.told() == ["c 5", #"a {"b":{"c":5,"d":2}}"#])
    }

    @Test func observersBelowListenThemselvesAndKeepTheirDataWhenTheListenAboveEnds() async throws {
        let above = harness.observe("a", harness.ref("a"))
        try harness.server.push("a", #"{"b":{"c":1,"d":2}}"#)
        harness.observe("c", harness.ref("a/b/c"))
        harness.observe("last", harness.ref("a/b").queryLimited(toLast: 1))
        _ = await harness.told()
        _ = harness.server.calls()

        harness.ref("a").removeObserver(withHandle: above[0])
        #expect(harness.server.calls() == [#"listen /a/b {"l":1,"vf":"r"} tag 1"#, "listen /a/b/c", "unlisten /a"])
        // The hash of 1, and that of {"d":2}: the server need not send them again.
        #expect(try harness.server.hash("listen /a/b/c") == node("1").hash)
        #expect(try harness.server.hash(#"listen /a/b {"l":1,"vf":"r"} tag 1"#) == node(#"{"d":2}"#).hash)
        try harness.server.ok("listen /a/b/c")
        #expect(await harness.told() == [])
        try harness.server.push("a/b/c", "3")
        #expect(await harness.told() == ["c 3"])
    }

    @Test func newListenAboveEndsThoseBelowOnceItIsComplete() async throws {
        harness.observe("b", harness.ref("a/b"))
        try harness.server.push("a/b", "1")
        try harness.server.ok("listen /a/b")
        _ = harness.server.calls()
        harness.observe("a", harness.ref("a"), Harness.everything)
        #expect(harness.server.calls() == ["listen /a"])
        // The known value of a child is delivered at once.
        #expect(await harness.told() == ["b 1", "a + b 1 after nothing"])
        try harness.server.push("a", #"{"b":2,"c":3}"#)
        #expect(harness.server.calls() == ["unlisten /a/b"])
        #expect(await harness.told() == ["b 2", "a + c 3 after b", "a = b 2 after nothing", #"a {"b":2,"c":3}"#])
    }

    @Test func dataOfAQueryIsKeptSeparate() async throws {
        harness.observe("last", harness.ref("a").queryOrderedByKey().queryLimited(toLast: 1))
        let call = #"listen /a {"i":".key","l":1,"vf":"r"} tag 1"#
        #expect(harness.server.calls() == [call])
        try harness.server.push("a", #"{"x":1}"#, tag: 1)
        try harness.server.ok(call)
        harness.observe("child", harness.ref("a/z"))
        try harness.server.push("a/z", "7")
        #expect(await harness.told() == [#"last {"x":1}"#, "child 7"])
        try harness.server.push("a/y", "2", tag: 1)
        try harness.server.push("a/x", "null", tag: 1)
        #expect(await harness.told() == [#"last {"y":2}"#])
        // An unknown tag has no effect.
        try harness.server.push("a", #"{"z":1}"#, tag: 99)
        #expect(await harness.told() == [])
    }

    @Test func deniedListenIsCanceledOnce() async throws {
        harness.observe("secret", harness.ref("secret"), [.value])
        try harness.server.fail("listen /secret", "permission_denied", "Permission denied")
        #expect(await harness.told() == ["secret canceled: permissionDenied"])
        #expect(harness.server.calls() == ["listen /secret"])
        harness.ref("secret").write(1)
        #expect(await harness.told() == [])
    }

    @Test func whenAListenIsRevokedThoseItServedListenForThemselves() async throws {
        harness.observe("a", harness.ref("a"))
        try harness.server.push("a", #"{"b":1}"#)
        try harness.server.ok("listen /a")
        harness.observe("b", harness.ref("a/b"))
        _ = await harness.told()
        _ = harness.server.calls()
        try harness.server.revoke("listen /a")
        #expect(await harness.told() == ["a canceled: permissionDenied"])
        #expect(harness.server.calls() == ["listen /a/b"])
        try harness.server.fail("listen /a/b", "permission_denied")
        #expect(await harness.told() == ["b canceled: permissionDenied"])
    }

    @Test func onlyTheQueryIsRevokedThatTheServerNames() async throws {
        harness.observe("first", harness.ref("a").queryLimited(toFirst: 1))
        harness.observe("last", harness.ref("a").queryLimited(toLast: 1))
        try harness.server.revoke(#"listen /a {"l":1,"vf":"l"} tag 1"#)
        #expect(await harness.told() == ["first canceled: permissionDenied"])
        try harness.server.revoke(#"listen /a {"l":1,"vf":"r"} tag 2"#)
        #expect(await harness.told() == ["last canceled: permissionDenied"])
    }

    @Test func responsesToAnEndedListenDoNotAffectTheNextOne() async throws {
        harness.observe("first", harness.ref("a"))
        try harness.server.ok("listen /a")
        harness.ref("a").removeAllObservers()
        harness.observe("second", harness.ref("a"))
        #expect(harness.server.calls() == ["listen /a", "unlisten /a", "listen /a"])
        _ = await harness.told()
        try harness.server.revoke("listen /a")
        try harness.server.push("a", "1")
        #expect(await harness.told() == ["second 1"])
        try harness.server.revoke("listen /a")
        #expect(await harness.told() == ["second canceled: permissionDenied"])
    }

    @Test func keptSyncsListenAgainAfterASignIn() async throws {
        harness.ref("a").keepSynced(true)
        harness.ref("b").keepSynced(true)
        for call in ["listen /a", "listen /b"] {
            try harness.server.ok(call)
            try harness.server.revoke(call)
        }
        harness.ref("b").keepSynced(false)
        #expect(harness.server.calls() == ["listen /a", "listen /b"])
        let receiver = try harness.server.receiver()
        receiver.authenticationChanged(isAuthenticated: false)
        #expect(harness.server.calls() == [])
        receiver.authenticationChanged(isAuthenticated: true)
        receiver.authenticationChanged(isAuthenticated: true)
        #expect(harness.server.calls() == ["listen /a"], "once, and only the current syncs")
        harness.ref("a").keepSynced(false)
        #expect(harness.server.calls() == ["unlisten /a"])
    }

    @Test func keptSyncsListenWithoutObservers() async throws {
        harness.ref("a").keepSynced(true)
        harness.ref("a").keepSynced(true)
        #expect(harness.server.calls() == ["listen /a"])
        try harness.server.push("a", "1")
        harness.ref("a").removeAllObservers()
        harness.observe("a", harness.ref("a"))
        #expect(await harness.told() == ["a 1"])
        harness.ref("a").removeAllObservers()
        #expect(harness.server.calls() == [])
        harness.ref("a").keepSynced(false)
        #expect(harness.server.calls() == ["unlisten /a"])
    }

    @Test func anObserverThatWasRemovedOnTheMainActorIsNotCalledAgain() async throws {
        let server = harness.server
        let handles = harness.observe("a", harness.ref("a"))
        await MainActor.run { [ref = harness.ref("a"), log = harness.log] in
            // This event now waits for the main actor.
            #expect(throws: Never.self) { try server.push("a", "1") }
            ref.removeObserver(withHandle: handles[0])
            log.add("removed")
        }
        #expect(await harness.told() == ["removed"])
    }

    @Test func missingIndexIsLogged() async throws {
        harness.observe("q", harness.ref("a").queryOrdered(byChild: "x/y").queryLimited(toFirst: 2))
        try harness.server.ok(#"listen /a {"i":"x/y","l":2,"vf":"l"} tag 1"#, warnings: ["no_index"])
        let lines = await harness.told()
        #expect(lines.contains { $0.hasPrefix("warning:") && $0.contains(#"".indexOn": "x/y""#) && $0.contains("/a") })
    }

    @Test func singleEventObserverEndsItsListen() async throws {
        let log = harness.log
        harness.ref("a").observeSingleEvent(of: .value) { snapshot in log.add("once \(snapshot.node.json())") }
        #expect(harness.server.calls() == ["listen /a"])
        try harness.server.push("a", "1")
        #expect(harness.server.calls() == ["unlisten /a"])
        try harness.server.push("a", "2")
        #expect(await harness.told() == ["once 1"])
    }
}
