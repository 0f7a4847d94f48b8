import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct CodeApplicationTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private func apply(_ code: Secret<String>) async -> String? {
        await refusal { try await fixture.codeApplication.apply(code, for: fixture.caller()) }
    }

    private func disown(_ code: Secret<String>) async -> String? {
        await refusal { try await fixture.codeApplication.disown(code, for: fixture.caller()) }
    }

    /// Requests a verification and returns its codes.
    private func verification(of tokens: IssuedTokens) async throws -> (confirm: Secret<String>, deny: Secret<String>) {
        _ = try await fixture.codeRequests.sendVerification(to: try await fixture.holder(of: tokens))
        return (try await fixture.lastCode(.verifyEmail), try await fixture.lastDenial(.verifyEmail))
    }

    /// Requests a change of address and returns its codes.
    private func change(of tokens: IssuedTokens, to email: String) async throws -> (confirm: Secret<String>, deny: Secret<String>) {
        _ = try await fixture.codeRequests.sendChange(to: address(email), of: try await fixture.holder(of: tokens))
        return (try await fixture.lastCode(.verifyAndChangeEmail), try await fixture.lastDenial(.verifyAndChangeEmail))
    }

    // MARK: Verification

    @Test func aVerificationKeepsCredentialsAndSessions() async throws {
        let tokens = try await fixture.newUser()
        let code = try await verification(of: tokens).confirm
        fixture.clock.advance(bySeconds: 10)
        #expect(await apply(code) == nil)
        let account = try await fixture.account(tokens.account.id)
        #expect(account.emailVerified)
        #expect(account.password != nil)
        #expect(await fixture.endOfSession(tokens) == nil)
        #expect(await apply(code) == "INVALID_OOB_CODE")
        #expect(try await fixture.events().last == "verify_email allowed")
    }

    @Test func oneVerificationEndsTheOthers() async throws {
        let tokens = try await fixture.newUser()
        let first = try await verification(of: tokens).confirm
        let second = try await verification(of: tokens).confirm
        #expect(await apply(second) == nil)
        #expect(await apply(first) == "INVALID_OOB_CODE")
    }

    @Test(arguments: [(259_199.0, nil), (259_200.0, "EXPIRED_OOB_CODE")])
    func aVerificationLastsThreeDays(_ seconds: Double, _ expected: String?) async throws {
        let tokens = try await fixture.newUser()
        let code = try await verification(of: tokens).confirm
        fixture.clock.advance(bySeconds: seconds)
        #expect(await apply(code) == expected)
        #expect(try await fixture.account(tokens.account.id).emailVerified == (expected == nil))
    }

    @Test func verificationOfAFormerAddressIsInvalid() async throws {
        let tokens = try await fixture.newUser()
        let code = try await verification(of: tokens).confirm
        try await fixture.edit(tokens.account.id) { $0.email = EmailAddress("new@example.org") }
        #expect(await apply(code) == "INVALID_OOB_CODE")
        #expect(try await fixture.account(tokens.account.id).emailVerified == false)
    }

    // MARK: Denial

    @Test func denialRemovesTheAddressAndKeepsTheSession() async throws {
        let tokens = try await fixture.newUser("stranger@example.org")
        let codes = try await verification(of: tokens)
        #expect(await disown(codes.deny) == nil)
        #expect(try await fixture.account(tokens.account.id).email == nil)
        #expect(await fixture.endOfSession(tokens) == nil, "a user with a mistyped address keeps the account")
        #expect(await apply(codes.confirm) == "INVALID_OOB_CODE")
        // The user enters the right address, without a recent sign-in.
        fixture.clock.advance(bySeconds: 1000)
        let upgraded = await refusal {
            try await fixture.signUp.upgrade(
                try await fixture.holder(of: tokens), email: address("ada@example.org"), password: "correct horse")
        }
        #expect(upgraded == nil)
    }

    @Test func theConfirmationPageOffersTheDenialToo() async throws {
        let tokens = try await fixture.newUser("stranger@example.org")
        let codes = try await verification(of: tokens)
        #expect(await disown(codes.confirm) == nil)
        #expect(try await fixture.account(tokens.account.id).email == nil)
    }

    @Test func aDenialAfterTheVerificationEndsTheSessions() async throws {
        let tokens = try await fixture.newUser("stranger@example.org")
        let codes = try await verification(of: tokens)
        #expect(await apply(codes.confirm) == nil)
        fixture.clock.advance(bySeconds: 86_400 * 29)
        #expect(await disown(codes.deny) == nil)
        #expect(try await fixture.account(tokens.account.id).email == nil)
        #expect(await fixture.endOfSession(tokens) == "TOKEN_EXPIRED", "its tokens call the address verified")
    }

    @Test func denialOfAFormerAddressHasNoEffect() async throws {
        let tokens = try await fixture.newUser("stranger@example.org")
        let codes = try await verification(of: tokens)
        try await fixture.edit(tokens.account.id) { $0.email = EmailAddress("ada@example.org") }
        #expect(await disown(codes.deny) == nil)
        #expect(try await fixture.account(tokens.account.id).email?.text == "ada@example.org")
    }

    // MARK: Change of address

    @Test func aConfirmedChangeReplacesTheAddressAndEndsSessions() async throws {
        let tokens = try await fixture.newUser(verified: true)
        let code = try await change(of: tokens, to: "new@example.org").confirm
        #expect(try await fixture.account(tokens.account.id).email?.text == "ada@example.org", "until it is confirmed")
        fixture.clock.advance(bySeconds: 10)
        #expect(await apply(code) == nil)
        let account = try await fixture.account(tokens.account.id)
        #expect(account.email?.text == "new@example.org")
        #expect(account.emailVerified)
        #expect(await fixture.endOfSession(tokens) == "TOKEN_EXPIRED")
        #expect(try await fixture.signIn("new@example.org").account.id == account.id)
        #expect(try await fixture.sent(.recoverEmail).map(\.recipient) == ["ada@example.org"])
        #expect(try await fixture.events().contains("change_email allowed"))
    }

    @Test func anAddressThatWasTakenMeanwhileIsRefusedAndTheCodeStays() async throws {
        let tokens = try await fixture.newUser()
        let code = try await change(of: tokens, to: "new@example.org").confirm
        let other = try await fixture.newUser("new@example.org")
        #expect(await apply(code) == "EMAIL_EXISTS")
        #expect(try await fixture.owner(of: "new@example.org") == other.account.id)
        try await fixture.removal.delete(try await fixture.holder(of: other))
        #expect(await apply(code) == nil)
    }

    @Test func aChangeOfPasswordEndsAPendingChangeOfAddress() async throws {
        let tokens = try await fixture.newUser()
        let code = try await change(of: tokens, to: "attacker@example.org").confirm
        _ = try await fixture.update.apply(AccountEdit(password: "another one"), by: try await fixture.holder(of: tokens))
        #expect(await apply(code) == "INVALID_OOB_CODE")
        #expect(try await fixture.account(tokens.account.id).email?.text == "ada@example.org")
    }

    @Test func theNewAddressCanRefuseTheChange() async throws {
        let tokens = try await fixture.newUser()
        let codes = try await change(of: tokens, to: "stranger@example.org")
        #expect(await disown(codes.deny) == nil)
        #expect(await apply(codes.confirm) == "INVALID_OOB_CODE")
        #expect(try await fixture.account(tokens.account.id).email?.text == "ada@example.org")
    }

    // MARK: Recovery

    /// An attacker with a fresh session moves the account to their address.
    private func hijacked() async throws -> (id: AccountID, recovery: Secret<String>) {
        let tokens = try await fixture.newUser(verified: true)
        let code = try await change(of: tokens, to: "attacker@example.org").confirm
        fixture.clock.advance(bySeconds: 10)
        _ = try await fixture.codeApplication.apply(code, for: fixture.caller())
        return (tokens.account.id, try await fixture.lastCode(.recoverEmail))
    }

    @Test func aRecoveryRestoresTheAddressAndRemovesEveryWayIn() async throws {
        let (id, recovery) = try await hijacked()
        let attacker = try await fixture.signIn("attacker@example.org")
        _ = try await fixture.link(.sample("666"), to: attacker)
        fixture.clock.advance(bySeconds: 86_400 * 29)
        #expect(await apply(recovery) == nil)
        let account = try await fixture.account(id)
        #expect(account.email?.text == "ada@example.org")
        #expect(account.emailVerified)
        #expect(account.password == nil)
        #expect(account.identities.isEmpty)
        #expect(await fixture.endOfSession(attacker) == "TOKEN_EXPIRED")
        #expect(try await fixture.owner(of: "attacker@example.org") == nil)
        #expect(try await fixture.events().contains("recover_email allowed"))
    }

    @Test func aRecoveryLastsThirtyDays() async throws {
        let (id, recovery) = try await hijacked()
        fixture.clock.advance(bySeconds: 86_400 * 30)
        #expect(await apply(recovery) == "EXPIRED_OOB_CODE")
        #expect(try await fixture.account(id).email?.text == "attacker@example.org")
    }

    @Test func aSecondChangeByTheAttackerDoesNotVoidTheRecoveryOfTheHolder() async throws {
        let (id, recovery) = try await hijacked()
        let attacker = try await fixture.signIn("attacker@example.org")
        let code = try await change(of: attacker, to: "attacker2@example.org").confirm
        fixture.clock.advance(bySeconds: 10)
        #expect(await apply(code) == nil)
        let attackersRecovery = try await fixture.lastCode(.recoverEmail)
        #expect(await apply(attackersRecovery) == nil, "the attacker uses the attacker's own recovery")
        #expect(await apply(recovery) == nil)
        #expect(try await fixture.account(id).email?.text == "ada@example.org")
    }

    @Test func theRecoveryOfTheHolderEndsThatOfTheAttacker() async throws {
        let (id, recovery) = try await hijacked()
        let attacker = try await fixture.signIn("attacker@example.org")
        let code = try await change(of: attacker, to: "attacker2@example.org").confirm
        fixture.clock.advance(bySeconds: 10)
        #expect(await apply(code) == nil)
        let attackersRecovery = try await fixture.lastCode(.recoverEmail)
        #expect(await apply(recovery) == nil)
        #expect(await apply(attackersRecovery) == "INVALID_OOB_CODE")
        #expect(try await fixture.account(id).email?.text == "ada@example.org")
    }

    @Test func anAddressThatAnotherAccountTookMeanwhileIsNotRestored() async throws {
        let (id, recovery) = try await hijacked()
        _ = try await fixture.newUser("ada@example.org")
        #expect(await apply(recovery) == "EMAIL_EXISTS")
        #expect(try await fixture.account(id).email?.text == "attacker@example.org")
    }

    @Test func codesOfADisabledAccountHaveNoEffect() async throws {
        let tokens = try await fixture.newUser()
        let code = try await verification(of: tokens).confirm
        let stored = try await fixture.oneTimeCodes.check(code, in: .sample)
        try await fixture.edit(tokens.account.id) { $0.disabled = true }
        #expect(await apply(code) == "INVALID_OOB_CODE")
        try await fixture.store.write { try $0.insert(stored) }
        #expect(await apply(code) == "USER_DISABLED")
    }
}
