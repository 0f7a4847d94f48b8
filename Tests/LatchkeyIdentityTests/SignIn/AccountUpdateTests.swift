import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct AccountUpdateTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private func apply(
        _ edit: AccountEdit, by tokens: IssuedTokens, as caller: Caller? = nil
    ) async throws -> AccountUpdate.Outcome {
        try await fixture.update.apply(edit, by: try await fixture.holder(of: tokens, as: caller))
    }

    private var open: Caller { fixture.caller { $0.enumerationProtection = false } }

    @Test func aProfileChangesWithoutARecentSignInAndKeepsTheSession() async throws {
        let tokens = try await fixture.newUser()
        fixture.clock.advance(bySeconds: 3000)
        let outcome = try await apply(AccountEdit(displayName: .set("Ada"), photoURL: .set("https://example.org/a.png")), by: tokens)
        #expect(outcome.tokens == nil, "the client keeps its tokens")
        #expect(outcome.account.displayName == "Ada")
        #expect(try await apply(AccountEdit(displayName: .clear), by: tokens).account.displayName == nil)
        #expect(try await apply(AccountEdit(photoURL: .set("")), by: tokens).account.photoURL == nil)
        #expect(await fixture.endOfSession(tokens) == nil)
    }

    @Test(arguments: [
        AccountEdit(password: "another one"), AccountEdit(unlinking: [.password]), AccountEdit(unlinking: [.phone]),
        AccountEdit(clearsEmail: true), AccountEdit(clearsPassword: true), AccountEdit(removingPasskeys: [[1]]),
    ])
    func aChangeOfAWayInNeedsASignInOfTheLastFiveMinutes(_ edit: AccountEdit) async throws {
        let tokens = try await fixture.newUser()
        fixture.clock.advance(bySeconds: 301)
        #expect(await refusal { try await apply(edit, by: tokens) } == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        #expect(await fixture.endOfSession(tokens) == nil)
        #expect(await refusal { try await fixture.signIn() } == nil)
    }

    @Test func projectSetsTheMaximumAgeOfTheSignIn() async throws {
        let tokens = try await fixture.newUser()
        fixture.clock.advance(bySeconds: 30)
        let strict = fixture.caller { $0.recentSignInSeconds = 29 }
        #expect(await refusal { try await apply(AccountEdit(password: "another one"), by: tokens, as: strict) } != nil)
        let exact = fixture.caller { $0.recentSignInSeconds = 30 }
        #expect(await refusal { try await apply(AccountEdit(password: "another one"), by: tokens, as: exact) } == nil)
    }

    @Test func aNewPasswordEndsEverySessionButTheNewOne() async throws {
        let tokens = try await fixture.newUser()
        let elsewhere = try await fixture.signIn(from: fixture.caller(from: "203.0.113.9"))
        fixture.clock.advance(bySeconds: 5)
        let renewed = try #require(try await apply(AccountEdit(password: "another one"), by: tokens).tokens)
        #expect(renewed.session.authenticatedAt == ManualClock.start, "a change is not a sign-in")
        for former in [tokens, elsewhere] { #expect(await fixture.endOfSession(former) == "TOKEN_EXPIRED") }
        #expect(await fixture.endOfSession(renewed) == nil)
        #expect(await refusal { try await fixture.holder(of: tokens) } == "TOKEN_EXPIRED", "ID tokens end with their session")
        #expect(await refusal { try await fixture.signIn() } == "INVALID_LOGIN_CREDENTIALS")
        #expect(await refusal { try await fixture.signIn(IdentityFixture.adaText, "another one") } == nil)
    }

    @Test func aNewPasswordEndsPendingResets() async throws {
        let tokens = try await fixture.newUser()
        try await fixture.codeRequests.sendPasswordReset(to: address("ada@example.org"), for: fixture.caller())
        try await fixture.codeRequests.sendSignInLink(to: address("ada@example.org"), for: fixture.caller())
        let (reset, link) = (try await fixture.lastCode(.passwordReset), try await fixture.lastCode(.emailSignIn))
        _ = try await apply(AccountEdit(password: "another one"), by: tokens)
        for code in [reset, link] {
            #expect(await refusal { try await fixture.oneTimeCodes.check(code, in: .sample) } == "INVALID_OOB_CODE")
        }
    }

    @Test func aNewPasswordHasToMeetThePolicy() async throws {
        let tokens = try await fixture.newUser()
        #expect(await refusal { try await apply(AccountEdit(password: "short"), by: tokens) } == "WEAK_PASSWORD")
        let strict = fixture.caller { $0.passwordPolicy = PasswordPolicy(requiredKinds: [.upper], isEnforced: true) }
        let code = await refusal { try await apply(AccountEdit(password: "another one"), by: tokens, as: strict) }
        #expect(code == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
        let without = fixture.caller { $0.passwordSignIn = false }
        #expect(await refusal { try await apply(AccountEdit(password: "another one"), by: tokens, as: without) } == "OPERATION_NOT_ALLOWED")
    }

    @Test(arguments: ["taken@example.org", "free@example.org"])
    func withProtectionANewAddressHasToBeVerifiedWhetherOrNotItIsTaken(_ email: String) async throws {
        _ = try await fixture.newUser("taken@example.org")
        let tokens = try await fixture.newUser()
        let error = await #expect(throws: SignInError.self) { try await apply(AccountEdit(email: address(email)), by: tokens) }
        #expect(error?.code.rawValue == "OPERATION_NOT_ALLOWED")
        #expect(error?.message == "Please verify the new email before changing email.")
        #expect(try await fixture.account(tokens.account.id).email?.text == "ada@example.org")
    }

    @Test func withoutProtectionAnAddressChangesUnverifiedAndTheFormerOneGetsAMessage() async throws {
        let tokens = try await fixture.newUser(verified: true)
        let elsewhere = try await fixture.signIn()
        let outcome = try await apply(AccountEdit(email: address("new@example.org")), by: tokens, as: open)
        #expect(outcome.account.email?.text == "new@example.org")
        #expect(!outcome.account.emailVerified)
        #expect(outcome.account.initialEmail?.text == "ada@example.org")
        #expect(await fixture.endOfSession(elsewhere) == "TOKEN_EXPIRED")
        let told = try await fixture.sent(.recoverEmail)
        #expect(told.map(\.recipient) == ["ada@example.org"])
        #expect(told.map(\.content.newEmail) == ["new@example.org"])
    }

    @Test func anUnverifiedFormerAddressGetsNoMessage() async throws {
        let tokens = try await fixture.newUser()
        _ = try await apply(AccountEdit(email: address("new@example.org")), by: tokens, as: open)
        #expect(try await fixture.sent(.recoverEmail).isEmpty)
    }

    @Test func withoutProtectionATakenAddressIsRefused() async throws {
        let bob = try await fixture.newUser("bob@example.org")
        let tokens = try await fixture.newUser()
        #expect(await refusal { try await apply(AccountEdit(email: address("bob@example.org")), by: tokens, as: open) } == "EMAIL_EXISTS")
        #expect(try await fixture.owner(of: "bob@example.org") == bob.account.id)
        #expect(await fixture.endOfSession(tokens) == nil)
    }

    @Test func newAddressesAreLimitedLikeSignUps() async throws {
        let tokens = try await fixture.newUser(from: fixture.caller(from: "203.0.113.1"))
        let caller = fixture.caller {
            $0.enumerationProtection = false
            $0.signUpsPerHour = 1
        }
        let first = try await apply(AccountEdit(email: address("a@example.org")), by: tokens, as: caller)
        let renewed = try #require(first.tokens)
        #expect(await refusal { try await apply(AccountEdit(email: address("b@example.org")), by: renewed, as: caller) } == "wait 3600")
    }

    @Test func anUnlinkedProviderNoLongerSignsInAndTheOwnSessionStays() async throws {
        let tokens = try await fixture.newUser()
        let linked = try await fixture.link(.sample("1"), to: tokens).tokens
        let outcome = try await apply(AccountEdit(unlinking: [.github]), by: linked)
        #expect(outcome.account.identities.isEmpty)
        #expect(outcome.tokens == nil)
        #expect(await fixture.endOfSession(linked) == nil, "the JavaScript SDK ignores new tokens of an unlink")
        #expect(try await fixture.enter(.sample("1")).isNewUser)
        #expect(try await fixture.events().contains("unlink allowed"))
    }

    @Test func unlinkingAProviderEndsTheOtherSessionsThatItOpened() async throws {
        let tokens = try await fixture.newUser()
        _ = try await fixture.link(.sample("666"), to: tokens)
        let attacker = try await fixture.enter(.sample("666")).tokens
        let holder = try await fixture.signIn()
        let elsewhere = try await fixture.signIn()
        _ = try await apply(AccountEdit(unlinking: [.github]), by: holder)
        #expect(await fixture.endOfSession(attacker) == "TOKEN_EXPIRED")
        #expect(await fixture.endOfSession(holder) == nil)
        #expect(await fixture.endOfSession(elsewhere) == nil, "it was opened with the password")
    }

    @Test func aSignInWithAnUnlinkedProviderThatWaitsForTheSecondFactorEnds() async throws {
        let enrolled = try await fixture.enrolTOTP(try await fixture.newUser(verified: true))
        let program = try #require(enrolled.program)
        _ = try await fixture.link(.sample("666"), to: enrolled.tokens)
        guard case .secondFactorNeeded(let waiting) = try await fixture.enter(.sample("666")) else { throw Unexpected(what: "a session") }
        fixture.clock.advance(bySeconds: 60)
        let holder = try await fixture.finish(
            try await fixture.firstFactor(), .totp(code: fixture.code(of: program), enrollment: nil))
        _ = try await apply(AccountEdit(unlinking: [.github]), by: holder)
        fixture.clock.advance(bySeconds: 60)
        let late = await refusal { try await fixture.finish(waiting, .totp(code: fixture.code(of: program), enrollment: nil)) }
        #expect(late == "INVALID_MFA_PENDING_CREDENTIAL")
    }

    @Test func unlinkingAnUnlinkedProviderEndsNoSession() async throws {
        let tokens = try await fixture.enter(.sample("1")).tokens
        let elsewhere = try await fixture.enter(.sample("1")).tokens
        _ = try await apply(AccountEdit(unlinking: [.twitter]), by: tokens)
        #expect(await fixture.endOfSession(elsewhere) == nil)
    }

    @Test func removingThePasswordEndsSessionsThatWereOpenedWithIt() async throws {
        let tokens = try await fixture.newUser()
        let linked = try await fixture.link(.sample("1"), to: tokens).tokens
        let elsewhere = try await fixture.signIn()
        let outcome = try await apply(AccountEdit(unlinking: [.password]), by: linked)
        #expect(outcome.account.password == nil)
        #expect(outcome.account.email == nil, "as in Firebase, the address goes with the password")
        #expect(await fixture.endOfSession(linked) == nil)
        #expect(await fixture.endOfSession(elsewhere) == "TOKEN_EXPIRED")
        #expect(await refusal { try await fixture.signIn() } == "INVALID_LOGIN_CREDENTIALS")
    }

    @Test(arguments: [
        AccountEdit(unlinking: [.password]), AccountEdit(clearsEmail: true), AccountEdit(clearsPassword: true),
        AccountEdit(unlinking: [.password, .github]),
    ])
    func lastSignInMethodCannotBeRemoved(_ edit: AccountEdit) async throws {
        let tokens = try await fixture.newUser()
        #expect(await refusal { try await apply(edit, by: tokens) } == "OPERATION_NOT_ALLOWED")
        #expect(try await fixture.signIn().account.id == tokens.account.id)
        #expect(await fixture.endOfSession(tokens) == nil)
    }

    @Test func theLastProviderStaysToo() async throws {
        let tokens = try await fixture.enter(.sample("1", email: "ada@example.org")).tokens
        #expect(await refusal { try await apply(AccountEdit(unlinking: [.github]), by: tokens) } == "OPERATION_NOT_ALLOWED")
        #expect(try await fixture.enter(.sample("1")).tokens.account.id == tokens.account.id)
    }

    @Test func aPhoneNumberIsAWayInOfItsOwn() async throws {
        let tokens = try await fixture.newUser()
        try await fixture.edit(tokens.account.id) { $0.phoneNumber = "+15555550100" }
        let outcome = try await apply(AccountEdit(unlinking: [.password]), by: tokens)
        #expect(outcome.account.phoneNumber == "+15555550100")
        #expect(outcome.account.signInMethods == [])
        #expect(await refusal { try await apply(AccountEdit(unlinking: [.phone]), by: tokens) } == "OPERATION_NOT_ALLOWED")
    }

    @Test func anAnonymousUserMayEditTheProfile() async throws {
        let tokens = try await fixture.signUp.anonymously(fixture.caller())
        let outcome = try await apply(AccountEdit(displayName: .set("Guest")), by: tokens)
        #expect(outcome.account.displayName == "Guest")
        #expect(outcome.account.isAnonymous)
    }

    @Test func anAccountThatWasDisabledMeanwhileIsNotChanged() async throws {
        let tokens = try await fixture.newUser()
        let holder = try await fixture.holder(of: tokens)
        try await fixture.edit(tokens.account.id) { $0.disabled = true }
        let code = await refusal { try await fixture.update.apply(AccountEdit(displayName: .set("Eve")), by: holder) }
        #expect(code == "USER_DISABLED")
        #expect(try await fixture.account(tokens.account.id).displayName == nil)
    }

    @Test func ofTwoPasswordChangesAtOnceOneSucceeds() async throws {
        let holder = try await fixture.holder(of: try await fixture.newUser())
        let codes = await withTaskGroup(of: String?.self) { group in
            for number in 0..<2 {
                group.addTask {
                    await refusal {
                        try await fixture.update.apply(AccountEdit(password: Secret("password \(number)")), by: holder)
                    }
                }
            }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1)
        #expect(codes.count { $0 == "TOKEN_EXPIRED" } == 1)
    }
}
