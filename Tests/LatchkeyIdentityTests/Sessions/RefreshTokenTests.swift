import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct RefreshTokenTests {
    /// 2026-01-31T12:00:00.250Z
    private static let instant = Date(timeIntervalSince1970: 1_769_860_800.25)

    /// The token and its key come from Python's `base64` and `hashlib`.
    @Test func aTokenAndItsKeyBeginWithTheTime() {
        let token = RefreshToken.make(at: Self.instant, random: RandomTokens { (0..<UInt8($0)).map { $0 } })
        #expect(token == "lkr_AZwT7J76AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBk")
        #expect(RefreshToken.key(of: token).hex == "019c13ec9efa841b0f9ce211b264336ad2d4b0ace4f590ae8b0873e8336423e3")
    }

    @Test func tokensOfOneInstantDiffer() {
        let tokens = (0..<100).map { _ in RefreshToken.make(at: Self.instant, random: .system) }
        #expect(Set(tokens).count == 100)
        #expect(Set(tokens.map { RefreshToken.key(of: $0) }).count == 100)
        #expect(tokens.allSatisfy { $0.utf8.count == RefreshToken.length })
    }

    @Test func keysOfSignInsAreInTheirOrder() {
        let keys = (0..<100).map { index in
            let instant = Self.instant.addingTimeInterval(Double(index) * 0.001)
            return RefreshToken.key(of: RefreshToken.make(at: instant, random: .system)).hex
        }
        #expect(keys == keys.sorted())
    }

    @Test func sessionsAreInTheOrderOfTheirSignIns() async throws {
        let fixture = try await IdentityFixture()
        var ids: [String] = []
        for number in 0..<5 {
            let tokens = try await fixture.newUser("\(number)@example.org")
            ids += try await fixture.store.read { try $0.sessions(of: tokens.account.id, in: .sample) }.map(\.id.rawValue)
            fixture.clock.advance(bySeconds: 0.001)
        }
        #expect(ids.count == 5 && ids == ids.sorted())
    }

    // MARK: Tokens of earlier versions, which have no time

    @Test func aTokenWhoseKeyIsItsHashStillRefreshesAndEnds() async throws {
        let fixture = try await IdentityFixture()
        let account = try await fixture.newUser().account
        let token = "lkr_" + RandomTokens.system.token()
        let session = Session(
            id: SessionID(rawValue: "of an earlier version"), account: account.id, realm: account.realm,
            refreshToken: Fingerprint(of: token), createdAt: fixture.clock.now(), method: .password)
        try await fixture.store.write { try $0.insert(session) }
        let refreshed = try await fixture.sessions.refresh(Secret(token), for: .sample)
        #expect(refreshed.account.id == account.id && refreshed.refreshToken == Secret(token))
        try await fixture.sessions.end(Secret(token), for: fixture.caller())
        #expect(await refusal { try await fixture.sessions.refresh(Secret(token), for: .sample) } == "TOKEN_EXPIRED")
    }
}
