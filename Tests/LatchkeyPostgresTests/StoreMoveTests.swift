import Foundation
import LatchkeyIdentity
import LatchkeySQLite
import LatchkeySecrets
import LatchkeyStoreContract
import LatchkeyTestSupport
import LatchkeyTree
import Synchronization
import Testing

@testable import LatchkeyPostgres
@testable import LatchkeySQL

extension PostgresTests {
    @Suite(.timeLimit(.minutes(10))) struct StoreMoveTests {
        /// The rows that the cases of the contracts leave in a store, in every table, are the same after a move to PostgreSQL and back.
        @Test func everyTableArrives() async throws {
            var sources: [(store: SQLiteStore, rows: [String: [[StoredValue]]], filled: Set<String>)] = []
            for filling in Self.fillings {
                let store = try SQLiteStore.inMemory()
                try await filling.fill(store)
                let rows = try await Self.rows(of: store)
                sources.append((store, rows, Set(rows.filter { !$0.value.isEmpty }.keys)))
            }
            // As few moves as possible, because each needs a database.
            var missing = Set(try #require(sources.first).rows.keys)
            #expect(missing.count > 40)
            while let next = sources.max(by: { $0.filled.intersection(missing).count < $1.filled.intersection(missing).count }),
                !next.filled.isDisjoint(with: missing)
            {
                missing.subtract(next.filled)
                let (middle, end) = (try PostgresCluster.shared.makeStore(), try SQLiteStore.inMemory())
                defer { middle.close() }
                let result = try await StoreMove(from: next.store, to: middle).run()
                #expect(result.counts == next.rows.mapValues(\.count))
                _ = try await StoreMove(from: middle, to: end).run()
                let isEqual = try await Self.rows(of: end) == next.rows
                #expect(isEqual)
            }
            #expect(missing == [])
        }

        /// Fills an empty store.
        private struct Filling: Sendable {
            let fill: @Sendable (SQLiteStore) async throws -> Void
        }

        private static var fillings: [Filling] {
            let contract = StoreContract.cases.map { behavior in
                Filling { store in try await behavior.check { store } }
            }
            let trees = TreeContract.cases.map { behavior in
                Filling { store in
                    try await behavior.check { projects in
                        try await store.write { transaction in
                            for project in projects { try transaction.insert(Project.sample(ProjectID(rawValue: project))) }
                        }
                        return store
                    }
                }
            }
            return [rest] + contract + trees
        }

        /// Rows that no case of the contracts leaves.
        private static var rest: Filling {
            Filling { store in
                try await store.advance(.file, to: 7)
                try await store.write { transaction in
                    try transaction.insert(Project.sample())
                    try transaction.insert(
                        ServiceAccount(
                            email: "back-end@example.org", project: .sample, keyID: "key", publicKeyPEM: "PEM",
                            createdAt: ManualClock.start))
                    try transaction.insert(
                        AccessToken(
                            id: Fingerprint(of: "token"), serviceAccount: "back-end@example.org", scopes: [.firebaseDatabase],
                            expiresAt: ManualClock.start))
                    // The deletion of an event between others leaves a row.
                    for seconds in [10.0, 0] {
                        try transaction.append(
                            AuthEvent(at: ManualClock.start + seconds, realm: .sample, kind: .signIn, outcome: .allowed))
                    }
                    _ = try transaction.deleteEvents(of: .sample, before: ManualClock.start + 5, limit: 1)
                }
                // Changes that are larger than a page.
                let database = DatabaseID(project: ProjectID.sample.rawValue, name: "large")
                try await store.make(database, rules: "{}")
                try await store.trees.transactions.write { transaction in
                    for number in 1...3 {
                        try transaction.run(
                            """
                            INSERT INTO realtime_change (database, sequence, position, path, is_priority, json)
                            SELECT id, :number, 0, '/', 0, :json FROM realtime_database
                            """, [":number": number, ":json": [UInt8](repeating: 32, count: 3_000_000)])
                    }
                }
            }
        }

        /// All rows by table, with the numbers that SQLite gives them where their order has a meaning.
        private static func rows(of store: SQLiteStore) async throws -> [String: [[StoredValue]]] {
            let numbered: Set<String> = ["outbox_message", "passkey", "second_factor", "session", "signing_key"]
            return try await store.trees.transactions.read { transaction in
                let tables = try transaction.connection.storedTables()
                return try Dictionary(
                    uniqueKeysWithValues: tables.map { table in
                        let columns = (numbered.contains(table.name) ? ["rowid"] : []) + table.columns
                        let sql = """
                            SELECT \(columns.joined(separator: ", ")) FROM \(table.name) ORDER BY \(table.key.joined(separator: ", "))
                            """
                        let rows = try transaction.all(sql, [:]) { row in try columns.map { _ in try row.next(StoredValue.self) } }
                        return (table.name, rows)
                    })
            }
        }

        private static func open(_ address: String, isMove: Bool) throws -> PostgresStore {
            try PostgresStore.open(address, mode: .sandbox, sealer: PostgresCluster.sealer, isExclusive: true, isMove: isMove)
        }

        private func makeSource(accounts: Int) async throws -> SQLiteStore {
            let store = try SQLiteStore.inMemory()
            try await store.write { transaction in
                try transaction.insert(Project.sample())
                for number in 0..<accounts {
                    let identity = Identity.sample("raw\(number)")
                    try transaction.insert(Account.sample(AccountID(rawValue: "account\(number)"), identities: [identity]))
                }
            }
            return store
        }

        @Test func movedStoreNumbersItsRowsOn() async throws {
            let (source, target) = (try await makeSource(accounts: 3), try PostgresCluster.shared.makeStore())
            defer { target.close() }
            _ = try await StoreMove(from: source, to: target).run()
            try await target.write { try $0.insert(Account.sample("new", identities: [.sample("new")])) }
            #expect(try await target.read { try $0.account("new", in: .sample) }?.identities.count == 1)
        }

        /// Stops after the second page of accounts.
        private func interrupt(_ source: SQLiteStore, _ target: PostgresStore) async {
            let pages = Mutex(0)
            let task = Mutex<Task<StoreMove.Result, any Error>?>(nil)
            let move = StoreMove(from: source, to: target) { step, table, _ in
                guard step == .copying, table == "account" else { return }
                let number = pages.withLock { pages in
                    pages += 1
                    return pages
                }
                if number == 2 { task.withLock { $0?.cancel() } }
            }
            // The lock is held until the task is stored.
            let running = task.withLock { task in
                let running = Task { try await move.run() }
                task = running
                return running
            }
            await #expect(throws: CancellationError.self) { try await running.value }
        }

        @Test func interruptedMoveContinues() async throws {
            let address = try PostgresCluster.shared.makeDatabase()
            let source = try await makeSource(accounts: 3000)
            let first = try Self.open(address, isMove: true)
            await interrupt(source, first)
            first.close()
            let again = try Self.open(address, isMove: true)
            defer { again.close() }
            let result = try await StoreMove(from: source, to: again).run()
            #expect(result.counts["account"] == 3000 && result.counts["identity"] == 3000)
            #expect(result.resumedRows > 1000 && result.resumedRows < 3000)
        }

        @Test func changedSourceIsRefused() async throws {
            let (source, target) = (try await makeSource(accounts: 3000), try PostgresCluster.shared.makeStore())
            defer { target.close() }
            await interrupt(source, target)
            try await source.write { transaction in
                var account = try #require(try transaction.account("account0", in: .sample))
                account.displayName = "Ada"
                try transaction.update(account)
            }
            let error = await #expect(throws: StoreMoveError.self) { try await StoreMove(from: source, to: target).run() }
            #expect(error?.description.contains("table account") == true)
        }

        @Test func changeDuringTheMoveIsNoticed() async throws {
            let (source, address) = (try await makeSource(accounts: 3), try PostgresCluster.shared.makeDatabase())
            let target = try Self.open(address, isMove: true)
            defer { target.close() }
            let other = Mutex(try PostgresConnection(address))
            let move = StoreMove(from: source, to: target) { step, _, _ in
                guard step == .comparing else { return }
                other.withLock { try? $0.command("UPDATE identity SET email = 'eve@example.org' WHERE raw_id = 'raw1'") }
            }
            let error = await #expect(throws: StoreMoveError.self) { try await move.run() }
            #expect(error?.description.contains("table identity") == true)
        }

        @Test func onlyAFinishedMoveIsAStore() async throws {
            let address = try PostgresCluster.shared.makeDatabase()
            let target = try Self.open(address, isMove: true)
            target.close()
            let unfinished = #expect(throws: StoreOpenError.self) { try Self.open(address, isMove: false) }
            #expect(unfinished?.detail.contains("latchkey move") == true)
            let again = try Self.open(address, isMove: true)
            try await again.finishMove()
            again.close()
            try Self.open(address, isMove: false).close()
            let full = #expect(throws: StoreOpenError.self) { try Self.open(address, isMove: true) }
            #expect(full?.detail.contains("already contains a store") == true)
        }
    }
}
