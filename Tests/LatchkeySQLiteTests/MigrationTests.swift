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

    /// Twitter has two host names, and a user has one key.
    @Test func peopleOfTwittersSecondAddressGetTheKeyOfTheFirst() async throws {
        let store = try SQLiteStore.inMemory()
        let project = Project.sample()
        let second = IdentityKey(provider: .twitter, origin: "https://api.x.com", rawID: "17")
        let first = IdentityKey(provider: .twitter, origin: "https://api.twitter.com", rawID: "17")
        try await store.write { transaction in
            try transaction.insert(project)
            try transaction.insert(.sample("ada", identities: [Identity(key: second, linkedAt: project.createdAt)]))
        }
        // The data as version 2 left it.
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

    /// Earlier versions derived the number of a configuration from the existing ones.
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
        // The data as version 16 left it.
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

    /// Their IDs were unique on the whole server.
    @Test func secondFactorsStayWithTheirAccountsAndSteps() async throws {
        let store = try SQLiteStore.inMemory()
        let project = Project.sample()
        let number = try #require(PhoneNumber("+15555550100"))
        let factors = [
            SecondFactor(
                id: "b", account: "ada", realm: .sample, means: .totp(sealedSeed: SealedSecret(bytes: [1, 2]), lastStep: 7),
                displayName: "program", enrolledAt: project.createdAt),
            SecondFactor(
                id: "a", account: "ada", realm: .sample, means: .phone(number), displayName: nil, enrolledAt: project.createdAt),
        ]
        try await store.write { transaction in
            try transaction.insert(project)
            try transaction.insert(Account.sample("ada"))
            for factor in factors { try transaction.insert(factor) }
        }
        let schema = try schema(of: store.database)
        // The data as version 30 left it.
        try await store.database.write { db in
            let table = V10.schema[..<(try #require(V10.schema.firstRange(of: "CREATE TABLE pending_second_factor")).lowerBound)]
            try db.execute(sql: "ALTER TABLE second_factor RENAME TO kept; DROP INDEX second_factor_by_account")
            try db.execute(sql: "DROP INDEX second_factor_by_phone_number")
            try db.execute(sql: String(table))
            let columns = "id, project, tenant, account, phone_number, sealed_seed, last_step, display_name, enrolled_at"
            try db.execute(sql: "INSERT INTO second_factor (\(columns)) SELECT \(columns) FROM kept ORDER BY rowid; DROP TABLE kept")
            try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'v31'")
        }
        #expect(try self.schema(of: store.database) != schema)
        try Migrations.migrator(marking: .sandbox).migrate(store.database)
        #expect(try self.schema(of: store.database) == schema)
        #expect(try await store.read { try $0.secondFactors(of: "ada", in: .sample) } == factors)
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
