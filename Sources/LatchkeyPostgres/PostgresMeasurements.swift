public import LatchkeyIdentity
import LatchkeySQL
import Synchronization

/// What a store in PostgreSQL measures.
public struct PostgresMeasurements: Sendable {
    /// A standby of the database server, as the server shows it.
    public struct Standby: Sendable, Equatable {
        /// The name that the standby has set (`application_name`).
        public let name: String
        /// The seconds by which the standby applies changes later than they were made; `nil` if nothing was measured lately, or the
        /// database user lacks the role `pg_monitor`.
        public let lagSeconds: Double?
    }

    /// The lease of the node that measures.
    public struct Lease: Sendable, Equatable {
        /// The number of the lease. A node that has lost its lease gets a higher one.
        public let number: Int
        /// The seconds for which the node may still answer reads of its databases from memory; 0 if it may not.
        public let readableSeconds: Double
    }

    /// What the database server tells.
    public struct Shared: Sendable, Equatable {
        /// The number of nodes whose leases have not ended, with this one.
        public let nodes: Int
        /// The number of databases that this node has opened.
        public let databases: Int
        /// The connected standbys, sorted by name.
        public let standbys: [Standby]
    }

    /// The times for which reads waited for a connection.
    public let waits: DurationBuckets
    /// The errors of the database server and of connections, by SQLSTATE (appendix A of PostgreSQL's documentation); `connection` for
    /// those without one.
    public let errors: [String: Int]
    /// The lease of this node; `nil` for a single server.
    public let lease: Lease?
    /// What the database server tells; `nil` if it cannot be asked.
    public let shared: Shared?
}

/// Counts errors of the database server.
final class PostgresErrors: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    var all: [String: Int] { counts.withLock { $0 } }

    /// Runs a closure, counts its errors of the database server, and converts them to ``StoreTrouble``.
    func naming<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch {
            guard let trouble = StoreTrouble(error) else { throw error }
            let state = (error as? PostgresError)?.state ?? ""
            counts.withLock { $0[state.isEmpty ? "connection" : state, default: 0] += 1 }
            throw trouble
        }
    }
}

extension PostgresStore {
    /// Returns the measurements of this process, and of the database server.
    public func measurements() async -> PostgresMeasurements {
        let shared = try? await sharedMeasurements()
        return PostgresMeasurements(
            waits: readers.waits, errors: errors.all,
            lease: lease.map { .init(number: Int($0.lease), readableSeconds: $0.readableTime / .seconds(1)) }, shared: shared)
    }

    private func sharedMeasurements() async throws -> PostgresMeasurements.Shared {
        let own = lease?.lease
        return try await trees.transactions.read { transaction in
            let sql = """
                SELECT (SELECT count(*) FROM store_node), (SELECT count(*) FROM store_database_owner WHERE lease = :lease)
                """
            let counts: (Int, Int) = try transaction.first(sql, [":lease": Int(own ?? 0)]) { (try $0.next(), try $0.next()) } ?? (0, 0)
            let standbys: [PostgresMeasurements.Standby] = try transaction.all(
                """
                SELECT coalesce(application_name, ''), CAST(extract(epoch FROM replay_lag) * 1000000 AS BIGINT)
                FROM pg_stat_replication ORDER BY 1
                """, [:]
            ) { row in
                .init(name: try row.next(), lagSeconds: (try row.next() as Int?).map { Double($0) / 1e6 })
            }
            return .init(nodes: counts.0, databases: counts.1, standbys: standbys)
        }
    }
}
