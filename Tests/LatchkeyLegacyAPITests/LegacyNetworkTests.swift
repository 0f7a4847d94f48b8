import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyDatabaseAPI

/// New networks of a session whose token has version 0.
@Suite struct LegacyNetworkTests {
    @Test func aNewNetworkIsRecordedOnce() async throws {
        let server = try await DatabaseServer.servingLegacy { $0.enumerationProtection = false }
        let token = try await server.server.run { caller in
            let ada = "email=ada%40example.org&password=lovelace"
            _ = try await caller.legacyGet("/v2/default/users?_method=POST&\(ada)")
            return try #require(try await caller.legacyGet("/v2/default/auth/password?\(ada)")["token"])
        }
        let resolver = DatabaseResolver(server.parts)
        // The session begins at an unknown address, so the first use defines its network.
        for address in ["192.0.2.1", "192.0.2.99", nil, "198.51.100.7", "198.51.100.8"] {
            let caller = try await resolver.caller(
                token: token, accessToken: nil, override: nil, project: "default", from: ClientDescription(address: address))
            #expect(!caller.isStranger)
        }
        let events = try await server.server.store.read { try $0.events(of: .standard, subject: "simplelogin:1", limit: 100) }
        #expect(events.filter { $0.kind == .newNetwork }.map(\.address) == ["198.51.100.7"])
    }
}
