import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// The limits of text messages, which cost money.
@Suite struct PhoneVerificationTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private func send(
        _ text: String = "+15555550100", from network: String = "192.0.2.1", as use: PhoneVerification.Use = .signIn, perDay: Int = 1000
    ) async -> String? {
        await refusal {
            try await fixture.verification.send(to: number(text), as: use, caller: fixture.caller(from: network) { $0.smsPerDay = perDay })
        }
    }

    @Test func aNumberGetsFiveMessagesAnHourFromOneNetwork() async throws {
        for _ in 0..<5 { #expect(await send() == nil) }
        #expect(await send() == "wait 720")
        #expect(await send("+15555550199") == nil)
        #expect(await send(from: "203.0.113.9") == nil, "requests from elsewhere do not lock out the holder")
        #expect(try await fixture.sent(.phoneCode).count == 7)
    }

    @Test func aNumberGetsTwentyMessagesAnHourFromEverywhere() async throws {
        for network in 0..<4 {
            for _ in 0..<5 { #expect(await send(from: "198.51.100.\(network + 1)") == nil) }
        }
        #expect(await send(from: "203.0.113.9") == "wait 180")
    }

    @Test func aNetworkSendsFiftyMessagesAnHour() async throws {
        for index in 0..<50 { #expect(await send("+1555555\(1000 + index)") == nil) }
        #expect(await send("+15555552000") == "wait 72")
        #expect(await send("+15555552000", from: "203.0.113.9") == nil)
    }

    @Test func aProjectSendsAsManyMessagesADayAsItAllows() async throws {
        for index in 0..<3 { #expect(await send("+1555555\(1000 + index)", from: "198.51.\(index).1", perDay: 3) == nil) }
        #expect(await send("+15555552000", from: "203.0.113.9", perDay: 3) == "QUOTA_EXCEEDED")
        #expect(await send("+15555552000", from: "203.0.113.9", as: .enrollment, perDay: 3) == "QUOTA_EXCEEDED")
        #expect(
            await send("+15555552000", from: "203.0.113.9", as: .secondFactor, perDay: 3) == nil,
            "a flood of sign-ins does not lock out users with a second factor")
        fixture.clock.advance(bySeconds: 28_800)
        #expect(await send("+15555552001", from: "203.0.113.9", perDay: 3) == nil)
        #expect(try await fixture.events().contains("send_code refused QUOTA_EXCEEDED"))
    }

    @Test func zeroMeansNoDailyLimit() async throws {
        for index in 0..<20 { #expect(await send("+1555555\(1000 + index)", perDay: 0) == nil) }
    }

    @Test func aSecondFactorGetsTenMessagesADay() async throws {
        for hour in 0..<2 {
            for _ in 0..<5 { #expect(await send(as: .secondFactor) == nil, "hour \(hour)") }
            fixture.clock.advance(bySeconds: 3600)
        }
        #expect(await send(as: .secondFactor)?.hasPrefix("wait ") == true)
        #expect(await send(as: .signIn) == nil, "they are counted apart")
    }

    @Test func otherRequestsForTheNumberDoNotBlockTheSecondFactor() async throws {
        for _ in 0..<6 { _ = await send() }
        #expect(await send(as: .secondFactor) == nil)
    }

    @Test func theMessageHasTheDigitsAndExpiresWithThem() async throws {
        #expect(await send() == nil)
        let message = try #require(try await fixture.store.read { try $0.outboxMessages(of: .sample, limit: 1) }.first)
        #expect(message.channel == .sms)
        #expect(message.recipient == "+15555550100")
        #expect(message.expiresAt == ManualClock.start.addingTimeInterval(600))
        #expect(try fixture.outbox.content(of: message).code?.allSatisfy(\.isNumber) == true)
    }

    @Test(arguments: [
        ("+1 (555) 555-0100", "+15555550100"), ("+49.151/12345678", "+4915112345678"), ("+1234567", "+1234567"),
        ("+123456789012345", "+123456789012345"),
    ])
    func aNumberIsNormalized(_ text: String, _ expected: String) {
        #expect(PhoneNumber(text)?.text == expected)
    }

    @Test(arguments: [
        "", "+", "5555550100", "0049151", "+0155555501", "+123456", "+1234567890123456", "+1555x550100", "+１５５５５５５０１００",
        "+1555555\u{0}0100", "+1" + String(repeating: " ", count: 40) + "5555550100",
    ])
    func invalidNumbersAreRejected(_ text: String) {
        #expect(PhoneNumber(text) == nil)
    }
}
