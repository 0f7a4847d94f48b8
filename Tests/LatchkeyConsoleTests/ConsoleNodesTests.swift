import Foundation
import HTTPTypes
import LatchkeyConsole
import LatchkeyServerTestSupport
import Testing

/// The page of the nodes that share the store.
@Suite struct ConsoleNodesTests {
    @Test func nodesAndTheirDatabasesAreShown() async throws {
        let nodes = [
            ConsoleNode(
                name: "a", address: "http://10.0.0.1:9000", version: "1.0", isThisNode: true, secondsSinceStart: 7300, secondsSinceBeat: 1,
                databases: ["shop", "shop-archive"]),
            ConsoleNode(
                name: "b", address: "http://10.0.0.2:9000", version: "1.1", isThisNode: false, secondsSinceStart: 60, secondsSinceBeat: 6,
                databases: []),
        ]
        let console = try await PlayedConsole(nodes: nodes)
        try await console.run { caller in
            var stranger = Browser(caller: caller)
            #expect(try await stranger.open("/console/nodes").status == .seeOther)
            var browser = try await console.owner(caller)
            let text = try await browser.open("/console/nodes").text
            let rows = text.components(separatedBy: "<tr>").dropFirst(2).map { row in
                row.replacing(/<[^>]*>/, with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            #expect(rows.count == 2)
            #expect(rows.first == "a this node active http://10.0.0.1:9000 1.0 2 hours shop, shop-archive")
            #expect(rows.last?.hasPrefix("b no sign of life for 6 seconds http://10.0.0.2:9000 1.1 1 minute") == true, "\(rows)")
            #expect(text.contains("The nodes have different versions."))
            #expect(try await browser.open("/console/keys").text.contains(#"href="/console/nodes""#))
        }
    }

    @Test func consoleOfASingleServerHasNoSuchPage() async throws {
        let console = try await PlayedConsole()
        try await console.run { caller in
            var browser = try await console.owner(caller)
            #expect(try await browser.open("/console/nodes").status == .notFound)
            #expect(try await !browser.open("/console/keys").text.contains("/console/nodes"))
        }
    }
}
