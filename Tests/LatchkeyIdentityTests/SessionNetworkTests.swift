import Foundation
import LatchkeySecrets
import Testing

@testable import LatchkeyIdentity

@Suite struct SessionNetworkTests {
    @Test(
        arguments: [
            ("192.0.2.7", "192.0.2.0/24"), ("192.0.2.255", "192.0.2.0/24"), ("::ffff:192.0.2.7", "192.0.2.0/24"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8::1", "2001:db8::/64"), ("::1", "::/64"), ("localhost", nil),
            ("", nil),
        ] as [(String, String?)])
    func anAddressCountsForItsNetwork(_ address: String, _ network: String?) {
        #expect(Session.network(of: address) == network)
    }

    private func session(_ networks: [String], begunAt address: String?) -> Session {
        Session(
            id: SessionID(rawValue: "s"), account: "ada", realm: Realm(project: "p"), refreshToken: Fingerprint(of: "t"),
            createdAt: Date(timeIntervalSince1970: 0), method: .password, client: ClientDescription(address: address), networks: networks)
    }

    @Test func aSessionKnowsWhereItBeganAndWhereItWasUsed() {
        let session = session(["198.51.100.0/24"], begunAt: "192.0.2.7")
        #expect(session.knows("192.0.2.0/24"))
        #expect(session.knows("198.51.100.0/24"))
        #expect(!session.knows("203.0.113.0/24"))
        #expect(session.everyNetwork == ["192.0.2.0/24", "198.51.100.0/24"])
    }

    @Test func ofManyNetworksTheOldestIsForgotten() {
        let session = session((0..<16).map { "10.0.\($0).0/24" }, begunAt: nil)
        #expect(session.networks(with: "10.1.0.0/24") == (1..<16).map { "10.0.\($0).0/24" } + ["10.1.0.0/24"])
    }
}
