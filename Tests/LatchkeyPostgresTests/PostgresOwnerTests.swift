import LatchkeyIdentity
import LatchkeySQL
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyPostgres

extension PostgresTests {
    /// A store that only one process may open.
    @Suite(.timeLimit(.minutes(5))) struct PostgresOwnerTests {
        @Test func secondProcessIsRefusedUntilTheFirstCloses() async throws {
            let address = try PostgresCluster.shared.makeDatabase()
            let first = try open(address)
            let error = #expect(throws: StoreOpenError.self) { try open(address) }
            #expect(error == StoreOpenError(.inUse, detail: ""))
            try await first.write { try $0.insert(Project.sample()) }
            first.close()
            let second = try open(address)
            defer { second.close() }
            #expect(try await second.read { try $0.projects() }.map(\.id) == [.sample])
        }

        @Test func lockIsTakenAgainAfterItsConnectionEnded() async throws {
            let address = try PostgresCluster.shared.makeDatabase()
            let store = try open(address)
            defer { store.close() }
            let connection = try PostgresConnection(address)
            let former = try #require(try holder(connection))
            try connection.command("SELECT pg_terminate_backend(\(former))")
            while try holder(connection).map({ $0 == former }) ?? true { await Task.yield() }
            try await store.write { try $0.insert(Project.sample()) }
            #expect(throws: StoreOpenError.self) { try open(address) }
        }

        /// The lock may still belong to a connection that only this side has lost.
        @Test func lockOfAnotherConnectionEndsNoClaim() async throws {
            let address = try PostgresCluster.shared.makeDatabase()
            let store = try open(address)
            defer { store.close() }
            let connection = try PostgresConnection(address)
            let former = try #require(try holder(connection))
            try connection.command("SELECT pg_terminate_backend(\(former)); SELECT pg_advisory_lock(\(PostgresOwner.lock))")
            // The next question finds the lock taken.
            while try !asks(connection) { await Task.yield() }
            try await store.write { try $0.insert(Project.sample()) }
            try connection.command("SELECT pg_advisory_unlock(\(PostgresOwner.lock))")
            while try holder(connection) == nil { await Task.yield() }
        }

        @Test func formerOwnerWritesNothingMoreAndIsTold() async throws {
            let address = try PostgresCluster.shared.makeDatabase()
            let former = try open(address)
            defer { former.close() }
            // The claim of another process, which this one has not noticed yet.
            try PostgresConnection(address).command("UPDATE store_owner SET claim = 'another'")
            await #expect(throws: StoreTrouble.self) { try await former.write { try $0.insert(Project.sample()) } }
            #expect(try await former.read { try $0.projects() }.isEmpty)
            #expect(await former.waitForAnotherOwner())
        }

        @Test func waitEndsWhenTheStoreCloses() async throws {
            let store = try open(try PostgresCluster.shared.makeDatabase())
            store.close()
            #expect(await !store.waitForAnotherOwner())
        }

        private func open(_ address: String) throws -> PostgresStore {
            try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer, isExclusive: true)
        }

        /// Returns the process of the server that holds the lock.
        private func holder(_ connection: PostgresConnection) throws -> Int? {
            let sql = """
                SELECT CAST(pid AS BIGINT) FROM pg_locks JOIN pg_database ON pg_database.oid = database
                WHERE locktype = 'advisory' AND granted AND datname = current_database()
                """
            var holder: Int?
            _ = try connection.execute(sql, [:]) { holder = try $0.next() }
            return holder
        }

        /// Whether another connection has asked for the claim.
        private func asks(_ connection: PostgresConnection) throws -> Bool {
            let sql = """
                SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                    AND state = 'idle' AND query LIKE '%pg_try_advisory_lock%' AND query NOT LIKE 'SELECT pg_try%')
                """
            var asks = false
            _ = try connection.execute(sql, [:]) { asks = try $0.next() }
            return asks
        }
    }

    @Suite struct PostgresServerTests {
        @Test func settingsOfTheServerAreRead() throws {
            let server = try PostgresStore.server(try PostgresCluster.shared.makeDatabase())
            #expect(server.version.hasPrefix("1") && server.database.hasPrefix("db"))
            #expect(server.standbys == 0 && !server.waitsForDisk && server.isolation == "read committed")
            #expect(server.risk?.contains("fsync = off") == true)
        }

        @Test func passwordIsAnOptionOfItsOwn() throws {
            let login = PostgresLogin(address: "postgres://ada:pa?ss@db.example.org/latchkey?sslmode=verify-full", password: "a & b %20")
            let address = try PostgresAddress(login, PostgresLibrary.loaded.get())
            let options = Dictionary(address.options, uniquingKeysWith: { $1 })
            #expect(options["password"] == "a & b %20" && options["dbname"] == "latchkey" && options["sslmode"] == "verify-full")
            #expect(address.redact("wrong: a & b %20") == "wrong: <secret>")
        }

        @Test(arguments: [
            ("on", "", 0, nil), ("local", "", 0, nil), ("off", "", 0, "synchronous_commit = off"),
            ("on", "", 1, "synchronous_standby_names is empty"), ("on", "ANY 1 (*)", 1, nil), ("remote_apply", "FIRST 1 (b)", 2, nil),
            ("local", "ANY 1 (*)", 1, "synchronous_commit = local"), ("remote_write", "ANY 1 (*)", 1, nil),
        ])
        func lossOfConfirmedChangesIsARisk(_ commit: String, _ names: String, _ standbys: Int, _ word: String?) {
            var server = PostgresServer()
            (server.synchronousCommit, server.synchronousStandbys, server.standbys) = (commit, names, standbys)
            if let word { #expect(server.risk?.contains(word) == true) } else { #expect(server.risk == nil) }
        }
    }
}
