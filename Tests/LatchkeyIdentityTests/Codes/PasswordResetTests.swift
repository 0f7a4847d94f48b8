import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct PasswordResetTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private func request(_ email: String = "ada@example.org", as caller: Caller? = nil) async throws -> Secret<String> {
        try await fixture.codeRequests.sendPasswordReset(to: address(email), for: caller ?? fixture.caller())
        return try await fixture.lastCode(.passwordReset)
    }

    private func confirm(_ code: Secret<String>, _ password: Secret<String> = "a new one", as caller: Caller? = nil) async -> String? {
        await refusal { try await fixture.passwordReset.confirm(code, newPassword: password, for: caller ?? fixture.caller()) }
    }

    @Test func aVerifiedUserGetsANewPasswordAndEverySessionEnds() async throws {
        let tokens = try await fixture.newUser(verified: true)
        _ = try await fixture.link(.sample("1"), to: tokens)
        fixture.clock.advance(bySeconds: 10)
        #expect(await confirm(try await request()) == nil)
        #expect(await refusal { try await fixture.signIn() } == "INVALID_LOGIN_CREDENTIALS")
        #expect(try await fixture.signIn(IdentityFixture.adaText, "a new one").account.id == tokens.account.id)
        #expect(await fixture.endOfSession(tokens) == "TOKEN_EXPIRED")
        #expect(try await fixture.account(tokens.account.id).identities.count == 1, "what the holder of the address linked stays")
        #expect(try await fixture.events().contains("reset_password allowed"))
    }

    @Test func resetOfAnUnverifiedAccountRemovesOtherCredentials() async throws {
        let attacker = try await fixture.newUser()
        _ = try await fixture.link(.sample("666"), to: attacker)
        fixture.clock.advance(bySeconds: 10)
        #expect(await confirm(try await request()) == nil)
        let account = try await fixture.account(attacker.account.id)
        #expect(account.identities.isEmpty)
        #expect(account.emailVerified)
        #expect(try await fixture.enter(.sample("666")).isNewUser)
        #expect(try await fixture.events().contains("takeover allowed"))
    }

    @Test func aCodeWorksOnce() async throws {
        _ = try await fixture.newUser()
        let code = try await request()
        #expect(await confirm(code) == nil)
        #expect(await confirm(code, "another one") == "INVALID_OOB_CODE")
        #expect(await refusal { try await fixture.signIn(IdentityFixture.adaText, "a new one") } == nil)
    }

    @Test(arguments: [(3599.0, nil), (3600.0, "EXPIRED_OOB_CODE"), (-60.0, nil)])
    func aCodeLastsAnHour(_ seconds: Double, _ expected: String?) async throws {
        _ = try await fixture.newUser()
        let code = try await request()
        fixture.clock.advance(bySeconds: seconds)
        #expect(await confirm(code) == expected)
        #expect(await refusal { try await fixture.signIn() } == (expected == nil ? "INVALID_LOGIN_CREDENTIALS" : nil))
    }

    @Test func aWeakPasswordLeavesTheCodeValid() async throws {
        _ = try await fixture.newUser()
        let code = try await request()
        #expect(await confirm(code, "short") == "WEAK_PASSWORD")
        #expect(await confirm(code, "") == "MISSING_PASSWORD")
        #expect(await confirm(code) == nil)
    }

    @Test(arguments: ["", "made up", String(repeating: "x", count: 54), String(repeating: "x", count: 5000)])
    func unknownCodeIsRejected(_ code: String) async throws {
        _ = try await fixture.newUser()
        #expect(await confirm(Secret(code)) == "INVALID_OOB_CODE")
    }

    @Test func aResetPardonsTheFailuresWithTheOldPassword() async throws {
        _ = try await fixture.newUser()
        for _ in 0..<8 { _ = await refusal { try await fixture.signIn(IdentityFixture.adaText, "wrong password") } }
        #expect(await refusal { try await fixture.signIn() } == "wait 1")
        #expect(await confirm(try await request()) == nil)
        #expect(await refusal { try await fixture.signIn(IdentityFixture.adaText, "a new one") } == nil)
    }

    @Test func theNewestOfTwoCodesEndsTheOther() async throws {
        _ = try await fixture.newUser(verified: true)
        let (first, second) = (try await request(), try await request())
        #expect(await confirm(second) == nil)
        #expect(await confirm(first, "attacker's") == "INVALID_OOB_CODE")
    }

    @Test func aCodeForAnAddressThatTheAccountNoLongerHasIsRefused() async throws {
        let tokens = try await fixture.newUser()
        let code = try await request()
        try await fixture.edit(tokens.account.id) { $0.email = EmailAddress("new@example.org") }
        #expect(await confirm(code) == "INVALID_OOB_CODE")
        #expect(await refusal { try await fixture.signIn("new@example.org") } == nil)
    }

    @Test func aDisabledAccountAndAProjectWithoutPasswordsGetNone() async throws {
        let tokens = try await fixture.newUser()
        let code = try await request()
        #expect(await confirm(code, as: fixture.caller { $0.passwordSignIn = false }) == "PASSWORD_LOGIN_DISABLED")
        try await fixture.edit(tokens.account.id) { $0.disabled = true }
        #expect(await confirm(code) == "INVALID_OOB_CODE", "the code went when the account was disabled")
    }

    @Test func aCodeOfOneTenantSetsNoPasswordInAnother() async throws {
        try await fixture.addTenant("tenant-a")
        let tenant = fixture.caller(in: "tenant-a")
        _ = try await fixture.newUser()
        _ = try await fixture.newUser(from: tenant)
        let code = try await request(as: tenant)
        #expect(await confirm(code) == "INVALID_OOB_CODE")
        #expect(await confirm(code, as: tenant) == nil)
        #expect(await refusal { try await fixture.signIn() } == nil, "the account outside of the tenant is unchanged")
    }

    @Test func lookingAtACodeDoesNotUseItUp() async throws {
        _ = try await fixture.newUser()
        let code = try await request()
        for _ in 0..<3 {
            let found = try await fixture.oneTimeCodes.check(code, in: .sample)
            #expect(found.kind == .passwordReset)
            #expect(found.email?.text == "ada@example.org")
        }
        #expect(await confirm(code) == nil)
        #expect(await refusal { try await fixture.oneTimeCodes.check(code, in: .sample) } == "INVALID_OOB_CODE")
    }
}
