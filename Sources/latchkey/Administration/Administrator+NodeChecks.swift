import AsyncHTTPClient
import HTTPTypes
import LatchkeyMail
import LatchkeyNodes
import LatchkeyPostgres
import LatchkeyProviders
import NIOCore
import NIOHTTP1

extension Administrator {
    /// Asks each other node at its URL, as this node does when it passes requests on. Returns nothing for a server that is not a node.
    func checkNodes() async throws -> [CheckupFinding] {
        guard let shared, case let nodes = try await shared.nodes(), nodes.contains(where: \.isAsking) else { return [] }
        return try await HTTPClient.withHTTPClient(configuration: NodePassage.clientConfiguration) { client in
            var checks: [CheckupFinding] = []
            for node in nodes where !node.isAsking { checks.append(await Self.finding(on: node, client)) }
            return checks
        }
    }

    /// The time that a node has for its response.
    private static let patience = TimeAmount.seconds(5)

    /// A header that only responses of a database port expose.
    private static let headerOfDatabases = "X-Latchkey-Decision"

    private static func finding(on node: StoreNode, _ client: HTTPClient) async -> CheckupFinding {
        let (subject, url) = ("node \(node.place.name)", node.place.address)
        // A path that leads to no database, so that none is opened. A node that trusts this one says that there is nothing.
        var request = HTTPClientRequest(url: url + "/")
        if let mark = PassedRequest.mark { request.headers.add(name: mark.rawName, value: "1") }
        do {
            let response = try await client.execute(request, timeout: patience)
            guard response.status != .forbidden else {
                return .wrong(
                    subject, "\(url) does not accept requests that this node passes on",
                    mend: "Add the address of this node to trusted-proxy of the node \(node.place.name), and restart it.")
            }
            guard response.headers["access-control-expose-headers"].contains(where: { $0.contains(headerOfDatabases) }) else {
                return .wrong(
                    subject, "\(url) answers, but not as the port of databases of a node",
                    mend: "Set node-url of the node \(node.place.name) to the URL of its database-port, and restart it.")
            }
            return .ok(subject, "reachable at \(url)")
        } catch {
            return .wrong(
                subject,
                "\(url) cannot be reached: \(ConnectionProblem.text(error)). The node was last seen "
                    + "\(Count.text(node.secondsSinceBeat, "second")) ago",
                mend: "If it runs, correct its node-url, or let the firewall of its machine accept connections from this one. If it does "
                    + "not, its entry disappears within some seconds.")
        }
    }
}
