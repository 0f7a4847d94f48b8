import GRDB
import Testing

@testable import LatchkeySQLite

@Suite struct MigrationTests {
    @Test func runOnAnEmptyDatabaseAndAgain() throws {
        let queue = try DatabaseQueue()
        let migrator = Migrations.migrator(marking: .sandbox)
        try migrator.migrate(queue)
        let schema = try self.schema(of: queue)
        try migrator.migrate(queue)
        #expect(try self.schema(of: queue) == schema)
        #expect(try queue.read { try migrator.hasCompletedMigrations($0) })
        #expect(try queue.read { try String.fetchAll($0, sql: "SELECT mode FROM store_marker") } == ["sandbox"])
        #expect(try queue.read { try Int32.fetchOne($0, sql: "PRAGMA application_id") } == Migrations.applicationID)
    }

    @Test func everyTableIsStrict() throws {
        let store = try SQLiteStore.inMemory()
        let loose = try store.database.read { db in
            try String.fetchAll(db, sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict")
        }
        #expect(Set(loose) == ["grdb_migrations", "sqlite_schema"])
    }

    /// Deleting a row deletes the rows that belong to it, so that no orphans remain.
    @Test func everyForeignKeyCascades() throws {
        let store = try SQLiteStore.inMemory()
        let others = try store.database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT t.name FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS f
                    WHERE t.type = 'table' AND f.on_delete <> 'CASCADE'
                    """)
        }
        #expect(others == [])
    }

    private func schema(of queue: DatabaseQueue) throws -> [String] {
        try queue.read { try String.fetchAll($0, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name") }
    }
}
