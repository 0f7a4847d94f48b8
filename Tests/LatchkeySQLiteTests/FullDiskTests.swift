import GRDB
import LatchkeyIdentity
import LatchkeyTestSupport
import Testing

@testable import LatchkeySQLite

@Suite struct FullDiskTests {
    /// With no page left, SQLite reports the same error as on a full disk.
    private static func limit(_ store: SQLiteStore, toPages count: String) async throws {
        try await store.database.writeWithoutTransaction { _ = try Int.fetchOne($0, sql: "PRAGMA max_page_count = \(count)") }
    }

    @Test func aWriteWithoutRoomIsTroubleOfTheStore() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore.open(path: folder.store, mode: .real)
        try await store.write { try $0.insert(Project.sample()) }
        try await Self.limit(store, toPages: "1")
        await #expect(throws: StoreTrouble.self) {
            try await store.write { transaction in
                for number in 0..<200 {
                    var project = Project.sample(ProjectID(rawValue: "further-\(number)"))
                    project.displayName = String(repeating: "n", count: 4000)
                    try transaction.insert(project)
                }
            }
        }
        #expect(try await store.read { try $0.projects() }.map(\.id) == [Project.sample().id])
        try await Self.limit(store, toPages: "1073741823")
        try await store.write { try $0.proveWritable() }
        try store.close()
    }

    @Test func errorsOfTheBodyAreNotStoreTrouble() async throws {
        let store = try SQLiteStore.inMemory()
        try await store.write { try $0.insert(Project.sample()) }
        await #expect(throws: StoreConflict.self) { try await store.write { try $0.insert(Project.sample()) } }
    }
}
