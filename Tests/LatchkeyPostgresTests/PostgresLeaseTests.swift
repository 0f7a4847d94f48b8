import Foundation
import LatchkeyIdentity
import LatchkeySQL
import LatchkeyTestSupport
import LatchkeyTree
import Testing

@testable import LatchkeyPostgres

extension PostgresTests {
    /// Nodes that share a store, and the leases on their databases.
    @Suite(.timeLimit(.minutes(5))) struct PostgresLeaseTests {
        /// Long enough for a node to raise its beat while other tests use all processors.
        private static let term = Duration.seconds(6)
        private let address: String
        private let shop = DatabaseID(project: ProjectID.sample.rawValue, name: "shop")

        init() throws {
            address = try PostgresCluster.shared.makeDatabase()
        }

        private static func place(_ name: String) -> NodePlace {
            NodePlace(name: name, address: "http://\(name).example.org", version: "1")
        }

        private func node(_ name: String, term: Duration = Self.term) throws -> PostgresStore { try node(at: Self.place(name), term: term) }

        private func node(at place: NodePlace, term: Duration = Self.term) throws -> PostgresStore {
            try PostgresStore.open(
                address, mode: .real, sealer: PostgresCluster.sealer, as: place,
                timing: PostgresLease.Timing(interval: .milliseconds(20), term: term))
        }

        /// Returns two nodes, of which the first has opened a database.
        ///
        /// - Parameter patience: The time after which the second one takes the first for ended.
        private func nodes(patience: Duration = Self.term) async throws -> (PostgresStore, PostgresStore, DatabaseTerm) {
            let (first, second) = (try node("a"), try node("b", term: patience))
            try await first.write { try $0.insert(Project.sample()) }
            try await first.make(shop, rules: "{}")
            return (first, second, try #require(try await first.beginTerm(of: shop)))
        }

        private func entry(_ sequence: Int64) -> TreeLogEntry { TreeLogEntry(sequence: sequence, changes: [.set(.root, Node(true))]) }

        /// Waits until a call no longer throws that another node has the database.
        private func term(at store: PostgresStore) async throws -> DatabaseTerm {
            while true {
                do {
                    return try #require(try await store.beginTerm(of: shop))
                } catch is DatabaseOfAnotherNode {
                    await Task.yield()
                }
            }
        }

        @Test func databaseOfANodeStaysThereWhileTheNodeRuns() async throws {
            let (first, second, term) = try await nodes()
            defer { for store in [first, second] { store.close() } }
            let end = ContinuousClock.now + Self.term * 1.5
            while ContinuousClock.now < end {
                await #expect(throws: DatabaseOfAnotherNode(shop, node: "a", address: "http://a.example.org")) {
                    try await second.beginTerm(of: shop)
                }
            }
            try await first.append([entry(1)], in: term)
            #expect(first.isHeld(term))
            // The same node can open it again.
            #expect(try #require(try await first.beginTerm(of: shop)).number > term.number)
        }

        @Test(arguments: [
            NodePlace(name: "a", address: "http://other.example.org", version: "1"),
            NodePlace(name: "other", address: "http://a.example.org", version: "1"),
        ])
        func nodeWithTheNameOrTheAddressOfAnotherOneDoesNotStart(_ place: NodePlace) throws {
            let first = try node("a")
            defer { first.close() }
            let error = #expect(throws: StoreOpenError.self) { try node(at: place) }
            #expect(error?.description.contains("Give each node a name and a URL of its own.") == true, "\(String(describing: error))")
        }

        @Test func databasesOfAProjectAreAtOneNode() async throws {
            let (first, second, _) = try await nodes()
            defer { for store in [first, second] { store.close() } }
            let archive = DatabaseID(project: shop.project, name: "archive")
            let foreign = DatabaseID(project: "other-project", name: "other")
            try await first.write { try $0.insert(Project.sample("other-project")) }
            for database in [archive, foreign] { try await first.make(database, rules: "{}") }
            await #expect(throws: DatabaseOfAnotherNode(archive, node: "a", address: "http://a.example.org")) {
                try await second.beginTerm(of: archive)
            }
            _ = try #require(try await second.beginTerm(of: foreign))
            _ = try #require(try await first.beginTerm(of: archive))
        }

        @Test func nodeThatStopsLeavesItsDatabasesAtOnce() async throws {
            let (first, second, _) = try await nodes(patience: .seconds(3600))
            defer { second.close() }
            first.close()
            #expect(second.isHeld(try await term(at: second)))
        }

        /// The other node was killed: its row has the same beat for a term.
        @Test func databasesOfANodeThatDoesNotRunBecomeFree() async throws {
            let (first, second, _) = try await nodes()
            defer { second.close() }
            first.close()
            while try !PostgresConnection(address).beats(ofNodesAt: Self.place("a")).isEmpty { await Task.yield() }
            try PostgresConnection(address).command(
                """
                INSERT INTO store_node (name, address, version) VALUES ('c', 'http://c.example.org', '1');
                INSERT INTO store_database_owner (database, lease)
                SELECT realtime_database.id, lease FROM realtime_database, store_node WHERE store_node.name = 'c'
                """)
            await #expect(throws: DatabaseOfAnotherNode.self) { try await second.beginTerm(of: shop) }
            let term = try await term(at: second)
            #expect(await second.lease?.nextChange() == .databasesFree)
            try await second.append([entry(1)], in: term)
        }

