import LatchkeyIdentity
import LatchkeySQL
import LatchkeySQLite
import LatchkeyStoreContract
import LatchkeyTestSupport
import LatchkeyTree
import Testing

@Suite struct TreeStoreTests {
    private static let shop = DatabaseID(project: "demo", name: "shop")

    /// A store in a file, with a project that has a database.
    private func withStore(_ body: (SQLiteStore, _ path: String) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/latchkey.db"
        let store = try SQLiteStore.open(path: path, mode: .sandbox)
        try await store.write { try $0.insert(Project.sample("demo")) }
        try await store.make(Self.shop, rules: "{}")
        try await body(store, path)
    }

    private func entry(_ sequence: Int64, _ path: String, _ json: String) throws -> TreeLogEntry {
        TreeLogEntry(sequence: sequence, changes: [.set(try TreePath(path), try Node(json: json.utf8))])
    }

    @Test func appendedEntriesSurviveReopening() async throws {
        try await withStore { store, path in
            try await store.append(
                [
                    try entry(1, "a", #"{"x": 1, "y": {".value": "é", ".priority": 2.5}}"#),
                    TreeLogEntry(
                        sequence: 2,
                        changes: [
                            .set(try TreePath("a/x"), .empty), .setPriority(try TreePath("a"), .string("p")),
                            .set(try TreePath("b"), Node(true)),
                        ]),
                ], to: Self.shop)
            try store.close()
            let again = try SQLiteStore.open(path: path, mode: .sandbox)
            let stored = try #require(try await again.load(Self.shop))
            #expect(stored.root.json(.export) == #"{"a":{".priority":"p","y":{".value":"é",".priority":2.5}},"b":true}"#)
            #expect(stored.sequence == 2)
            #expect(stored.rules == "{}")
            try again.close()
        }
    }

    @Test func headHasTheLastChangeTheRulesAndTheSettings() async throws {
        try await withStore { store, _ in
            let term = try #require(try await store.beginTerm(of: Self.shop))
            #expect(try await store.head(in: term).sequence == 0)
            try await store.append([try entry(1, "a", "1"), try entry(2, "a", "2")], in: term)
            #expect(try await store.head(in: term).sequence == 2)
            try await store.save(TreeSnapshot(root: Node(true), sequence: 2), in: term)
            #expect(try await store.head(in: term).sequence == 2)
            try await store.append([try entry(3, "a", "3")], in: term)
            #expect(try await store.head(in: term).sequence == 3)
            let rules = #"{"rules": {".read": true}}"#
            try await store.save(RulesEdit(rules, savedAt: 1, author: nil), in: term)
            var settings = DatabaseSettings()
            settings.defaultWriteSizeLimit = .tiny
            try await store.save(settings, in: term)
            let head = try await store.head(in: term)
            #expect(head.rules == rules && head.settings == settings)
        }
    }

    @Test func onDisconnectWritesSurviveReopening() async throws {
        try await withStore { store, path in
            let timestamp = try Node(json: #"{".sv":"timestamp"}"#.utf8)
            let first: [TreeChange] = [.set(try TreePath("a/b"), timestamp), .setPriority(try TreePath("a"), .string("p"))]
            func keep(_ client: String, _ requester: String, _ writes: [Int: [TreeChange]]) async throws {
                try await store.keep(LeftWrites(client: client, requester: requester, writes: writes), in: Self.shop)
            }
            try await keep("one", "ada", [0: first, 1: [.set(try TreePath("c"), Node(true))]])
            try await keep("two", "bob", [0: [.set(try TreePath("d"), .empty)]])
            // The second write is canceled, and the rest belongs to Eve from now on.
            try await keep("one", "eve", [1: []])
            try await keep("three", "ada", [0: first])
            try await store.forgetLeftWrites(of: "three", in: Self.shop)
            try store.close()
            let again = try SQLiteStore.open(path: path, mode: .sandbox)
            let found = try await again.leftWrites(in: Self.shop)
            let expected = [
                LeftWrites(client: "one", requester: "eve", writes: [0: first]),
                LeftWrites(client: "two", requester: "bob", writes: [0: [.set(try TreePath("d"), .empty)]]),
            ]
            #expect(found == expected)
            #expect(try await again.databasesWithLeftWrites() == [Self.shop])
            try again.close()
        }
    }

    @Test func unreadableEntryIsReportedWithItsSequence() async throws {
        try await withStore { store, _ in
            let key = try TreePath("a").keys[0]
            let deep = TreePath(keys: Array(repeating: key, count: 40))
            try await store.append(
                [try entry(1, "a", "1"), TreeLogEntry(sequence: 2, changes: [.set(deep, Node(true))])], to: Self.shop)
            let error = await #expect(throws: UnreadableDatabase.self) { try await store.load(Self.shop) }
            #expect(error?.database == Self.shop)
            #expect(error?.sequence == 2)
            try store.close()
        }
    }

}
