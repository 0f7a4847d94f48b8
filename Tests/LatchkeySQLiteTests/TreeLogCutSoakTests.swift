import Foundation
import LatchkeyIdentity
import LatchkeySQL
import LatchkeyStoreContract
import LatchkeyTestSupport
import LatchkeyTree
import Testing

@testable import LatchkeySQLite

/// A crash or a power loss can cut the database's log at any byte. `make soak` cuts at every one.
@Suite struct TreeLogCutSoakTests {
    private static let shop = DatabaseID(project: "demo", name: "shop")

    /// A database file with its log, and the writes that were acknowledged at each length of the log.
    private struct Recording {
        let database: Data
        let log: Data
        var acknowledged: [(logBytes: Int, root: Node)]
    }

    /// Each write changes two paths, which must change together.
    private func record(_ folder: TemporaryFolder) async throws -> Recording {
        let path = folder.store
        let store = try SQLiteStore.open(path: path, mode: .sandbox)
        try await store.write { try $0.insert(Project.sample("demo")) }
        try await store.make(Self.shop, rules: "{}")
        try store.close()
        let database = try Data(contentsOf: URL(fileURLWithPath: path))
        let again = try SQLiteStore.open(path: path, mode: .sandbox)
        func log() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) }
        var root = Node.empty
        var acknowledged = [(logBytes: try log().count, root: root)]
        for number in 1...4 {
            let text = String(repeating: "text \(number) ", count: number == 3 ? 1500 : 20)
            let changes = try ["a", "b"].map { TreeChange.set(try TreePath("\($0)/\(number)"), Node(.string(text))) }
            try await again.append([TreeLogEntry(sequence: Int64(number), changes: changes)], to: Self.shop)
            root = changes.reduce(root) { $0.applying($1) }
            acknowledged.append((try log().count, root))
        }
        let recording = Recording(database: database, log: try log(), acknowledged: acknowledged)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == database, "all of it has to be in the log")
        try again.close()
        return recording
    }

    private func stored(_ recording: Recording, log: Data) async throws -> Node {
        let folder = try TemporaryFolder()
        try recording.database.write(to: URL(fileURLWithPath: folder.store))
        try log.write(to: URL(fileURLWithPath: folder.store + "-wal"))
        let store = try SQLiteStore.open(path: folder.store, mode: .sandbox)
        defer { try? store.close() }
        return try #require(try await store.load(Self.shop)).root
    }

    @Test func truncatedLogHasTheEntriesAcknowledgedBeforeTheCut() async throws {
        let recording = try await record(try TemporaryFolder())
        let ends = recording.acknowledged.map(\.logBytes)
        #expect(Set(ends).count == ends.count)
        let near = ends.flatMap { [$0 - 1, $0, $0 + 1] }
        let cuts = Soak.standard.isLong ? Array(0...recording.log.count) : near + Array(stride(from: 0, to: recording.log.count, by: 1009))
        for cut in cuts where cut <= recording.log.count {
            let expected = try #require(recording.acknowledged.last { $0.logBytes <= cut || $0.logBytes == ends[0] })
            #expect(try await stored(recording, log: recording.log[..<cut]) == expected.root, "cut at \(cut)")
        }
    }

    /// The bytes after the end of the written data are arbitrary old data of the disk.
    @Test func logWithGarbageAfterTheCutHasTheEntriesBeforeIt() async throws {
        let recording = try await record(try TemporaryFolder())
        let ends = recording.acknowledged.map(\.logBytes)
        for cut in stride(from: 100, to: recording.log.count, by: Soak.standard.isLong ? 29 : 2503) {
            var log = recording.log
            for index in cut..<log.count { log[index] = UInt8(truncatingIfNeeded: index &* 131 &+ 7) }
            let expected = try #require(recording.acknowledged.last { $0.logBytes <= cut || $0.logBytes == ends[0] })
            #expect(try await stored(recording, log: log) == expected.root, "rubbish from \(cut)")
        }
    }
}
