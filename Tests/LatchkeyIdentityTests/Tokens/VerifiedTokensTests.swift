import Foundation
import LatchkeySecrets
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
}
