import Foundation
import JWTKit
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct ServiceAccountGrantTests {
    private static let tokenURI = "https://auth.example.org/token"
    private static let cloud = "https://www.googleapis.com/auth/cloud-platform"
    private static let database = "https://www.googleapis.com/auth/firebase.database"
    /// Creating RSA keys takes long, so the tests share them.
    private static let key = Result { try ServiceAccountKey.make(name: "back-end", project: .sample, at: ManualClock.start) }

    private let fixture: IdentityFixture
    private let key: ServiceAccountKey
    private let grant: ServiceAccountGrant

    init() async throws {
        fixture = try await IdentityFixture()
        let key = try Self.key.get()
        self.key = key
        try await fixture.store.write { try $0.insert(key.account) }
        grant = ServiceAccountGrant(store: fixture.store, now: fixture.clock.now, random: fixture.random)
    }

    private func assertion(_ edit: (inout ServiceAccountAssertion) -> Void = { _ in }) async throws -> String {
        let now = ManualClock.start.timeIntervalSince1970
        var claims = ServiceAccountAssertion(
            issuer: key.account.email, audience: Self.tokenURI, scope: Self.cloud, issuedAt: now, expiresAt: now + 3600)
        edit(&claims)
        let keys = JWTKeyCollection()
        await keys.add(rsa: try JWTKit.Insecure.RSA.PrivateKey(pem: key.privateKeyPEM.expose()), digestAlgorithm: .sha256)
        return try await keys.sign(claims)
    }

    private func code(_ assertion: String) async -> String? {
        do {
            _ = try await grant.accessToken(for: assertion, tokenURI: Self.tokenURI)
            return nil
        } catch {
            return (error as? GrantError)?.code.rawValue ?? "\(error)"
        }
    }

    @Test func anAssertionGivesAccessToTheProjectForAnHour() async throws {
        let token = try await grant.accessToken(for: try await assertion(), tokenURI: Self.tokenURI).expose()
        let access = try #require(try await grant.access(by: token, opening: .accounts))
        #expect(access.project.id == .sample)
        #expect(access.actor == key.account.email)
        #expect(access.expiresAt == ManualClock.start.addingTimeInterval(3600))
        fixture.clock.advance(bySeconds: 3599)
        #expect(try await grant.access(by: token, opening: .accounts) != nil)
        fixture.clock.advance(bySeconds: 1)
        #expect(try await grant.access(by: token, opening: .accounts) == nil)
    }

    @Test func aScopeForDatabasesOpensNoAccounts() async throws {
        let text = try await assertion { $0.scope = "https://www.googleapis.com/auth/userinfo.email " + Self.database }
        let token = try await grant.accessToken(for: text, tokenURI: Self.tokenURI).expose()
        #expect(try await grant.access(by: token, opening: .accounts) == nil)
        #expect(try await grant.access(by: token, opening: .databases) != nil)
    }

    @Test(arguments: [nil, "", "https://www.googleapis.com/auth/userinfo.email"])
    func anAssertionNeedsAKnownScope(_ scope: String?) async throws {
        #expect(await code(try await assertion { $0.scope = scope }) == "invalid_scope")
    }

    @Test(
        arguments: [
            (tokenURI, nil), ("https://oauth2.googleapis.com/token", nil), ("https://evil.example/token", "invalid_grant"),
            (nil, "invalid_grant"),
        ] as [(String?, String?)])
    func theAudienceIsThisServersOrGooglesTokenURI(_ audience: String?, _ expected: String?) async throws {
        #expect(await code(try await assertion { $0.audience = audience }) == expected)
    }

    /// The issue and expiry of an assertion, in seconds from now.
    @Test(
        arguments: [
            (0, 3600, nil), (0, 3601, "invalid_grant"), (-3600, 0, "invalid_grant"), (-3599, 1, nil), (60, 3660, nil),
            (61, 3661, "invalid_grant"),
        ] as [(Double, Double, String?)])
    func anAssertionIsValidForAnHour(_ issued: Double, _ expires: Double, _ expected: String?) async throws {
        let now = ManualClock.start.timeIntervalSince1970
        let text = try await assertion { claims in
            claims.issuedAt = now + issued
            claims.expiresAt = now + expires
        }
        #expect(await code(text) == expected)
    }

    @Test func unknownAndRevokedAccountsGetNoToken() async throws {
        #expect(await code(try await assertion { $0.issuer = "other@sample-project.example" }) == "invalid_grant")
        let token = try await grant.accessToken(for: try await assertion(), tokenURI: Self.tokenURI).expose()
        let email = key.account.email
        try await fixture.store.write { _ = try $0.revokeServiceAccount(email, at: ManualClock.start) }
        #expect(await code(try await assertion()) == "invalid_grant")
        #expect(try await grant.access(by: token, opening: .accounts) == nil, "tokens end with the account")
    }

    @Test(arguments: ["", "a.b.c", "eyJhbGciOiJub25lIn0.e30.", String(repeating: "x", count: 20_000)])
    func aTextThatIsNoAssertionIsRefused(_ text: String) async {
        #expect(await code(text) == "invalid_grant")
    }

    @Test(arguments: ["", "lka_", "lka_" + String(repeating: "x", count: 43), "lkr_" + String(repeating: "x", count: 43)])
    func unknownTokenGivesNoAccess(_ text: String) async throws {
        #expect(try await grant.access(by: text, opening: .accounts) == nil)
    }
}
