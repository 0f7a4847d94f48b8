import Foundation
import LatchkeyIdentity
import LatchkeySQL
import LatchkeyTestSupport
import Testing

@testable import LatchkeyPostgres

extension PostgresTests {
    /// Two nodes with the same database.
    @Suite(.timeLimit(.minutes(5))) final class PostgresNodesTests {
        private let address: String
        private let nodes: [PostgresStore]

        init() async throws {
            let address = try PostgresCluster.shared.makeDatabase()
            self.address = address
            nodes = try (0..<2).map { _ in try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer) }
            try await nodes[0].write { transaction in
                try transaction.insert(Project.sample())
                try transaction.insert(Account.sample("counter"))
            }
        }

        deinit {
            for node in nodes { node.close() }
        }

        @Test func transactionsOfNodesLoseNoChange() async throws {
            try await withThrowingTaskGroup(of: Void.self) { [nodes] group in
                for number in 0..<100 {
                    group.addTask {
                        try await nodes[number % 2].write { transaction in
                            var account = try #require(try transaction.account("counter", in: .sample))
                            account.displayName = String((account.displayName.flatMap(Int.init) ?? 0) + 1)
                            try transaction.update(account)
                            try transaction.append(AuthEvent(at: .now, realm: .sample, kind: .signIn, outcome: .allowed))
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await nodes[1].read { try $0.account("counter", in: .sample) }?.displayName == "100")
            let verification = try await nodes[0].verifyEvents(containing: nil)
            #expect(verification.problem == nil && verification.unchained == 0)
            #expect(try await nodes[1].lastEvent() == 100)
        }

        @Test func aNodeLearnsOfWritesOfTheOther() async throws {
            // Before the first answer of PostgreSQL, each request gets another number.
            var revision = nodes[1].revision
            while case let next = nodes[1].revision, next != revision { revision = next }
            let configuration = nodes[1].configurationRevision
            try await nodes[0].write { try $0.insert(APIKey(text: "key", project: .sample, createdAt: .now)) }
            while nodes[1].revision == revision || nodes[1].configurationRevision == configuration { await Task.yield() }
        }

        @Test func connectionsThatTheServerClosedAreOpenedAgain() async throws {
            try PostgresConnection(address).command(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            #expect(try await nodes[0].read { try $0.projects() }.count == 1)
            try await nodes[0].write { try $0.insert(Account.sample("ada")) }
            #expect(try await nodes[1].read { try $0.account("ada", in: .sample) } != nil)
        }

        /// PostgreSQL rolls back the transaction of a connection that it closes.
        @Test func aTransactionWhoseConnectionEndsIsTrouble() async throws {
            let (store, address) = (nodes[0], address)
            await #expect(throws: StoreTrouble.self) {
                try await store.write { transaction in
                    try transaction.insert(Account.sample("ada"))
                    try PostgresConnection(address).command(
                        """
                        SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                        WHERE datname = current_database() AND state = 'idle in transaction'
                        """)
                    try transaction.insert(Account.sample("bob"))
                }
            }
            #expect(try await store.read { try $0.account("ada", in: .sample) } == nil)
        }
    }
}
