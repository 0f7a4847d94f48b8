import GRDB
import LatchkeyIdentity
import LatchkeySQL
import LatchkeyStoreContract
import LatchkeyTestSupport
import LatchkeyTree
import Testing

@testable import LatchkeySQLite

@Suite struct TreeStoreFullDiskTests {
    private static let shop = DatabaseID(project: "demo", name: "shop")

    private func open() async throws -> (store: SQLiteStore, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore.open(path: folder.store, mode: .sandbox)
        try await store.write { try $0.insert(Project.sample("demo")) }
        try await store.make(Self.shop, rules: "{}")
        return (store, folder)
    }

    private func entry(_ sequence: Int64) throws -> TreeLogEntry {
        let text = String(repeating: "full ", count: 4000)
        return TreeLogEntry(
            sequence: sequence,
            changes: try ["a", "b"].map { .set(try TreePath("\($0)/\(sequence)"), Node(.string(text))) })
    }

    /// Limits the store to this many more pages; after that SQLite reports a full disk.
    private func leaveRoom(_ pages: Int, in store: SQLiteStore) async throws {
        try await store.database.writeWithoutTransaction { db in
            let count = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(count + pages)")
        }
    }

    @Test func writeWithoutSpaceFailsAndEarlierOnesStay() async throws {
        let (store, folder) = try await open()
        try await leaveRoom(60, in: store)
        var sequence: Int64 = 0
        await #expect(throws: (any Error).self) {
            while sequence < 1000 {
                try await store.append([try entry(sequence + 1)], to: Self.shop)
                sequence += 1
            }
        }
        #expect(sequence > 2 && sequence < 1000)
        let stored = try #require(try await store.load(Self.shop))
        #expect(stored.sequence == sequence)
        for place in ["a", "b"] {
            let count = stored.root[try TreePath(place)].childCount
            #expect(count == Int(sequence))
        }

        try await leaveRoom(10_000, in: store)
        try await store.append([try entry(sequence + 1)], to: Self.shop)
        #expect(try #require(try await store.load(Self.shop)).sequence == sequence + 1)
        try store.close()
        _ = folder
    }

    @Test func failedSnapshotFreesItsSpace() async throws {
        let (store, folder) = try await open()
        for sequence in 1...40 { try await store.append([try entry(Int64(sequence))], to: Self.shop) }
        var root = try #require(try await store.load(Self.shop)).root
        for number in 0..<200 { root = root.setting(Node(.string(String(repeating: "x", count: 40_000))), at: try TreePath("c/\(number)")) }
        try await leaveRoom(900, in: store)
        await #expect(throws: (any Error).self) { try await store.save(TreeSnapshot(root: root, sequence: 40), of: Self.shop) }
        let parts = try await store.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM realtime_snapshot_part") }
        #expect(parts == 0)
        #expect(try #require(try await store.load(Self.shop)).sequence == 40)
        // In the space that it freed.
        try await store.append([try entry(41)], to: Self.shop)
        try store.close()
        _ = folder
    }

    /// Removing what a snapshot replaced takes several transactions, and the process may end between them.
    @Test func changesThatAreInTheSnapshotAreNotMadeAgain() async throws {
        let (store, folder) = try await open()
        for sequence in 1...3 { try await store.append([try entry(Int64(sequence))], to: Self.shop) }
        let root = try Node(json: #"{"whole": 1}"#.utf8)
        try await store.save(TreeSnapshot(root: root, sequence: 3), of: Self.shop)
        try await store.append([try entry(2), try entry(4)], to: Self.shop)
        let stored = try #require(try await store.load(Self.shop))
        #expect(stored.entries.map(\.sequence) == [4])
        #expect(stored.snapshot.root == root)
        try await store.save(TreeSnapshot(root: root, sequence: 4), of: Self.shop)
        let left = try await store.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM realtime_change") }
        #expect(left == 0)
        try store.close()
        _ = folder
    }

    @Test func aSnapshotOfManyPartsReplacesTheOneBefore() async throws {
        let (store, folder) = try await open()
        for number in 1...2 {
            var root = Node.empty
            for index in 0..<100 {
                root = root.setting(Node(.string(String(repeating: "é\(number)", count: 20_000))), at: try TreePath("c/\(index)"))
            }
            try await store.save(TreeSnapshot(root: root, sequence: Int64(number)), of: Self.shop)
            #expect(try #require(try await store.load(Self.shop)).root == root)
            let parts = try await store.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM realtime_snapshot_part") }
            #expect((3..<10).contains(parts ?? 0))
        }
        try store.close()
        _ = folder
    }
}
