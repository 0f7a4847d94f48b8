import Foundation
import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

@Suite struct SnapshotTests {
    let harness = Harness()

    private func snapshot(_ json: String, _ query: (DatabaseReference) -> DatabaseQuery = { $0 }) async throws -> DataSnapshot {
        let query = query(harness.ref("list"))
        var values = query.values.makeAsyncIterator()
        try harness.server.push("list", json)
        return try #require(try await values.next())
    }

    @Test func snapshotShowsTheData() async throws {
        let snapshot = try await snapshot(#"{".priority":3,"a":{"b":[1,2]},"c":{".value":"x",".priority":"p"}}"#)
        #expect(snapshot.key == "list" && snapshot.ref.url == "https://db.example.com/list")
        #expect(snapshot.exists() && snapshot.hasChildren() && snapshot.childrenCount == 2)
        #expect(snapshot.hasChild("a/b/1") && !snapshot.hasChild("a/x") && !snapshot.hasChild("a.b"))
        #expect(snapshot.priority as? Int == 3)
        #expect((snapshot.value as? [String: Any])?["c"] as? String == "x")
        #expect(((snapshot.valueInExportFormat() as? [String: Any])?["c"] as? [String: Any])?[".priority"] as? String == "p")
        let part = snapshot.childSnapshot(forPath: "a/b")
        #expect(part.key == "b" && part.value as? [Int] == [1, 2] && part.ref.url == "https://db.example.com/list/a/b")
        #expect(!snapshot.childSnapshot(forPath: "a.b").exists())
        #expect("\(snapshot.childSnapshot(forPath: "c"))" == #"Snap (c) "x""#)
    }

    @Test func absentValueIsNSNull() async throws {
        let snapshot = try await snapshot("null")
        #expect(!snapshot.exists() && !snapshot.hasChildren() && snapshot.childrenCount == 0)
        #expect(snapshot.value is NSNull)
        #expect(Array(snapshot.children).isEmpty)
    }

    @Test func childrenComeInTheOrderOfTheQuery() async throws {
        let json = #"{"a":{"n":2},"b":{"n":3},"c":{"n":1}}"#
        let snapshot = try await snapshot(json) { $0.queryOrdered(byChild: "n") }
        #expect(snapshot.children.map(\.key) == ["c", "a", "b"])
        // As in code written for Firebase.
        #expect((snapshot.children.allObjects as? [DataSnapshot])?.map(\.key) == ["c", "a", "b"])
    }

    struct Room: Decodable, Equatable {
        var name: String
        var size: Int?
        var tags: [String]
    }

    @Test func valuesBecomeTypesOfTheApp() async throws {
        let snapshot = try await snapshot(#"{"name":"Kitchen","tags":{"0":"a","1":"b"}}"#)
        #expect(try snapshot.data(as: Room.self) == Room(name: "Kitchen", tags: ["a", "b"]))
        #expect(try snapshot.childSnapshot(forPath: "name").data(as: String.self) == "Kitchen")
        #expect(throws: (any Error).self) { try snapshot.childSnapshot(forPath: "tags").data(as: Room.self) }
    }

    @Test func aSlowReaderOfValuesGetsTheLatest() async throws {
        var values = harness.ref("n").values.makeAsyncIterator()
        for number in 1...5 { try harness.server.push("n", "\(number)") }
        #expect(try await values.next()?.value as? Int == 5)
        try harness.server.push("n", "6")
        #expect(try await values.next()?.value as? Int == 6)
    }

    @Test func eventsOfChildrenAreAllThereAndEndWithAnErrorWhereReadingIsNotAllowedAnyMore() async throws {
        let events = harness.ref("list").events(.childAdded)
        try harness.server.push("list", #"{"a":1,"b":2}"#)
        try harness.server.push("list/c", "3")
        try harness.server.revoke("listen /list")
        var keys: [String] = []
        do {
            for try await snapshot in events { keys.append(snapshot.key) }
            Issue.record("it did not end with an error")
        } catch {
            #expect(error.databaseCode == .permissionDenied)
        }
        #expect(keys == ["a", "b", "c"])
    }

    @Test func abandonedValueStreamEndsItsListen() async throws {
        try await Task { [harness] in
            var values = harness.ref("n").values.makeAsyncIterator()
            try harness.server.push("n", "1")
            _ = try await values.next()
        }.value
        #expect(harness.server.calls() == ["listen /n", "unlisten /n"])
    }

    @Test func oneEventIsWaitedFor() async throws {
        harness.observe("n", harness.ref("n"))
        try harness.server.push("n", "7")
        #expect(try await harness.ref("n").observeSingleEvent(of: .value).value as? Int == 7)
        #expect(try await harness.ref("n").getData().value as? Int == 7)
    }
}
