import LatchkeyIdentity
import LatchkeySQLite
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

    @Test func whatWasAppendedIsThereAfterOpeningAgain() async throws {
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

    @Test func whatClientsLeftIsThereAfterOpeningAgain() async throws {
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

    /// Data that was accepted under higher limits must not make the whole database unreadable.
    @Test func whatWasTakenUnderOtherLimitsIsThereToo() async throws {
        try await withStore { store, _ in
            let node = Node(.string(String(repeating: "a", count: TreeLimits.standard.maxStringBytes + 3)))
            let place = try TreePath("a")
            try await store.append([TreeLogEntry(sequence: 1, changes: [.set(place, node)])], to: Self.shop)
            let root = try #require(try await store.load(Self.shop)).root
            #expect(root[place] == node)
            try await store.save(TreeSnapshot(root: root, sequence: 1), of: Self.shop)
            #expect(try #require(try await store.load(Self.shop)).root == root)
            try store.close()
        }
    }

    @Test func whatMakesNoTreeIsNamed() async throws {
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

    @Test func aSnapshotTakesThePlaceOfTheChangesBeforeIt() async throws {
        try await withStore { store, _ in
            try await store.append([try entry(1, "a", "1"), try entry(2, "b", "2")], to: Self.shop)
            let root = try #require(try await store.load(Self.shop)).root
            try await store.append([try entry(3, "c", "3")], to: Self.shop)
            try await store.save(TreeSnapshot(root: root, sequence: 2), of: Self.shop)
            let stored = try #require(try await store.load(Self.shop))
            #expect(stored.snapshot.sequence == 2)
            #expect(stored.entries.map(\.sequence) == [3])
            #expect(stored.root.json() == #"{"a":1,"b":2,"c":3}"#)
            try store.close()
        }
    }

    @Test func aLargeSnapshotComesBackWhole() async throws {
        try await withStore { store, _ in
            let root = try Node(json: "[\((0..<60_000).map { "\"text number \($0) é\"" }.joined(separator: ","))]".utf8)
            try await store.save(TreeSnapshot(root: root, sequence: 7), of: Self.shop)
            #expect(try #require(try await store.load(Self.shop)).root == root)
            try await store.save(TreeSnapshot(root: .empty, sequence: 9), of: Self.shop)
            #expect(try #require(try await store.load(Self.shop)).root == .empty)
            try store.close()
        }
    }

    @Test func databasesAreFoundByTheirNamesAndProjects() async throws {
        try await withStore { store, _ in
            try await store.make(DatabaseID(project: "demo", name: "archive"), rules: "{}")
            #expect(try await store.databases(of: "demo").map(\.name) == ["archive", "shop"])
            #expect(try await store.database(named: "shop") == Self.shop)
            #expect(try await store.database(named: "none") == nil)
            #expect(try await store.load(DatabaseID(project: "demo", name: "none")) == nil)
            try store.close()
        }
    }

    @Test func rulesAreKept() async throws {
        try await withStore { store, _ in
            try await store.save(RulesEdit("{ /* é */ }", savedAt: 1), of: Self.shop)
            try await store.make(Self.shop, rules: "other")
            #expect(try #require(try await store.load(Self.shop)).rules == "{ /* é */ }")
            try store.close()
        }
    }

    @Test func rulesThatHeldAreKeptAsVersions() async throws {
        try await withStore { store, _ in
            let first = try #require(try await store.load(Self.shop)).rules
            #expect(try await store.rulesVersions(of: Self.shop).isEmpty)
            try await store.save(RulesEdit("second", savedAt: 2, author: "ada"), of: Self.shop)
            try await store.save(RulesEdit("third", savedAt: 3), of: Self.shop)
            #expect(
                try await store.rulesVersions(of: Self.shop) == [
                    RulesVersion(number: 3, savedAt: 3, author: nil), RulesVersion(number: 2, savedAt: 2, author: "ada"),
                    RulesVersion(number: 1, savedAt: nil, author: nil),
                ])
            for (number, text) in [(1, first), (2, "second"), (3, "third"), (4, nil), (0, nil)] as [(Int, String?)] {
                #expect(try await store.rules(ofVersion: number, of: Self.shop) == text)
            }
            for number in 4...RulesVersion.maxKept + 2 { try await store.save(RulesEdit("\(number)", savedAt: 4), of: Self.shop) }
            let kept = try await store.rulesVersions(of: Self.shop).map(\.number)
            #expect(kept == Array((3...RulesVersion.maxKept + 2).reversed()))
            #expect(try await store.rules(ofVersion: 2, of: Self.shop) == nil)
            await #expect(throws: (any Error).self) {
                try await store.rulesVersions(of: DatabaseID(project: "demo", name: "none"))
            }
            try store.close()
        }
    }

    @Test func settingsAreKept() async throws {
        try await withStore { store, _ in
            #expect(try #require(try await store.load(Self.shop)).settings == DatabaseSettings())
            let settings = DatabaseSettings(
                defaultWriteSizeLimit: .tiny, strictTriggerValidation: false, sizeLimit: 5 << 20,
                pathSizeLimits: try PathSizeLimits(["/rooms/$room": 4096]))
            try await store.save(settings, of: Self.shop)
            #expect(try #require(try await store.load(Self.shop)).settings == settings)
            try store.close()
        }
    }
}
