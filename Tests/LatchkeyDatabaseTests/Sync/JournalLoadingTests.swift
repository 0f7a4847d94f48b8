import LatchkeyTree
import Synchronization
import Testing

@testable import LatchkeyDatabase

/// Writes of an earlier run are loaded in the background, and precede the app's new writes.
@Suite struct JournalLoadingTests {
    /// A background thread whose work runs when the test says so.
    private final class Later: Sendable {
        private let acts = Mutex<[@Sendable () -> Void]>([])

        func add(_ act: @escaping @Sendable () -> Void) { acts.withLock { $0.append(act) } }

        func run() {
            let all = acts.withLock { acts in
                defer { acts = [] }
                return acts
            }
            for act in all { act() }
        }
    }

    private let later = Later()
    private let journal: WriteJournalTests.Journal
    private let harness: Harness

    init() throws {
        let path = try TreePath("a")
        let journal = WriteJournalTests.Journal([
            PendingWrite(id: 7, path: path, content: .set(try node(#"{"x":1}"#))),
            PendingWrite(id: 9, path: path, content: .merge([WriteChild(path: try WritePath("y"), node: .leaf(2))])),
        ])
        self.journal = journal
        harness = Harness { [later] environment in
            environment.journal = { journal }
            environment.background = { later.add($0) }
        }
    }

    @Test func writesDuringLoadingFollowTheJournal() async throws {
        harness.observe("a", harness.ref("a"))
        harness.ref("a/z").write(3)
        harness.ref("a").onDisconnectSetValue(1)
        harness.database.purgeOutstandingWrites()
        harness.ref("a/z").write(4)
        harness.database.goOffline()
        #expect(harness.server.calls() == [], "nobody waits, and nothing is sent")
        #expect(harness.ref("a").childByAutoId().key?.utf8.count == 20)
        #expect(await harness.told() == [])
        later.run()
        #expect(
            harness.server.calls() == [
                #"put /a {"x":1}"#, "merge /a /y 2", "listen /a", "put /a/z 3", "onDisconnectPut /a 1", "purge", "put /a/z 4", "goOffline",
            ])
        #expect(journal.load().map(\.id) == [7, 9, 10, 11])
        harness.ref("b").write(5)
        #expect(harness.server.calls() == ["put /b 5"], "and then everything is done at once")
    }

    @Test func journaledWritesAreShownFirst() async throws {
        harness.observe("a", harness.ref("a"))
        harness.ref("a/z").write(3)
        later.run()
        #expect(await harness.told() == [#"a {"x":1}"#, #"a {"x":1,"y":2}"#, #"a {"x":1,"y":2,"z":3}"#])
    }

    @Test func aTransactionIsRunOnIt() async throws {
        let seen = Log()
        harness.ref("a").transaction { data in
            seen.add("\(data.childrenCount)")
            data.childData(byAppendingPath: "z").value = 1
            return .success(withValue: data)
        }
        #expect(seen.take() == [])
        later.run()
        #expect(seen.take() == ["2"])
    }

    @Test func observersRemovedDuringLoadingGetNoEvent() async throws {
        harness.observe("a", harness.ref("a"))
        harness.ref("a").removeAllObservers()
        later.run()
        #expect(await harness.told() == [])
    }

    @Test func retriedTransactionBlockDoesNotBlockTheConnection() async throws {
        later.run()
        let harness = Harness { [later] in $0.background = { later.add($0) } }
        let seen = Log()
        harness.ref("n").transaction { data in
            seen.add("on \(data.value ?? 0)")
            data.value = (data.value as? Int ?? 0) + 1
            return .success(withValue: data)
        }
        try harness.server.push("n", "4")
        try harness.server.fail("put /n 1 if ", "datastale")
        #expect(seen.take() == ["on <null>"])
        // The transaction runs on values that arrive before its turn.
        try harness.server.push("n", "6")
        later.run()
        #expect(seen.take() == ["on 6"])
        try harness.server.fail("put /n 7 if \(try node("6").hash)", "datastale")
        harness.ref("n").write(50)
        later.run()
        #expect(seen.take() == [], "a write came over it while it waited")
        #expect(
            await harness.told() == [
                "warning: runTransactionBlock: at /n failed: Another write of this app overrode the transaction at /n."
            ])
    }
}
