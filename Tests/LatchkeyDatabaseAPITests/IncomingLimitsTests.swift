import LatchkeyIdentity
import Testing

@testable import LatchkeyDatabaseAPI
@testable import LatchkeyWeb

/// The limits for incomplete messages of all clients together.
@Suite struct IncomingLimitsTests {
    @Test func manyThatComeToNoEndAreTooMuchTogether() {
        let everybody = WaitingBytes(maxBytes: 1_000_000, share: 50_000)
        var clients = (0..<11).map { _ in GatheredBytes(of: everybody) }
        for client in clients.prefix(10) { #expect(client.set(100_000)) }
        #expect(!clients[10].set(60_000), "one too many")
        #expect(clients[10].set(40_000), "who sends little is always heard")
        #expect(!clients[0].set(100_001), "what is there grows no more")
        clients.removeSubrange(0..<5)
        #expect(clients[5].set(60_000), "who is gone makes room")
    }

    @Test func anonymousClientsUseAtMostHalfOfTheSpace() {
        let everybody = WaitingBytes(maxBytes: 1_000_000, share: 50_000)
        let clients = (0..<6).map { _ in GatheredBytes(of: everybody) }
        for client in clients.prefix(5) { #expect(client.set(100_000, isStranger: true)) }
        #expect(!clients[5].set(100_000, isStranger: true))
        #expect(clients[5].set(100_000))
    }

    @Test func aMessageHasAMinuteAndMoreWhileItGoesOnComing() {
        let start = ContinuousClock.now
        var deadline = MessageDeadline()
        func isMet(_ gathered: Int, _ seconds: Int) -> Bool {
            deadline.isMet(gathered: gathered, now: start.advanced(by: .seconds(seconds)))
        }
        #expect(isMet(1, 0))
        #expect(isMet(1, 60))
        #expect(!isMet(1, 61))
        #expect(isMet(16 * 1024 * 1024, 1000), "it is large")
        #expect(isMet(0, 1001), "it has ended")
        #expect(isMet(1, 2000), "another one begins")
        #expect(!isMet(1, 2061))
        deadline.extend(by: .seconds(100), now: start.advanced(by: .seconds(2100)))
        #expect(isMet(1, 2160), "the server did not read for a hundred seconds")
        #expect(!isMet(1, 2161))
    }

    @Test func aNetworkHasAQuarterOfTheConnectionsAsWebSocketsAndStreams() {
        let places = DatabaseClients(connections: 40_000).places
        let taken = (0..<10_001).map { _ in places.take("192.0.2.1") }
        #expect(taken.prefix(10_000).allSatisfy { $0 != nil } && taken[10_000] == nil)
        #expect(DatabaseClients(connections: 3).places.take("192.0.2.1") != nil)
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::ffff"), ("2001:db8:1:2::", "2001:db8:1:2:ffff:ffff:ffff:ffff"),
        ("::ffff:192.0.2.1", "192.0.2.1"), ("fe80::1%eth0", "fe80::2%eth0"),
    ])
    func theseAreOneNetwork(_ first: String, _ second: String) {
        #expect(AddressRange.network(of: first) == AddressRange.network(of: second))
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.2"), ("2001:db8:1:2::1", "2001:db8:1:3::1"), ("::ffff:192.0.2.1", "::ffff:192.0.2.2"), ("x", "y"),
    ])
    func theseAreTwo(_ first: String, _ second: String) {
        #expect(AddressRange.network(of: first) != AddressRange.network(of: second))
    }
}
