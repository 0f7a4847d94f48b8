import ArgumentParser

struct NodesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nodes", abstract: "List the nodes that share the store in PostgreSQL, and their databases.",
        discussion: "A node that stopped without ending its lease is in the list for some seconds. Run the command at any node.")

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try admin.show(try await admin.send(.get("/v2/nodes"), for: [NodeDescription].self)) { nodes in
            guard !nodes.isEmpty else { return "No nodes share the store. Set node-name and node-url to start one." }
            var table = TextTable("name", "url", "version", "started", "last seen", "databases")
            for node in nodes {
                table.add(
                    node.name + (node.isThisNode ? " (this one)" : ""), node.address, node.version,
                    Count.text(node.secondsSinceStart, "second") + " ago", Count.text(node.secondsSinceBeat, "second") + " ago",
                    node.databases.isEmpty ? "-" : node.databases.joined(separator: ", "))
            }
            return table.text
        }
    }
}
