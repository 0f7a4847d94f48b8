import LatchkeyTree
import Synchronization
import Testing

@testable import LatchkeyDatabase

@Suite struct WriteJournalTests {
    final class Journal: WriteJournal {
        let writes: Mutex<[PendingWrite]>
        let log: Log

        init(_ writes: [PendingWrite], log: Log = Log()) {
            self.writes = Mutex(writes)
            self.log = log
        }

        func append(_ write: PendingWrite) {
            log.add("append \(write.id)")
            writes.withLock { $0.append(write) }
        }

        func remove(_ id: Int) {
            log.add("remove \(id)")
            writes.withLock { $0.removeAll { $0.id == id } }
        }

        func load() -> [PendingWrite] { writes.withLock { $0 } }
    }

    @Test func writeIsJournaledUntilTheServerResponds() async throws {
        let journal = Journal([])
        let harness = Harness { $0.journal = { journal } }
        harness.ref("a").write(1)
        harness.ref("a").update(["x": 1])
        harness.ref("a").write(priority: 3)
        harness.ref("a").transaction { data in
            data.value = 1
            return .success(withValue: data)
        }
        let path = try TreePath("a")
        let child = WriteChild(path: try WritePath("x"), node: .leaf(1))
        #expect(
            journal.load() == [
                PendingWrite(id: 1, path: path, content: .set(.leaf(1))), PendingWrite(id: 2, path: path, content: .merge([child])),
                PendingWrite(id: 3, path: path, content: .setPriority(.number(3))),
            ])
        try harness.server.ok("put /a 1")
        try harness.server.fail("merge /a /x 1", "permission_denied")
        #expect(journal.load().map(\.id) == [3])
    }

    @Test func writesOfAnEarlierRunAreShownAndSentFirst() async throws {
        let path = try TreePath("a")
        let journal = Journal([
            PendingWrite(id: 7, path: path, content: .set(try node(#"{"x":1}"#))),
            PendingWrite(id: 9, path: path, content: .merge([WriteChild(path: try WritePath("y"), node: .leaf(2))])),
        ])
        let harness = Harness { $0.journal = { journal } }
        harness.ref("a/z").write(3)
        harness.observe("a", harness.ref("a"))
        #expect(harness.server.calls() == [#"put /a {"x":1}"#, "merge /a /y 2", "put /a/z 3", "listen /a"])
        #expect(await harness.told() == [#"a {"x":1,"y":2,"z":3}"#])
        #expect(journal.load().map(\.id) == [7, 9, 10])
        try harness.server.ok(#"put /a {"x":1}"#)
        #expect(journal.load().map(\.id) == [9, 10])
    }

    @Test func writesOfAnEarlierRunBelongToTheirUser() async throws {
        let path = try TreePath("a")
        let journal = Journal([
            PendingWrite(id: 1, path: path, content: .set(.leaf(1)), owner: "ann"),
            PendingWrite(id: 2, path: path, content: .set(.leaf(2)), owner: "bob"),
            PendingWrite(id: 3, path: path, content: .set(.leaf(3))),
        ])
        let harness = Harness {
            $0.journal = { journal }
            $0.uid = { "bob" }
        }
        harness.observe("a", harness.ref("a"))
        harness.ref("b").write(4)
        #expect(harness.server.calls() == ["put /a 2 by bob, earlier", "put /a 3", "listen /a", "put /b 4 by bob"])
        #expect(journal.load().map(\.id) == [2, 3, 4])
        #expect(journal.load().map(\.owner) == ["bob", nil, "bob"])
        let text = "warning: The write to /a of an earlier run was not executed. "
        #expect(await harness.told() == [text + ServerFailure.signedOut.text, "a 3"])
        try harness.server.fail("put /a 2 by bob, earlier", "permission_denied")
        #expect(await harness.told() == [text + "Permission denied"])
    }

    @Test func writeBelongsToTheUserSignedInWhenItIsMade() async throws {
        let who = Mutex<String?>("ann")
        let harness = Harness { $0.uid = { who.withLock { $0 } } }
        harness.observe("a", harness.ref("a"))
        harness.ref("a").setValue(1, withCompletionBlock: harness.report("put"))
        harness.ref("a/t").transaction { data in
            data.value = 1
            return .success(withValue: data)
        }
        harness.ref("a").onDisconnectSetValue(1)
        who.withLock { $0 = nil }
        harness.ref("b").write(1)
        let calls = harness.server.calls()
        #expect(calls.first == "listen /a" && calls.contains("put /a 1 by ann") && calls.contains("onDisconnectPut /a 1 by ann"))
        #expect(calls.contains { $0.hasPrefix("put /a/t 1 if ") && $0.hasSuffix(" by ann") } && calls.last == "put /b 1")
        _ = await harness.told()
        try harness.server.ok("listen /a")
        try harness.server.fail("put /a 1 by ann", "signed_out", ServerFailure.signedOut.text)
        let told = await harness.told()
        #expect(told.last == "put failed: writeCanceled", "\(told)")
    }

    @Test func journalIsOpenedAtTheFirstUse() async throws {
        let received = Log()
        let harness = Harness { environment in
            environment.journal = {
                received.add("asked")
                return nil
            }
        }
        harness.database.isPersistenceEnabled = true
        let ref = harness.ref("a").child("b")
        #expect(ref.key == "b" && received.take().isEmpty)
        ref.write(1)
        ref.write(2)
        #expect(received.take() == ["asked"])
    }
}
