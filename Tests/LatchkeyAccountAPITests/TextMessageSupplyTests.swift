import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyIdentity

/// Requests of unauthenticated clients must not use up the messages that users need.
@Suite struct TextMessageSupplyTests {
    private static let number = "+4915112345678"
    private let server: TestServer
    private let messages: PhoneVerification

    init() async throws {
        server = try await TestServer(ProjectSettings(phoneSignIn: true))
        let clock = server.clock
        messages = PhoneVerification(
            store: server.store, outbox: Outbox(sealer: server.sealer), throttle: Throttle(now: { clock.now }), now: { clock.now })
    }

    private func send(to number: String = number, as use: PhoneVerification.Use = .signIn, from address: String) async throws {
        _ = try await messages.send(
            to: try #require(PhoneNumber(number)), as: use,
            caller: LatchkeyIdentity.Caller(project: server.project, client: ClientDescription(address: address)))
    }

    /// As behind the shared address of a hotel.
    @Test(arguments: [PhoneVerification.Use.signIn, .enrollment])
    func secondFactorMessagesAreSentDuringAFloodFromTheSameAddress(_ use: PhoneVerification.Use) async throws {
        for index in 0..<50 { try await send(to: "+4917000000\(10 + index)", as: use, from: "192.0.2.1") }
        await #expect(throws: TooManyAttempts.self) { try await send(as: use, from: "192.0.2.1") }
        try await send(as: .secondFactor, from: "192.0.2.1")
    }

    /// A subscriber has many IPv6 networks, and one site.
    @Test func oneSubscriberDoesNotShutANumberOut() async throws {
        for network in 0..<8 {
            for _ in 0..<5 { try? await send(from: "2001:db8:1:\(network)::1") }
        }
        let sent = try await server.store.read { try $0.outboxMessages(of: .standard, limit: 99) }
        #expect(sent.count == 5)
        try await send(from: "192.0.2.77")
        try await send(from: "2001:db8:2::1")
    }

    @Test func aNumberShowsASecondFactorTenTimesADay() async throws {
        for _ in 0..<2 {
            for _ in 0..<5 { try await send(as: .secondFactor, from: "192.0.2.1") }
            server.clock.advance(bySeconds: 3600)
        }
        await #expect(throws: TooManyAttempts.self) { try await send(as: .secondFactor, from: "192.0.2.1") }
        try await send(to: "+4915112345679", as: .secondFactor, from: "192.0.2.1")
        server.clock.advance(bySeconds: 86_400)
        for _ in 0..<5 { try await send(as: .secondFactor, from: "192.0.2.1") }
    }
}
