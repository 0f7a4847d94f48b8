import Crypto
import LatchkeyIdentity
import LatchkeySQL
import LatchkeySecrets
import LatchkeyTestSupport
import LatchkeyTree
import Testing

@testable import LatchkeyPostgres

extension PostgresTests {
    @Suite(.timeLimit(.minutes(5))) struct PostgresOpeningTests {
        @Test func everyServerThatCannotBeReachedIsNamed() {
            let error = #expect(throws: StoreOpenError.self) {
                try PostgresStore.open("host=/nowhere/a,/nowhere/b dbname=none", mode: .real, sealer: PostgresCluster.sealer)
            }
            #expect(error?.detail.contains("/nowhere/a") == true && error?.detail.contains("/nowhere/b") == true, "\(error?.detail ?? "")")
            #expect(error?.detail.contains("pg_hba.conf") == true)
        }

        @Test func emptyDatabaseBecomesAStore() async throws {
            let address = try PostgresCluster.shared.makeDatabase()
            let first = try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer)
            try await first.write { try $0.insert(Project.sample()) }
            first.close()
            let again = try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer)
            defer { again.close() }
            #expect(try await again.read { try $0.projects() }.map(\.id) == [.sample])
        }

        @Test func nodesMayOpenAnEmptyDatabaseAtTheSameTime() async throws {
            let address = try PostgresCluster.shared.makeDatabase()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer).close() }
                }
                try await group.waitForAll()
            }
        }

        @Test func anotherMasterKeyIsRefused() throws {
            let address = try PostgresCluster.shared.makeDatabase()
            try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer).close()
            let error = #expect(throws: StoreOpenError.self) {
                try PostgresStore.open(address, mode: .real, sealer: Sealer(masterKey: SymmetricKey(size: .bits256)))
            }
            #expect(error?.detail.contains("master key") == true)
        }

        @Test(arguments: [("NULL", "removed"), ("decode('01', 'hex')", "changed")])
        func keyOfTheAuditLogThatAnotherProgramTouchedIsReported(_ value: String, word: String) throws {
            let address = try PostgresCluster.shared.makeDatabase()
            try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer).close()
            try PostgresConnection(address).command("UPDATE event_chain SET sealed_key = \(value)")
            #expect(refusal(address)?.detail.contains("was \(word)") == true)
        }

        @Test func storeOfTheFirstVersionIsUpgraded() async throws {
            let address = try PostgresCluster.shared.makeDatabase()
            let store = try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer)
            try await store.write { try $0.insert(Project.sample()) }
            let shop = DatabaseID(project: ProjectID.sample.rawValue, name: "shop")
            try await store.make(shop, rules: "{}")
            store.close()
            try PostgresConnection(address).command(
                """
                ALTER TABLE realtime_database DROP COLUMN term;
                DROP SEQUENCE database_term;
                DROP TABLE store_database_owner, store_node, store_try;
                DROP TABLE administrator_invitation, route_latency;
                DROP INDEX account_by_name, account_by_rest_of_name, account_without_name, account_without_email;
                DELETE FROM store_step WHERE name <> 'schema-1';
                """)
            let upgraded = try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer)
            defer { upgraded.close() }
            let term = try #require(try await upgraded.beginTerm(of: shop))
            try await upgraded.save(RulesEdit("{ }", savedAt: 1), in: term)
            #expect(try await upgraded.load(shop)?.rules == "{ }")
            #expect(try await upgraded.read { try $0.invitations() } == [])
        }

        @Test func databaseOfAnotherProgramIsNotChanged() throws {
            let address = try PostgresCluster.shared.makeDatabase()
            let connection = try PostgresConnection(address)
            try connection.command("CREATE TABLE invoice (id INTEGER)")
            let error = refusal(address)
            #expect(error?.code == .notAStore && error?.detail.contains("invoice") == true)
            #expect(try connection.columns(of: "store_marker") == [])
        }

        @Test func storeOfANewerVersionIsRefused() throws {
            let address = try PostgresCluster.shared.makeDatabase()
            try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer).close()
            try PostgresConnection(address).command("INSERT INTO store_step (name) VALUES ('schema-9')")
            let error = refusal(address)
            #expect(error?.code == .newerSchema && error?.detail.contains("schema-9") == true)
        }

        @Test func additionsOfANewerVersionAreAccepted() throws {
            let address = try PostgresCluster.shared.makeDatabase()
            try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer).close()
            try PostgresConnection(address).command(
                "CREATE TABLE later (id BIGINT); INSERT INTO store_step (name) VALUES ('add-later'), ('drop-old')")
            try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer).close()
            let upgrade = try PostgresUpgrade(ofStoreAt: address)
            #expect(upgrade.applied.contains("add-later") && upgrade.pending == [])
        }

        @Test func additionsAreMadeWhileNodesRunAndOtherChangesAreNot() throws {
            let address = try PostgresCluster.shared.makeDatabase()
            let place = NodePlace(name: "a", address: "http://a.example.org", version: "1")
            let node = try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer, as: place)
            let connection = try PostgresConnection(address)
            try connection.command("DROP TABLE store_try; DELETE FROM store_step WHERE name = 'add-tries'")
            #expect(try PostgresUpgrade(ofStoreAt: address).isRolling)
            #expect(try PostgresUpgrade.run(onStoreAt: address).pending == ["add-tries"])
            #expect(try !connection.columns(of: "store_try").isEmpty)
            try connection.command("DROP TABLE administrator_invitation; DELETE FROM store_step WHERE name = 'invitations'")
            #expect(try !PostgresUpgrade(ofStoreAt: address).isRolling)
            let error = #expect(throws: StoreOpenError.self) { try PostgresUpgrade.run(onStoreAt: address) }
            #expect(error?.code == .inUse && error?.detail.contains("Stop all nodes") == true)
            #expect(try connection.columns(of: "administrator_invitation").isEmpty)
            // A killed node leaves its lease, but not its lock.
            node.close()
            try connection.command("INSERT INTO store_node (name, address, version) VALUES ('killed', 'http://b.example.org', '1')")
            #expect(try PostgresUpgrade.run(onStoreAt: address).pending == ["invitations"])
        }

        @Test func schemaIsNotChangedUnderASingleServer() throws {
            let address = try PostgresCluster.shared.makeDatabase()
            let server = try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer, isExclusive: true)
            defer { server.close() }
            try PostgresConnection(address).command(
                "DROP TABLE administrator_invitation; DELETE FROM store_step WHERE name = 'invitations'")
            #expect(throws: StoreOpenError.self) { try PostgresUpgrade.run(onStoreAt: address) }
        }

        @Test func databaseWithoutAStoreIsNotMigrated() throws {
            let address = try PostgresCluster.shared.makeDatabase()
            let error = #expect(throws: StoreOpenError.self) { try PostgresUpgrade.run(onStoreAt: address) }
            #expect(error?.code == .notAStore)
            #expect(try PostgresConnection(address).columns(of: "store_step").isEmpty)
        }

        @Test func storeOfAnotherModeIsRefused() throws {
            let address = try PostgresCluster.shared.makeDatabase()
            try PostgresStore.open(address, mode: .sandbox, sealer: PostgresCluster.sealer).close()
            #expect(refusal(address)?.code == .wrongMode)
        }

        @Test func databaseThatIsOnlyReadIsRefused() throws {
            let address = try PostgresCluster.shared.makeDatabase()
            let error = refusal(address + " options='-c default_transaction_read_only=on'")
            #expect(error?.code == .cannotOpen && error?.detail.contains("target_session_attrs=read-write") == true)
        }

        @Test func databaseWithAnotherEncodingIsRefused() throws {
            let address = try PostgresCluster.shared.makeDatabase(like: "template0 ENCODING 'LATIN1' LOCALE 'C'")
            let error = refusal(address)
            #expect(error?.code == .cannotOpen && error?.detail.contains("LATIN1") == true)
        }

        @Test func serverThatCannotBeReachedIsReported() {
            let error = refusal("host=/nowhere/at/all dbname=latchkey")
            #expect(error?.code == .cannotOpen && error?.detail.contains("/nowhere/at/all") == true)
        }

        /// libpq's own message would quote the address.
        @Test(arguments: ["postgre://ada:s3cret@localhost/latchkey", "postgres://ada:s3cret%zz@localhost/latchkey", "nonsense s3cret"])
        func addressThatCannotBeParsedIsNotQuoted(_ address: String) {
            let error = refusal(address)
            #expect(error?.code == .cannotOpen && error?.detail.contains("percent-encode") == true)
            #expect(error?.detail.contains("s3cret") == false)
        }

        @Test func passwordIsNotPartOfAMessage() {
            let error = refusal("postgres://ada:s3cret@s3cret.invalid:1/latchkey")
            #expect(error?.code == .cannotOpen && error?.detail.contains("<secret>.invalid") == true)
        }

        private func refusal(_ address: String) -> StoreOpenError? {
            do {
                try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer).close()
                return nil
            } catch {
                return error as? StoreOpenError
            }
        }
    }
}
