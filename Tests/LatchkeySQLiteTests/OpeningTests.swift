import Foundation
import GRDB
import LatchkeyIdentity
import LatchkeyTestSupport
import Testing

@testable import LatchkeySQLite

@Suite struct OpeningTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func pragma(_ name: String, of db: Database) throws -> Int? {
        try Int.fetchOne(db, sql: "PRAGMA \(name)")
    }

    /// The numbers are those of SQLite's documentation of the pragma.
    @Test(arguments: [(nil, 2), (SynchronousLevel.full, 2), (.normal, 1)])
    func commitsWaitForTheDiskUnlessTheOperatorChoosesOtherwise(_ level: SynchronousLevel?, number: Int) async throws {
        let store =
            try level.map { try SQLiteStore.open(path: folder.store, mode: .real, synchronous: $0) }
            ?? SQLiteStore.open(path: folder.store, mode: .real)
        // Write first: GRDB's own setup must not undo the setting.
        try await store.write { try $0.insert(Project.sample()) }
        #expect(try await store.database.writeWithoutTransaction { try pragma("synchronous", of: $0) } == number)
        #expect(try await store.database.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
    }

    @Test func everyConnectionEnforcesForeignKeysAndTrustsNoSchema() async throws {
        let store = try SQLiteStore.open(path: folder.store, mode: .real)
        for (name, value) in [("foreign_keys", 1), ("trusted_schema", 0)] {
            #expect(try await store.database.read { try pragma(name, of: $0) } == value)
            #expect(try await store.database.writeWithoutTransaction { try pragma(name, of: $0) } == value)
        }
    }

    @Test func onlyTheOwnerMayReadTheFiles() async throws {
        let store = try SQLiteStore.open(path: folder.store, mode: .real)
        try await store.write { try $0.insert(Project.sample()) }
        for suffix in ["", "-wal", "-shm"] {
            #expect(try permissions(of: folder.store + suffix) == 0o600, "\(suffix)")
        }
    }

    @Test func aFileThatOthersMayReadIsMadePrivate() throws {
        try SQLiteStore.open(path: folder.store, mode: .real).close()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.store)
        _ = try SQLiteStore.open(path: folder.store, mode: .real)
        #expect(try permissions(of: folder.store) == 0o600)
    }

    @Test func reopenedStoreHasTheWrittenData() async throws {
        for round in 0..<3 {
            let store = try SQLiteStore.open(path: folder.store, mode: .sandbox)
            #expect(try await store.read { try $0.projects() }.count == round)
            try await store.write { try $0.insert(Project.sample(ProjectID(rawValue: "project-\(round)"))) }
            try store.close()
        }
    }

    @Test func aClosedStoreIsWholeInItsOneFile() async throws {
        let store = try SQLiteStore.open(path: folder.store, mode: .real)
        try await store.write { try $0.insert(Project.sample()) }
        // A read, because a reader is what keeps the log from being emptied when the last connection closes.
        #expect(try await store.read { try $0.projects() }.count == 1)
        try store.close()
        let copy = folder.path + "/copy.sqlite"
        try FileManager.default.copyItem(atPath: folder.store, toPath: copy)
        let reopened = try SQLiteStore.open(path: copy, mode: .real)
        #expect(try await reopened.read { try $0.projects() }.count == 1)
    }

    @Test func anEmptyFileBecomesAStore() async throws {
        #expect(FileManager.default.createFile(atPath: folder.store, contents: nil))
        let store = try SQLiteStore.open(path: folder.store, mode: .real)
        #expect(try await store.read { try $0.projects() } == [])
    }

    @Test func aFirstStartThatWasInterruptedIsTakenUpAgain() async throws {
        let interrupted = try DatabasePool(path: folder.store)
        try await interrupted.write { try $0.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)") }
        try interrupted.close()
        let store = try SQLiteStore.open(path: folder.store, mode: .real)
        #expect(try await store.read { try $0.projects() } == [])
    }

    @Test(arguments: [(StoreMode.real, StoreMode.sandbox), (.sandbox, .real)])
    func aStoreOpensInItsOwnModeOnly(_ marked: StoreMode, _ received: StoreMode) throws {
        try SQLiteStore.open(path: folder.store, mode: marked).close()
        let before = try contents()
        let error = #expect(throws: StoreOpenError.self) { try SQLiteStore.open(path: folder.store, mode: received) }
        #expect(error?.code == .wrongMode)
        #expect(error?.detail.contains("marked for \(marked.rawValue) accounts") == true)
        #expect(try contents() == before)
        _ = try SQLiteStore.open(path: folder.store, mode: marked)
    }

    @Test func aSchemaFromTheFutureIsRefused() throws {
        let store = try SQLiteStore.open(path: folder.store, mode: .real)
        try store.database.write { try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('schema-999')") }
        try store.close()
        let before = try contents()
        let error = #expect(throws: StoreOpenError.self) { try SQLiteStore.open(path: folder.store, mode: .real) }
        #expect(error?.code == .newerSchema)
        #expect(error?.detail.contains("schema-999") == true)
        #expect(try contents() == before)
    }

    /// Such a store has the mark of this program and steps with the names `v1` to `v31`.
    @Test func aStoreFromBeforeTheFirstReleaseIsRefusedAndUntouched() throws {
        let old = try DatabasePool(path: folder.store)
        try old.write { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(Migrations.applicationID);
                    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                    INSERT INTO grdb_migrations VALUES ('v1'), ('v2'), ('v31');
                    CREATE TABLE project (id TEXT NOT NULL PRIMARY KEY);
                    """)
        }
        try old.close()
        let before = try contents()
        let error = #expect(throws: StoreOpenError.self) { try SQLiteStore.open(path: folder.store, mode: .real) }
        #expect(error?.code == .olderSchema)
        #expect(error?.detail.contains("`latchkey users export`") == true)
        #expect(try contents() == before)
    }

    @Test func anotherProgramsDatabaseIsRefusedAndUntouched() throws {
        let foreign = try DatabaseQueue(path: folder.store)
        try foreign.write { try $0.execute(sql: "CREATE TABLE recipe (title TEXT)") }
        try foreign.close()
        let before = try contents()
        #expect(throws: StoreOpenError(.notAStore, detail: "")) { try SQLiteStore.open(path: folder.store, mode: .real) }
        #expect(try contents() == before)
    }

    @Test func aFileThatIsNoDatabaseIsRefusedAndUntouched() throws {
        let text = Data("just a text, longer than the header of a database would be: one hundred bytes and a few more of them".utf8)
        try text.write(to: URL(fileURLWithPath: folder.store))
        #expect(throws: StoreOpenError(.notAStore, detail: "")) { try SQLiteStore.open(path: folder.store, mode: .real) }
        #expect(try contents() == text)
    }

    @Test func aMissingFolderIsNamed() throws {
        let path = folder.path + "/missing/latchkey.sqlite"
        let error = #expect(throws: StoreOpenError.self) { try SQLiteStore.open(path: path, mode: .real) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.description.contains(path) == true)
        #expect(error?.description.contains("No such file or directory") == true)
    }

    @Test func aClosedStoreThrows() async throws {
        let store = try SQLiteStore.open(path: folder.store, mode: .real)
        try store.close()
        await #expect(throws: DatabaseError.self) { try await store.read { try $0.projects() } }
    }

    private func contents() throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: folder.store))
    }
}
