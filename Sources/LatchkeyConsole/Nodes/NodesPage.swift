import Foundation
import Hummingbird
import LatchkeyWeb

/// `/console/nodes`: the nodes that share the store, and their databases.
struct NodesPage: Sendable {
    let console: Console
    let nodes: @Sendable () async throws -> [ConsoleNode]

    static let path = "/console/nodes"
    /// A node that runs confirms its lease every second.
    private static let silentSeconds = 4

    private struct Content {
        let frame: ConsoleFrame
        let rows: [Row]
        /// Whether nodes have different versions.
        let isMixed: Bool
    }

    private struct Row {
        let name: String
        let isThisNode: Bool
        let address: String
        let version: String
        let started: String
        /// The time since the node confirmed its lease, if that is too long.
        let silent: String?
        let databases: String

        init(_ node: ConsoleNode) {
            name = node.name
            isThisNode = node.isThisNode
            address = node.address
            version = node.version
            started = Self.text(node.secondsSinceStart)
            silent = node.secondsSinceBeat < silentSeconds ? nil : Self.text(node.secondsSinceBeat)
            databases = node.databases.joined(separator: ", ")
        }

        /// The time in its largest unit, for example "3 hours".
        private static func text(_ seconds: Int) -> String {
            let units = [("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)]
            let (name, length) = units.first { seconds >= $0.1 } ?? ("second", 1)
            let count = seconds / length
            return "\(count) \(name)\(count == 1 ? "" : "s")"
        }
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.path, on: router) { request, _ in
            let visitor = try await console.door.visitor(request)
            let nodes = try await nodes()
            return try console.page(
                "console-nodes",
                Content(
                    frame: try await console.frame(visitor), rows: nodes.map(Row.init),
                    isMixed: Set(nodes.map(\.version)).count > 1))
        }
    }
}
