import Foundation
import GRDB
import LatchkeyIdentity
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

    /// Before this step, one key signed ID tokens and session cookies, which live for fourteen days at most.
    @Test func aKeyOfBothKindsStaysValidForCookiesOfThePast() throws {
        let queue = try DatabaseQueue()
        let migrator = Migrations.migrator(marking: .real)
        try migrator.migrate(queue, upTo: "schema-1")
        let retiredUntil = Int64(Date().timeIntervalSince1970 * 1000) + 90_000_000
        try queue.write { db in
            for (id, end) in [("signs", nil), ("retired", retiredUntil), ("ended", 2)] as [(String, Int64?)] {
                try db.execute(
                    sql: "INSERT INTO signing_key VALUES (?, 'RS256', x'01', '', 1, ?)", arguments: [id, end])
            }
        }
        let before = Date()
        try migrator.migrate(queue)
        let rows = try queue.read { try Row.fetchAll($0, sql: "SELECT * FROM signing_key ORDER BY rowid") }
        #expect(rows.map { $0["purpose"] as String } == ["id-token", "id-token", "id-token"])
        let ends = rows.map { $0["cookies_until"] as Int64 }
        let twoWeeks = (before.timeIntervalSince1970 + 1_209_600) * 1000
        #expect((twoWeeks - 1000...twoWeeks + 60_000).contains(Double(ends[0])))
        #expect(ends[1] == retiredUntil, "a rotation before the upgrade ends its cookies as it was announced")
        #expect(ends[2] == 2)
        #expect(rows[0]["published_until"] as Int64? == nil)
    }

    private func schema(of queue: DatabaseQueue) throws -> [String] {
        try queue.read { try String.fetchAll($0, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name") }
    }
}
