import Foundation
import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

@Suite struct ReferenceTests {
    let harness = Harness()

    @Test func placesHaveKeysParentsAndURLs() throws {
        let root = harness.database.reference()
        let ref = root.child("/rooms//Größe 1/").child("x")
        #expect(ref.key == "x")
        #expect(ref.parent?.key == "Größe 1")
        #expect(ref.root.key == nil && root.parent == nil)
        #expect(ref.url == "https://db.example.com/rooms/Gr%C3%B6%C3%9Fe%201/x")
        #expect("\(ref)" == ref.url)
        #expect(root.url == "https://db.example.com")
        #expect(harness.database.reference(fromURL: ref.url).location == ref.location)
        #expect(harness.database.reference(fromURL: "https://db.example.com/").location == root.location)
        #expect(harness.ref(".info/connected").url == "https://db.example.com/.info/connected")
        #expect(harness.ref(".info/connected").parent?.parent?.location == root.location)
        #expect(ref.queryOrderedByKey().ref.location == ref.location)
    }

    @Test func theNamespaceStaysBehindEveryPlace() {
        let database = Database(connection: ScriptedConnection(), url: "http://127.0.0.1:9000/?ns=demo")
        #expect(database.reference(withPath: "a/b").url == "http://127.0.0.1:9000/a/b?ns=demo")
        #expect(database.reference(fromURL: "http://127.0.0.1:9000/a?ns=demo").key == "a")
        #expect(database.reference(fromURL: "http://127.0.0.1:9000/a?ns=other").parameters.problem != nil)
    }

    /// Invalid paths, and what the error names.
    static let badPlaces: [(@Sendable (Database) -> DatabaseReference, String)] = [
        ({ $0.reference(withPath: "a.b") }, #""a.b""#),
        ({ $0.reference().child("a/$b/c") }, #""a/$b/c""#),
        ({ $0.reference().child("a[0]").child("fine") }, #""a[0]""#),
        ({ $0.reference(withPath: (0..<33).map { "\($0)" }.joined(separator: "/")) }, "32 levels"),
        ({ $0.reference(withPath: (0..<32).map { "\($0)" }.joined(separator: "/")).child("x") }, "32 levels"),
        ({ $0.reference(withPath: String(repeating: "k", count: 769)) }, "768 bytes"),
        ({ $0.reference(fromURL: "https://other.example.com/a") }, "https://db.example.com/"),
        ({ $0.reference(fromURL: "https://db.example.com.evil/a") }, "https://db.example.com/"),
        ({ $0.reference(fromURL: "https://db.example.com/%GG") }, "percent-encoded"),
        ({ $0.reference(fromURL: "https://db.example.com/a%2Fb") }, "percent-encoded"),
    ]

    @Test(arguments: badPlaces.indices) func invalidPathsFailWithAReasonAndSendNothing(index: Int) async throws {
        let (place, text) = Self.badPlaces[index]
        let (log, ref) = (harness.log, place(harness.database))
        ref.setValue(1) { error, _ in log.add("set \(error?.localizedDescription ?? "ok")") }
        ref.updateChildValues(["a": 1]) { error, _ in log.add("update \(error?.localizedDescription ?? "ok")") }
        ref.observe(.value, with: { _ in log.add("told") }, withCancel: { log.add("observe \($0.localizedDescription)") })
        ref.getData { error, _ in log.add("get \(error?.localizedDescription ?? "ok")") }
        ref.runTransactionBlock({ .success(withValue: $0) }) { error, _, _ in log.add("run \(error?.localizedDescription ?? "ok")") }
        ref.onDisconnectRemoveValue { error, _ in log.add("gone \(error?.localizedDescription ?? "ok")") }
        let lines = await harness.told()
        #expect(lines.map { $0.prefix { $0 != " " } } == ["set", "update", "observe", "get", "run", "gone"])
        for line in lines { #expect(line.contains(text), "\(line)") }
        #expect(harness.server.calls() == [])
    }

    @Test func newKeysSortByTheServersTime() throws {
        let receiver = try harness.server.startedReceiver(harness)
        let first = try (0..<100).map { _ in try #require(harness.ref("list").childByAutoId().key) }
        receiver.serverTimeChanged(offsetMilliseconds: 5)
        let second = try (0..<100).map { _ in try #require(harness.ref("list").childByAutoId().key) }
        let all = first + second
        #expect(all == all.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(Set(all).count == 200 && all.allSatisfy { $0.utf8.count == 20 })
        // 1,700,000,000,000 milliseconds in the 64 digits of such keys.
        #expect(first.allSatisfy { $0.hasPrefix("-NjEtLV-") }, "\(first[0])")
    }

    /// Invalid updates.
    static let badUpdates: [([String], String)] = [
        (["a", "a/b"], "/a and to /a/b"), (["a/b/c", "x", "a"], "/a and to /a/b/c"), (["a.b"], "a.b"), ([""], "cannot write to"),
        (["a/.priority/b"], "cannot write to"),
    ]

    @Test(arguments: badUpdates.indices) func invalidUpdatesFailWithAReason(index: Int) async throws {
        let (paths, text) = Self.badUpdates[index]
        let log = harness.log
        let values = Dictionary(uniqueKeysWithValues: paths.map { ($0 as AnyHashable, 1 as Any) })
        harness.ref("r").updateChildValues(values) { error, _ in log.add("\(error?.localizedDescription ?? "ok")") }
        let lines = await harness.told()
        #expect(lines.count == 1 && lines[0].contains(text), "\(lines)")
        #expect(harness.server.calls() == [])
    }

    @Test func emptyUpdateSucceedsAndSiblingsAreNotAncestors() async throws {
        harness.ref("r").updateChildValues([:], withCompletionBlock: harness.report("empty"))
        #expect(await harness.told() == ["empty ok"])
        harness.ref("r").update(["a": 1, "ab": 2, "a-b/c": 3, "b/.priority": 4])
        #expect(harness.server.calls() == ["merge /r /a 1, /a-b/c 3, /ab 2, /b/.priority 4"])
    }

    @Test func cancelledTaskStopsWaitingAndTheWriteContinues() async throws {
        harness.observe("a", harness.ref("a"))
        let tasks: [Task<Void, any Error>] = [
            Task { [harness] in try await harness.ref("a").setValue(1) },
            Task { [harness] in _ = try await harness.ref("b").getData() },
            Task { [harness] in
                _ = try await harness.ref("c").runTransactionBlock { data in
                    data.value = 1
                    return .success(withValue: data)
                }
            },
        ]
        for task in tasks {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        try harness.server.ok("put /a 1")
        #expect(await harness.told() == ["a 1"])
    }

    @Test func asynchronousFormsWaitForTheServer() async throws {
        harness.server.respondToAll { call in
            call == "put /a null" ? .failed(ServerFailure(status: "permission_denied", text: "")) : .ok(warnings: [])
        }
        let ref = harness.ref("a")
        #expect(try await ref.setValue(1) === ref)
        try await ref.setValue(1, andPriority: 2)
        try await ref.setPriority(3)
        try await ref.updateChildValues(["x": 2])
        await #expect(throws: (any Error).self) { try await ref.removeValue() }
        #expect(
            harness.server.calls() == [
                "put /a 1", #"put /a {".value":1,".priority":2}"#, "put /a/.priority 3", "merge /a /x 2", "put /a null",
            ])
        let (isCommitted, snapshot) = try await ref.runTransactionBlock { data in
            data.value = 8
            return .success(withValue: data)
        }
        #expect(isCommitted && snapshot.value as? Int == 8)
    }
}
