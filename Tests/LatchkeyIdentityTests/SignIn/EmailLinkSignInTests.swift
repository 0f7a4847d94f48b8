import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct EmailLinkSignInTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    /// Requests a link and returns its code.
    private func link(to email: String = "ada@example.org", as caller: Caller? = nil) async throws -> Secret<String> {
        try await fixture.codeRequests.sendSignInLink(to: address(email), for: caller ?? fixture.caller())
        return try await fixture.lastCode(.emailSignIn)
    }

    private func enter(
        _ code: Secret<String>, _ email: String = "ada@example.org", as caller: Caller? = nil
    ) async throws -> (outcome: SignInOutcome, isNewUser: Bool) {
        try await fixture.emailLinkSignIn.signIn(code, email: address(email), for: caller ?? fixture.caller())
    }

    @Test func aLinkSignsANewUserUpWithAVerifiedAddress() async throws {
        let entered = try await enter(try await link())
        #expect(entered.isNewUser)
        let account = try entered.outcome.tokens.account
        #expect(account.emailVerified)
        #expect(account.emailLinkSignIn)
        #expect(account.signInMethods == [.emailLink])
        #expect(try entered.outcome.tokens.session.method == .password, "as in Firebase")
        #expect(try await fixture.events() == ["send_code allowed", "sign_up allowed"])
    }

    @Test func aLinkWorksOnceAndForTheAddressThatItWasSentTo() async throws {
        let code = try await link()
        #expect(await refusal { try await enter(code, "eve@example.org") } == "INVALID_EMAIL")
        #expect(await refusal { try await enter(code, "ADA@example.org") } == nil, "the mistyped address did not use it up")
        #expect(await refusal { try await enter(code) } == "INVALID_OOB_CODE")
        #expect(try await fixture.accountCount() == 1)
    }

    @Test func ofTenUsesAtOnceOneSucceeds() async throws {
        let code = try await link()
        let codes = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<10 { group.addTask { await refusal { try await enter(code) } } }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1)
        #expect(codes.count { $0 == "INVALID_OOB_CODE" } == 9)
    }

    @Test(arguments: [(21_599.0, nil), (21_600, "EXPIRED_OOB_CODE"), (107_999, "EXPIRED_OOB_CODE"), (-3600, nil)])
    func aLinkLastsSixHours(_ seconds: Double, _ expected: String?) async throws {
        let code = try await link()
        fixture.clock.advance(bySeconds: seconds)
        #expect(await refusal { try await enter(code) } == expected)
    }

    @Test func anExpiredLinkIsForgottenAfterAnotherDay() async throws {
        let code = try await link()
        fixture.clock.advance(bySeconds: 21_600 + 86_400)
        _ = try await link(to: "other@example.org")
        #expect(await refusal { try await enter(code) } == "INVALID_OOB_CODE")
    }

    @Test func firstLinkToAnUnverifiedAddressRemovesOtherCredentials() async throws {
        let attacker = try await fixture.newUser(password: "attacker's")
        _ = try await fixture.link(.sample("666"), to: attacker)
        _ = try await fixture.update.apply(
            AccountEdit(displayName: .set("Eve")), by: try await fixture.holder(of: fixture.signIn(IdentityFixture.adaText, "attacker's")))
        fixture.clock.advance(bySeconds: 10)
        let entered = try await enter(try await link())
        #expect(!entered.isNewUser)
        let account = try await fixture.account(attacker.account.id)
        #expect(account.password == nil)
        #expect(account.identities.isEmpty)
        #expect(account.displayName == nil)
        #expect(account.emailVerified)
        #expect(await fixture.endOfSession(attacker) == "TOKEN_EXPIRED")
        #expect(await fixture.endOfSession(try entered.outcome.tokens) == nil)
        #expect(try await fixture.events().last == "takeover allowed")
    }

    @Test func verifiedAccountKeepsItsCredentials() async throws {
        let ada = try await fixture.newUser(verified: true)
        _ = try await fixture.link(.sample("1"), to: ada)
        _ = try await enter(try await link())
        let account = try await fixture.account(ada.account.id)
        #expect(account.identities.count == 1)
        #expect(try await fixture.signIn().account.id == ada.account.id)
        #expect(try await fixture.events().contains("takeover allowed") == false)
    }

    @Test func aDisabledAccountIsNotOpenedAndItsLinkStaysValid() async throws {
        let ada = try await fixture.newUser(verified: true)
        let code = try await link()
        try await fixture.store.write { transaction in
            // Disabling an account deletes its codes, so this link is for the address alone.
            try transaction.removeOneTimeCodes(.emailSignIn, of: ada.account.id, in: .sample, since: nil)
            try transaction.insert(
                OneTimeCode(
                    id: Fingerprint(of: code.expose()), realm: .sample, kind: .emailSignIn, recipient: address("ada@example.org"),
                    email: address("ada@example.org"), createdAt: ManualClock.start, expiresAt: ManualClock.start.addingTimeInterval(9)))
        }
        try await fixture.edit(ada.account.id) { $0.disabled = true }
        #expect(await refusal { try await enter(code) } == "USER_DISABLED")
        #expect(try await fixture.events().last == "sign_in refused USER_DISABLED")
        try await fixture.edit(ada.account.id) { $0.disabled = false }
        #expect(await refusal { try await enter(code) } == nil)
    }

    @Test func disablingAnAccountEndsItsLinks() async throws {
        let ada = try await fixture.newUser(verified: true)
        let code = try await link()
        try await fixture.edit(ada.account.id) { $0.disabled = true }
        try await fixture.edit(ada.account.id) { $0.disabled = false }
        #expect(await refusal { try await enter(code) } == "INVALID_OOB_CODE")
    }

    @Test func aProjectMayTurnLinksAndSignUpsOff() async throws {
        let code = try await link()
        #expect(await refusal { try await enter(code, as: fixture.caller { $0.emailLinkSignIn = false }) } == "OPERATION_NOT_ALLOWED")
        #expect(await refusal { try await enter(code, as: fixture.caller { $0.signUp = false }) } == "ADMIN_ONLY_OPERATION")
        #expect(try await fixture.accountCount() == 0)
        #expect(await refusal { try await enter(code) } == nil, "neither used the link up")
    }

    @Test func linkOfOneTenantIsInvalidInAnother() async throws {
        try await fixture.addTenant("tenant-a")
        let code = try await link(as: fixture.caller(in: "tenant-a"))
        #expect(await refusal { try await enter(code) } == "INVALID_OOB_CODE")
        #expect(await refusal { try await enter(code, as: fixture.caller(in: "tenant-a")) } == nil)
    }

    @Test func aLinkIsNoPasswordReset() async throws {
        _ = try await fixture.newUser()
        let code = try await link()
        let reset = await refusal {
            try await fixture.passwordReset.confirm(code, newPassword: "a new one", for: fixture.caller())
        }
        #expect(reset == "INVALID_OOB_CODE")
        #expect(await refusal { try await fixture.codeApplication.apply(code, for: fixture.caller()) } == "INVALID_OOB_CODE")
        #expect(await refusal { try await enter(code) } == nil)
    }

    // MARK: Linking

    @Test func anAnonymousUserGetsTheVerifiedAddress() async throws {
        let anonymous = try await fixture.signUp.anonymously(fixture.caller())
        let code = try await link()
        let holder = try await fixture.holder(of: anonymous)
        let linked = try await fixture.emailLinkSignIn.link(code, email: address("ada@example.org"), to: holder).tokens
        #expect(linked.account.id == anonymous.account.id)
        #expect(linked.account.emailVerified)
        #expect(try await fixture.owner(of: "ada@example.org") == anonymous.account.id)
        #expect(await refusal { try await enter(code) } == "INVALID_OOB_CODE")
    }

    @Test func theAddressOfAnotherAccountIsNotLinked() async throws {
        _ = try await fixture.newUser()
        let anonymous = try await fixture.signUp.anonymously(fixture.caller())
        let code = try await link()
        let holder = try await fixture.holder(of: anonymous)
        let refused = await refusal { try await fixture.emailLinkSignIn.link(code, email: address("ada@example.org"), to: holder) }
        #expect(refused == "EMAIL_EXISTS")
        #expect(try await fixture.account(anonymous.account.id).isAnonymous)
    }

    @Test func anotherAddressThanTheAccountsNeedsARecentSignInAndEndsOtherSessions() async throws {
        let ada = try await fixture.newUser("old@example.org", verified: true)
        let elsewhere = try await fixture.signIn("old@example.org")
        let code = try await link()
        fixture.clock.advance(bySeconds: 301)
        let stale = try await fixture.holder(of: ada)
        let refused = await refusal { try await fixture.emailLinkSignIn.link(code, email: address("ada@example.org"), to: stale) }
        #expect(refused == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        let fresh = try await fixture.holder(of: try await fixture.signIn("old@example.org"))
        fixture.clock.advance(bySeconds: 1)
        let linked = try await fixture.emailLinkSignIn.link(code, email: address("ada@example.org"), to: fresh).tokens
        #expect(linked.account.email?.text == "ada@example.org")
        #expect(await fixture.endOfSession(elsewhere) == "TOKEN_EXPIRED")
        #expect(await fixture.endOfSession(linked) == nil)
        #expect(try await fixture.sent(.recoverEmail).map(\.recipient) == ["old@example.org"])
    }
}