        /// Another node has removed the lease, as it does when this one was suspended.
        @Test func nodeThatLosesItsLeaseIsToldAndReadsAndWritesNothingOld() async throws {
            let (first, second, term) = try await nodes()
            defer { for store in [first, second] { store.close() } }
            #expect(try PostgresConnection(address).removeLease(term.lease))
            let later = try await self.term(at: second)
            #expect(await first.lease?.nextChange() == .databasesLost)
            #expect(!first.isHeld(term) && second.isHeld(later))
            await #expect(throws: DatabaseTermEnded.self) { try await first.append([entry(1)], in: term) }
            // It has another lease, with which it can open the databases of other projects.
            let other = DatabaseID(project: "other-project", name: "other")
            try await first.write { try $0.insert(Project.sample("other-project")) }
            try await first.make(other, rules: "{}")
            let new = try #require(try await first.beginTerm(of: other))
            #expect(new.lease > term.lease && first.isHeld(new))
        }

        /// PostgreSQL does not accept connections for longer than a term.
        @Test func leaseContinuesAfterPostgresWasAway() async throws {
            let (first, second, term) = try await nodes()
            defer { for store in [first, second] { store.close() } }
            try away(true)
            while first.isHeld(term) { await Task.yield() }
            try away(false)
            while !first.isHeld(term) { await Task.yield() }
            try await first.append([entry(1)], in: term)
            await #expect(throws: DatabaseOfAnotherNode.self) { try await second.beginTerm(of: shop) }
        }

        private func away(_ isAway: Bool) throws {
            let connection = try PostgresCluster.shared.administration()
            let name = try #require(address.split(separator: "=").last)
            try connection.command("ALTER DATABASE \(name) ALLOW_CONNECTIONS \(!isAway)")
            if isAway { try connection.command("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '\(name)'") }
        }

        @Test func eachNodeHasANameOfItsOwn() async throws {
            let first = try node("a")
            let error = #expect(throws: StoreOpenError.self) { try node("a") }
            #expect(error?.code == .inUse && error?.detail.contains("name a") == true)
            first.close()
            try node("a").close()
        }

        /// The former process was killed: its row is there.
        @Test func startTellsThatItWaitsForAFormerLease() throws {
            // The looks at the row are 100 ms apart, and must be closer together than three beats.
            let timing = PostgresLease.Timing(interval: .milliseconds(200), term: .milliseconds(300))
            func start() throws -> [Duration] {
                var waits: [Duration] = []
                try PostgresStore.open(
                    address, mode: .real, sealer: PostgresCluster.sealer, as: Self.place("a"),
                    timing: timing, waiting: { waits.append($0) }
                ).close()
                return waits
            }
            #expect(try start() == [])
            try PostgresConnection(address).command(
                "INSERT INTO store_node (name, address, version) VALUES ('a', 'http://a.example.org', '1')")
            #expect(try start() == [.milliseconds(300)])
            #expect(try start() == [])
        }

        @Test func serverForItselfAndNodesExcludeEachOther() async throws {
            let (first, second, term) = try await nodes()
            let refusal = #expect(throws: StoreOpenError.self) { try exclusive() }
            #expect(refusal?.code == .inUse && refusal?.detail.contains("needs node-name and node-url") == true)
            for store in [first, second] { store.close() }
            let server = try exclusive()
            defer { server.close() }
            let other = #expect(throws: StoreOpenError.self) { try node("c") }
            #expect(other?.code == .inUse && other?.detail.contains("A server without node-name") == true)
            // A node whose connection was lost when the server opened the store.
            let late = PostgresStore(PostgresLogin(address: address), readers: 1, chain: first.chain, lease: first.lease)
            await #expect(throws: StoreTrouble.self) { try await late.append([entry(1)], in: term) }
            late.close()
        }

        private func exclusive() throws -> PostgresStore {
            try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer, isExclusive: true)
        }

        @Test func nodesAreListedWithTheirDatabases() async throws {
            let (first, second, _) = try await nodes()
            defer { for store in [first, second] { store.close() } }
            let nodes = try await second.nodes()
            #expect(nodes.map(\.place.name) == ["a", "b"] && nodes.map(\.isAsking) == [false, true])
            #expect(nodes.map(\.databases) == [["shop"], []])
            #expect(nodes.allSatisfy { (0...60).contains($0.secondsSinceStart) && (0...60).contains($0.secondsSinceBeat) })
        }
    }
}

extension TreeStore {
    fileprivate func isHeld(_ term: DatabaseTerm) -> Bool { currencyCheck(of: term)?() ?? true }
}
