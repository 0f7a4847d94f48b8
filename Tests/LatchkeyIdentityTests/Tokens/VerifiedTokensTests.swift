import Crypto
import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct VerifiedTokensTests {
    private static let entry: VerifiedTokens.Entry = {
        let account = Account(id: "uid", realm: Realm(project: "p"), createdAt: Date(timeIntervalSince1970: 0))
        let session = Session(
            id: SessionID(rawValue: "s"), account: "uid", realm: Realm(project: "p"), refreshToken: Fingerprint(of: "r"),
            createdAt: Date(timeIntervalSince1970: 0), method: .password)
        let claims = IDTokenClaims(issuer: "i", account: account, session: session, at: Date(timeIntervalSince1970: 0))
        return VerifiedTokens.Entry(claims: claims, keyID: "k", algorithm: "ES256")
    }()

    @Test func atMostTwoGenerationsAreRemembered() {
        let tokens = VerifiedTokens(maxCount: 3)
        for number in 0..<100 { tokens.remember(Self.entry, as: Fingerprint(of: "\(number)")) }
        let known = (0..<100).filter { tokens[Fingerprint(of: "\($0)")] != nil }
        #expect(known.count <= 6 && known.last == 99)
    }

    @Test func aTokenInUseStays() {
        let tokens = VerifiedTokens(maxCount: 3)
        tokens.remember(Self.entry, as: Fingerprint(of: "used"))
        for number in 0..<100 {
            tokens.remember(Self.entry, as: Fingerprint(of: "\(number)"))
            #expect(tokens[Fingerprint(of: "used")] != nil)
        }
    }

    // MARK: What is checked again

    private let sealer = Sealer(masterKey: SymmetricKey(size: .bits256))

    private func authority(_ keys: [SigningKey]) async throws -> TokenAuthority {
        let clock = ManualClock.start
        return TokenAuthority(
            ring: try await KeyRing(keys, sealer: sealer, at: clock), issuer: { "https://example.org/" + $0.rawValue }, now: { clock })
    }

    private func key(for purpose: SigningKey.Purpose = .idToken) throws -> SigningKey {
        try KeyRing.makeKey(.es256, for: purpose, sealer: sealer, at: ManualClock.start)
    }

    private func token(of authority: TokenAuthority) throws -> String {
        let account = Account(id: "uid", realm: Realm(project: "p"), createdAt: ManualClock.start)
        let session = Session(
            id: SessionID(rawValue: "s"), account: "uid", realm: Realm(project: "p"), refreshToken: Fingerprint(of: "r"),
            createdAt: ManualClock.start, method: .password)
        return try authority.idToken(for: account, in: session)
    }

    @Test func aRememberedTokenOfARemovedKeyIsRefused() async throws {
        let authority = try await authority([try key()])
        let token = try token(of: authority)
        #expect(try await authority.claims(of: token, for: "p").subject == "uid")
        authority.replace(with: try await KeyRing([try key()], sealer: sealer, at: ManualClock.start))
        await #expect(throws: SignInError(.invalidIDToken)) { try await authority.claims(of: token, for: "p") }
    }

    @Test func aRememberedTokenIsOneOfItsKindOnly() async throws {
        let authority = try await authority([try key(), try key(for: .sessionCookie)])
        let token = try token(of: authority)
        let claims = try await authority.claims(of: token, for: "p")
        await #expect(throws: SignInError(.invalidSessionCookie)) { try await authority.claims(ofSessionCookie: token, for: "p") }
        let cookie = try authority.sessionCookie(copying: claims, lastingSeconds: 600, for: "p")
        #expect(try await authority.claims(ofSessionCookie: cookie, for: "p").subject == "uid")
        await #expect(throws: SignInError(.invalidIDToken)) { try await authority.claims(of: cookie, for: "p") }
    }
}
