import LatchkeyPostgres

/// A node that shares the store, for `latchkey nodes`.
struct NodeDescription: Codable, Sendable, Equatable {
    var name: String
    var address: String
    var version: String
    /// Whether it is the node that responds.
    var isThisNode: Bool
    /// The seconds since the node started, or lost its previous lease.
    var secondsSinceStart: Int
    /// The seconds since the node last confirmed its lease. A node that runs confirms it every second.
    var secondsSinceBeat: Int
    /// The names of the realtime databases that it has opened.
    var databases: [String]

    init(_ node: StoreNode) {
        (name, address, version) = (node.place.name, node.place.address, node.place.version)
        (isThisNode, secondsSinceStart, secondsSinceBeat) = (node.isAsking, node.secondsSinceStart, node.secondsSinceBeat)
        databases = node.databases
    }
}

extension Administrator {
    func addNodes(to routes: OperatorRoutes) {
        routes.on(.get, "/v2/nodes") { _ in
            guard let shared else {
                throw AdminError("No server with a store in PostgreSQL runs on this data folder. Run the command at a node.")
            }
            return try await shared.nodes().map(NodeDescription.init)
        }
    }
}
