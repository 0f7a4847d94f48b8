import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct SessionCookieTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private func cookie(_ tokens: IssuedTokens, seconds: Int = 3600 * 24) async throws -> String {
        try await fixture.cookies.make(from: tokens.idToken, lastingSeconds: seconds, caller: fixture.caller()).expose()
    }

    private func check(_ cookie: String, as caller: Caller? = nil) async -> String? {
        await refusal { try await fixture.cookies.check(cookie, from: caller ?? fixture.caller()) }
    }

    @Test(arguments: [
        (299, "INVALID_DURATION"), (300, nil), (1_209_600, nil), (1_209_601, "INVALID_DURATION"), (-1, "INVALID_DURATION"),
        (0, "INVALID_DURATION"),
    ])
    func aCookieLastsFiveMinutesToTwoWeeks(_ seconds: Int, _ expected: String?) async throws {
        let tokens = try await fixture.newUser()
        #expect(await refusal { try await cookie(tokens, seconds: seconds) } == expected)
    }

    @Test func aCookieOutlastsItsIDTokenAndEndsOnTime() async throws {
        let tokens = try await fixture.newUser()
        let cookie = try await cookie(tokens, seconds: 7200)
        fixture.clock.advance(bySeconds: 7199)
        #expect(await check(cookie) == nil)
        let claims = try await fixture.cookies.claims(of: cookie, for: .sample)
        #expect(claims.subject == tokens.account.id)
        #expect(claims.authenticatedAt == ManualClock.start)
        fixture.clock.advance(bySeconds: 1)
        #expect(await check(cookie) == "SESSION_COOKIE_EXPIRED")
    }

    @Test func aCookieEndsWithItsSession() async throws {
        let tokens = try await fixture.newUser()
        let cookie = try await cookie(tokens)
        try await fixture.sessions.end(tokens.refreshToken, for: fixture.caller())
        #expect(await check(cookie) == "TOKEN_EXPIRED")
        #expect(await refusal { try await fixture.cookies.claims(of: cookie, for: .sample) } == nil, "its signature is valid")
    }

    @Test func disabledAndDeletedAccountsHaveNoCookie() async throws {
        let tokens = try await fixture.newUser()
        let cookie = try await cookie(tokens)
        try await fixture.edit(tokens.account.id) { $0.disabled = true }
        #expect(await check(cookie) == "USER_DISABLED")
        _ = try await fixture.administration.delete(tokens.account.id, by: fixture.caller(), actor: "admin")
        #expect(await check(cookie) == "USER_NOT_FOUND")
    }

    @Test func cookiesAndIDTokensAreNotInterchangeable() async throws {
        let tokens = try await fixture.newUser()
        let cookie = try await cookie(tokens)
        #expect(await refusal { try await fixture.sessions.check(cookie, from: fixture.caller()) } == "INVALID_ID_TOKEN")
        #expect(await check(tokens.idToken) == "INVALID_SESSION_COOKIE")
        #expect(await refusal { try await fixture.cookies.make(from: cookie, lastingSeconds: 300, caller: fixture.caller()) } != nil)
    }

    @Test func aCookieBelongsToItsProjectAndTenant() async throws {
        let cookie = try await cookie(try await fixture.newUser())
        #expect(await refusal { try await fixture.cookies.claims(of: cookie, for: "other-project") } == "INVALID_SESSION_COOKIE")
        #expect(await check(cookie, as: fixture.caller(in: "tenant-a")) == "TENANT_ID_MISMATCH")
    }

    @Test func anEndedSessionMakesNoCookie() async throws {
        let tokens = try await fixture.newUser()
        try await fixture.sessions.end(tokens.refreshToken, for: fixture.caller())
        #expect(await refusal { try await cookie(tokens) } == "TOKEN_EXPIRED")
        #expect(
            await refusal { try await fixture.cookies.make(from: "x", lastingSeconds: 300, caller: fixture.caller()) } == "INVALID_ID_TOKEN"
        )
    }
}
