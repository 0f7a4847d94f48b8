// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport
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

    /// Twitter answers under two names, and a person has one key.
    @Test func peopleOfTwittersSecondAddressGetTheKeyOfTheFirst() async throws {
        let store = try SQLiteStore.inMemory()
        let project = Project.sample()
        let second = IdentityKey(provider: .twitter, origin: "https://api.x.com", rawID: "17")
        let first = IdentityKey(provider: .twitter, origin: "https://api.twitter.com", rawID: "17")
        try await store.write { transaction in
            try transaction.insert(project)
            try transaction.insert(.sample("ada", identities: [Identity(key: second, linkedAt: project.createdAt)]))
        }
        // As version 2 left it.
        try await store.database.write { db in
            for column in ["issuer", "accepted_client_ids", "parameters"] {
                try db.execute(sql: "ALTER TABLE provider_configuration DROP COLUMN \(column)")
            }
            try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'v6'")
        }
        try Migrations.migrator(marking: .sandbox).migrate(store.database)
        let owner = try await store.read { try $0.account(linkedTo: first, in: .sample) }
        #expect(owner?.id == "ada")
    }

    /// Its configurations were numbered by what was there.
    @Test func aProjectOfBeforeGoesOnCountingItsHashConfigurations() async throws {
        let store = try SQLiteStore.inMemory()
        let project = Project.sample()
        try await store.write { transaction in
            try transaction.insert(project)
            for number in [1, 4] {
                try transaction.insert(
                    HashConfiguration(
                        project: project.id, number: number, sealedParameters: SealedSecret(bytes: [1]), createdAt: project.createdAt))
            }
        }
        // As version 16 left it.
        try await store.database.write { db in
            try db.execute(
                sql: """
                    ALTER TABLE project DROP COLUMN last_hash_configuration;
                    DROP INDEX hash_configuration_by_need;
                    ALTER TABLE hash_configuration DROP COLUMN needed_at;
                    DROP INDEX account_by_password_configuration;
                    DELETE FROM grdb_migrations WHERE identifier = 'v17';
                    """)
        }
        try Migrations.migrator(marking: .sandbox).migrate(store.database)
        #expect(try await store.read { try $0.lastHashConfiguration(of: project.id) } == 4)
    }

    @Test func everyTableIsStrict() throws {
        let store = try SQLiteStore.inMemory()
        let loose = try store.database.read { db in
            try String.fetchAll(db, sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict")
        }
        #expect(Set(loose) == ["grdb_migrations", "sqlite_schema"])
    }

    /// Whatever belongs to something goes with it, so that no row is left that nobody owns.
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
