import LatchkeySQL

/// The name and the address of a node, which the operator sets.
public struct NodePlace: Sendable, Equatable {
    /// The maximum length of a name.
    public static let maxNameBytes = 63

    /// The name, which no other node has.
    public let name: String
    /// The URL at which other nodes reach this one.
    public let address: String
    /// The version of the program.
    public let version: String

    /// Creates a place.
    public init(name: String, address: String, version: String) {
        self.name = name
        self.address = address
        self.version = version
    }
}

/// A node that shares a store, as the others see it.
public struct StoreNode: Sendable, Equatable {
    /// The name, the address and the version.
    public let place: NodePlace
    /// Whether it is the node that asks.
    public let isAsking: Bool
    /// The seconds since the node started, or lost its previous lease.
    public let secondsSinceStart: Int
    /// The seconds since the node last confirmed its lease. A node that runs confirms it every second.
    public let secondsSinceBeat: Int
    /// The names of the realtime databases that it has opened, sorted.
    public let databases: [String]
}

extension PostgresStore {
    /// Returns the nodes that share the store, sorted by name. A node that no longer runs is in the list until its lease ends.
    public func nodes() async throws -> [StoreNode] {
        let own = lease?.lease
        return try await trees.transactions.read { transaction in
            let owned: [(lease: Int, database: String)] = try transaction.all(
                """
                SELECT lease, name FROM store_database_owner JOIN realtime_database ON realtime_database.id = database
                WHERE removed = 0 ORDER BY name
                """, [:]
            ) { (try $0.next(), try $0.next()) }
            let databases = Dictionary(grouping: owned, by: \.lease)
            return try transaction.all(
                """
                SELECT lease, name, address, version, CAST(extract(epoch FROM now() - started_at) AS BIGINT),
                    CAST(extract(epoch FROM now() - beat_at) AS BIGINT)
                FROM store_node ORDER BY name, lease
                """, [:]
            ) { row in
                let lease: Int = try row.next()
                return StoreNode(
                    place: NodePlace(name: try row.next(), address: try row.next(), version: try row.next()),
                    isAsking: own.map { Int($0) } == lease, secondsSinceStart: max(0, try row.next()),
                    secondsSinceBeat: max(0, try row.next()),
                    databases: databases[lease, default: []].map(\.database))
            }
        }
    }
}
