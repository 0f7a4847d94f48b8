import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct SessionTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private func refresh(
        _ token: Secret<String>, of project: ProjectID = .sample, from address: String? = nil
    ) async throws -> IssuedTokens {
        try await fixture.sessions.refresh(token, for: project, by: ClientDescription(address: address))
    }

    // MARK: Refresh tokens

    @Test func aSessionKeepsOneRefreshTokenAndItsSignInTime() async throws {
        let tokens = try await fixture.newUser()
        fixture.clock.advance(bySeconds: 86_400 * 365)
        let refreshed = try await refresh(tokens.refreshToken)
        #expect(refreshed.refreshToken == tokens.refreshToken)
        #expect(refreshed.idToken != tokens.idToken)
        let claims = try await fixture.holder(of: refreshed).claims
        #expect(claims.authenticatedAt == ManualClock.start)
        #expect(claims.issuedAt == fixture.clock.now())
        #expect(claims.expiresAt == fixture.clock.now().addingTimeInterval(3600))
    }

    @Test func aRefreshedTokenShowsTheAccountAsItIsNow() async throws {
        let tokens = try await fixture.newUser()
        try await fixture.edit(tokens.account.id) { account in
            account.displayName = "Ada"
            account.customClaims = #"{"role":"editor"}"#
        }
        let claims = try await fixture.holder(of: try await refresh(tokens.refreshToken)).claims
        #expect(claims.name == "Ada")
        #expect(claims.custom == ["role": .string("editor")])
    }

    @Test(arguments: [
        "", "made up", "lkr_", "lkr_" + String(repeating: "x", count: 42), "lkr_" + String(repeating: "x", count: 44),
        String(repeating: "x", count: 47), String(repeating: "x", count: 100_000),
    ])
    func aTextOfAnotherFormIsNoRefreshToken(_ text: String) async throws {
        #expect(await refusal { try await refresh(Secret(text)) } == "INVALID_REFRESH_TOKEN")
    }

    @Test func anUnknownTokenOfTheRightFormHasExpired() async throws {
        #expect(await refusal { try await refresh(Secret("lkr_" + String(repeating: "x", count: 43))) } == "TOKEN_EXPIRED")
    }

    @Test func aRefreshTokenBelongsToItsProject() async throws {
        let tokens = try await fixture.newUser()
        #expect(await refusal { try await refresh(tokens.refreshToken, of: "other-project") } == "INVALID_REFRESH_TOKEN")
        #expect(await fixture.endOfSession(tokens) == nil)
    }

    @Test func disabledDeletedAndRevokedAccountsCannotRefresh() async throws {
        let disabled = try await fixture.newUser("a@example.org")
        try await fixture.edit(disabled.account.id) { $0.disabled = true }
        #expect(await fixture.endOfSession(disabled) == "USER_DISABLED")
        let deleted = try await fixture.newUser("b@example.org")
        try await fixture.removal.delete(try await fixture.holder(of: deleted))
        #expect(await fixture.endOfSession(deleted) == "TOKEN_EXPIRED")
        let revoked = try await fixture.newUser("c@example.org")
        fixture.clock.advance(bySeconds: 1)
        let instant = fixture.clock.now()
        try await fixture.edit(revoked.account.id) { $0.validSince = instant }
        #expect(await fixture.endOfSession(revoked) == "TOKEN_EXPIRED", "the session exists, but began before `validSince`")
    }

    @Test func theLastUseIsRecordedOnceAMinute() async throws {
        let tokens = try await fixture.newUser()
        fixture.clock.advance(bySeconds: 59)
        _ = try await refresh(tokens.refreshToken)
        #expect(try await fixture.account(tokens.account.id).lastRefreshAt == ManualClock.start)
        fixture.clock.advance(bySeconds: 1)
        _ = try await refresh(tokens.refreshToken)
        #expect(try await fixture.account(tokens.account.id).lastRefreshAt == ManualClock.start.addingTimeInterval(60))
    }

    @Test func signingOutEndsOneSession() async throws {
        let (first, second) = (try await fixture.newUser(), try await fixture.signIn())
        try await fixture.sessions.end(first.refreshToken, for: fixture.caller())
        #expect(await fixture.endOfSession(first) == "TOKEN_EXPIRED")
        #expect(await refusal { try await fixture.holder(of: first) } == "TOKEN_EXPIRED", "its ID token ends at once")
        #expect(await fixture.endOfSession(second) == nil)
        #expect(await refusal { try await fixture.sessions.end(first.refreshToken, for: fixture.caller()) } == nil)
        #expect(try await fixture.events().count { $0 == "revoke allowed" } == 1)
    }

    @Test func anotherTenantEndsNoSession() async throws {
        let tokens = try await fixture.newUser()
        try await fixture.sessions.end(tokens.refreshToken, for: fixture.caller(in: "tenant-a"))
        #expect(await fixture.endOfSession(tokens) == nil)
    }

    // MARK: ID tokens

    @Test(arguments: [(3599.0, nil), (3600.0, "TOKEN_EXPIRED"), (-300.0, nil), (-301.0, "INVALID_ID_TOKEN")])
    func anIDTokenLastsAnHourAndMayComeFromASlightlyFastClock(_ seconds: Double, _ expected: String?) async throws {
        let tokens = try await fixture.newUser()
        fixture.clock.advance(bySeconds: seconds)
        #expect(await refusal { try await fixture.holder(of: tokens) } == expected)
    }

    @Test func anIDTokenOfAnotherProjectIsInvalid() async throws {
        let tokens = try await fixture.newUser()
        let other = Caller(project: .sample("other-project"))
        #expect(await refusal { try await fixture.sessions.check(tokens.idToken, from: other) } == "INVALID_ID_TOKEN")
    }

    @Test func aChangedIDTokenIsInvalid() async throws {
        let tokens = try await fixture.newUser()
        let parts = tokens.idToken.split(separator: ".").map(String.init)
        let payload = try #require(Base64URL.decode(parts[1]).map { String(decoding: $0, as: UTF8.self) })
        let changed = payload.split(separator: tokens.account.id.rawValue, omittingEmptySubsequences: false).joined(separator: "eve")
        let none = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
        for token in [
            "\(parts[0]).\(Base64URL.encode(Array(changed.utf8))).\(parts[2])", "\(none).\(parts[1]).", "\(parts[0]).\(parts[1]).",
            "\(parts[0]).\(parts[1])", "", String(repeating: "x", count: 20_000),
        ] {
            #expect(await refusal { try await fixture.sessions.check(token, from: fixture.caller()) } == "INVALID_ID_TOKEN")
        }
    }

    @Test func aTokenOfOneTenantIsRefusedInAnotherAndAcceptedWithoutOne() async throws {
        try await fixture.addTenant("tenant-a")
        let tokens = try await fixture.newUser(from: fixture.caller(in: "tenant-a"))
        #expect(await refusal { try await fixture.holder(of: tokens, as: fixture.caller(in: "tenant-b")) } == "TENANT_ID_MISMATCH")
        let holder = try await fixture.holder(of: tokens, as: fixture.caller())
        #expect(holder.caller.tenant == "tenant-a", "the token names the tenant")
        #expect(holder.caller.project.settings.phoneSignIn == false, "with its settings")
    }

    @Test func aTokenOfADisabledTenantIsRefused() async throws {
        try await fixture.addTenant("tenant-a")
        let tokens = try await fixture.newUser(from: fixture.caller(in: "tenant-a"))
        try await fixture.store.write { transaction in
            var tenant = try #require(try transaction.tenant("tenant-a", of: .sample))
            tenant.settings.disabled = true
            try transaction.update(tenant)
        }
        #expect(await refusal { try await fixture.holder(of: tokens, as: fixture.caller()) } == "PROJECT_DISABLED")
        #expect(await fixture.endOfSession(tokens) == "PROJECT_DISABLED")
        try await fixture.store.write { _ = try $0.deleteTenant("tenant-a", of: .sample) }
        #expect(await fixture.endOfSession(tokens) == "TOKEN_EXPIRED")
        await #expect(throws: TenantNotFound()) { try await fixture.holder(of: tokens, as: fixture.caller()) }
    }

    @Test func aLongRequestNoticesThatTheSessionEnded() async throws {
        let tokens = try await fixture.newUser()
        let holder = try await fixture.holder(of: tokens)
        fixture.clock.advance(bySeconds: 86_400)
        #expect(try await fixture.sessions.isGood(holder), "regardless of the token's own expiry")
        try await fixture.sessions.end(tokens.refreshToken, for: fixture.caller())
        #expect(try await fixture.sessions.isGood(holder) == false)
    }

    // MARK: Networks

    @Test func aUseFromANewNetworkIsRecordedOnce() async throws {
        let tokens = try await fixture.newUser()
        for address in ["192.0.2.200", "203.0.113.1", "203.0.113.99", "2001:db8::1", "2001:db8::2", "not an address"] {
            _ = try await refresh(tokens.refreshToken, from: address)
        }
        #expect(try await fixture.events().count { $0 == "new_network allowed" } == 2)
        let session = try #require(try await fixture.store.read { try $0.session(tokens.session.id) })
        #expect(session.networks == ["203.0.113.0/24", "2001:db8::/64"])
    }

    @Test func theOldestOfSixteenNetworksIsForgotten() async throws {
        let tokens = try await fixture.newUser()
        for index in 0..<17 { _ = try await refresh(tokens.refreshToken, from: "198.51.\(index).1") }
        let session = try #require(try await fixture.store.read { try $0.session(tokens.session.id) })
        #expect(session.networks.count == 16)
        #expect(session.networks.first == "198.51.1.0/24")
    }

    @Test func aStolenTokenFromThousandsOfNetworksFillsNoLog() async throws {
        let tokens = try await fixture.newUser()
        for index in 0..<60 { _ = try await refresh(tokens.refreshToken, from: "198.51.\(index).1") }
        #expect(try await fixture.events().count { $0 == "new_network allowed" } == 20)
    }

    @Test func verifiedUserGetsANewNetworkMailOnceInSixHours() async throws {
        let fixture = try await IdentityFixture(ProjectSettings(newNetworkMails: true))
        let tokens = try await fixture.newUser(verified: true)
        func use(_ address: String) async throws {
            _ = try await fixture.sessions.refresh(tokens.refreshToken, for: .sample, by: ClientDescription(address: address))
        }
        try await use("203.0.113.1")
        try await use("198.51.100.1")
        #expect(try await fixture.sent(.newNetwork).map(\.content.address) == ["203.0.113.1"])
        #expect(try await fixture.sent(.newNetwork).map(\.content.time) == ["2026-03-01 12:00:00Z"])
        fixture.clock.advance(bySeconds: 21_600)
        try await use("198.51.101.1")
        #expect(try await fixture.sent(.newNetwork).count == 2)
    }

    @Test func unverifiedAddressGetsNoNewNetworkMail() async throws {
        let fixture = try await IdentityFixture(ProjectSettings(newNetworkMails: true))
        let tokens = try await fixture.newUser()
        _ = try await fixture.sessions.refresh(tokens.refreshToken, for: .sample, by: ClientDescription(address: "203.0.113.1"))
        #expect(try await fixture.sent(.newNetwork).isEmpty)
        #expect(try await fixture.events().last == "new_network allowed")
    }

    @Test func aSessionThatReplacesAnotherKnowsItsNetworks() async throws {
        let tokens = try await fixture.newUser()
        _ = try await refresh(tokens.refreshToken, from: "203.0.113.1")
        let elsewhere = fixture.caller(from: "198.51.100.1")
        let holder = try await fixture.holder(of: tokens, as: elsewhere)
        let renewed = try #require(try await fixture.update.apply(AccountEdit(password: "another one"), by: holder).tokens)
        let before = try await fixture.events().count { $0 == "new_network allowed" }
        for address in ["192.0.2.7", "203.0.113.7", "198.51.100.7"] { _ = try await refresh(renewed.refreshToken, from: address) }
        #expect(try await fixture.events().count { $0 == "new_network allowed" } == before)
    }
}
