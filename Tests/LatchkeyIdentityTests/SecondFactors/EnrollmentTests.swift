import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct EnrollmentTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private func startTOTP(_ tokens: IssuedTokens, as caller: Caller? = nil) async -> String? {
        await refusal { try await fixture.enrollment.startTOTP(for: try await fixture.holder(of: tokens, as: caller)) }
    }

    private func startPhone(_ tokens: IssuedTokens, as caller: Caller? = nil) async -> String? {
        await refusal {
            try await fixture.enrollment.startPhone(number("+15555550100"), for: try await fixture.holder(of: tokens, as: caller))
        }
    }

    @Test func enrollingEndsEverySessionWithoutTheFactor() async throws {
        let tokens = try await fixture.newUser(verified: true)
        let elsewhere = try await fixture.signIn()
        fixture.clock.advance(bySeconds: 10)
        let enrolled = try await fixture.enrolTOTP(tokens, named: "Phone")
        #expect(enrolled.factor.displayName == "Phone")
        for former in [tokens, elsewhere] { #expect(await fixture.endOfSession(former) == "TOKEN_EXPIRED") }
        let claims = try await fixture.holder(of: enrolled.tokens).claims
        #expect(claims.firebase.signInSecondFactor == "totp")
        #expect(claims.firebase.secondFactorIdentifier == enrolled.factor.id)
        #expect(claims.authenticatedAt == ManualClock.start)
        #expect(try await fixture.events().last == "enrol allowed")
    }

    @Test func enrollmentMailCanWithdrawTheFactor() async throws {
        let enrolled = try await fixture.enrolTOTP(try await fixture.newUser(verified: true))
        #expect(try await fixture.sent(.revertSecondFactor).map(\.recipient) == ["ada@example.org"])
        let code = try await fixture.lastCode(.revertSecondFactor)
        let stored = try await fixture.oneTimeCodes.check(code, in: .sample)
        #expect(try await fixture.oneTimeCodes.secondFactor(of: stored).id == enrolled.factor.id)
        _ = try await fixture.recoveryCodes.renew(for: try await fixture.holder(of: enrolled.tokens))
        fixture.clock.advance(bySeconds: 10)
        #expect(await refusal { try await fixture.codeApplication.apply(code, for: fixture.caller()) } == nil)
        #expect(await fixture.endOfSession(enrolled.tokens) == "TOKEN_EXPIRED")
        #expect(await refusal { try await fixture.signIn() } == nil, "the password alone suffices again")
        let id = enrolled.tokens.account.id
        #expect(try await fixture.store.read { try $0.recoveryCodeCount(of: id, in: .sample) } == 0)
        #expect(await refusal { try await fixture.oneTimeCodes.secondFactor(of: stored) } == "INVALID_OOB_CODE")
    }

    @Test func withdrawingOneFactorKeepsTheEarlierOne() async throws {
        let first = try await fixture.enrolTOTP(try await fixture.newUser(verified: true))
        let second = try await fixture.enrolPhone("+15555550100", first.tokens)
        let code = try await fixture.lastCode(.revertSecondFactor)
        _ = try await fixture.codeApplication.apply(code, for: fixture.caller())
        let left = try await fixture.firstFactor().factors
        #expect(left.map(\.id) == [first.factor.id])
        #expect(!left.contains { $0.id == second.factor.id })
    }

    @Test func onlyAVerifiedAddressCanHaveASecondFactor() async throws {
        let tokens = try await fixture.newUser()
        #expect(await startTOTP(tokens) == "UNVERIFIED_EMAIL")
        #expect(await startPhone(tokens) == "UNVERIFIED_EMAIL")
        #expect(try await fixture.sent(.phoneCode).isEmpty)
        try await fixture.edit(tokens.account.id) { $0.emailVerified = true }
        #expect(await startTOTP(tokens) == nil)
    }

    @Test func anAddressThatIsUnverifiedAgainAtTheEndIsRefused() async throws {
        let tokens = try await fixture.newUser(verified: true)
        let holder = try await fixture.holder(of: tokens)
        let seed = try await fixture.enrollment.startTOTP(for: holder)
        try await fixture.edit(tokens.account.id) { $0.emailVerified = false }
        let code = fixture.code(of: TOTP(seed: seed.seed.expose()))
        let refused = await refusal {
            try await fixture.enrollment.finish(
                .totp(code: code, sessionInfo: seed.sessionInfo.expose()), displayName: nil, for: holder)
        }
        #expect(refused == "UNVERIFIED_EMAIL")
    }

    @Test func anAnonymousUserHasNoFirstFactor() async throws {
        let anonymous = try await fixture.signUp.anonymously(fixture.caller())
        #expect(await startTOTP(anonymous) == "UNSUPPORTED_FIRST_FACTOR")
    }

    @Test func enrollmentRequiresAnEnabledKind() async throws {
        let tokens = try await fixture.newUser(verified: true)
        let noTOTP = fixture.caller { $0.totpSecondFactor = false }
        let noSMS = fixture.caller { $0.smsSecondFactor = false }
        #expect(await startTOTP(tokens, as: noTOTP) == "OPERATION_NOT_ALLOWED")
        #expect(await startPhone(tokens, as: noSMS) == "OPERATION_NOT_ALLOWED")
        #expect(await startTOTP(tokens, as: noSMS) == nil)
        #expect(await startPhone(tokens, as: noTOTP) == nil)
    }

    @Test func aRecentSignInIsNeeded() async throws {
        let tokens = try await fixture.newUser(verified: true)
        fixture.clock.advance(bySeconds: 301)
        #expect(await startTOTP(tokens) == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        #expect(await startPhone(tokens) == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }

    @Test func phoneThatSignsInCannotBeASecondFactor() async throws {
        let tokens = try await fixture.newUser(verified: true)
        try await fixture.edit(tokens.account.id) { $0.phoneNumber = "+15555550100" }
        #expect(await startPhone(tokens) == "UNSUPPORTED_FIRST_FACTOR")
        #expect(await startTOTP(tokens) == nil)
    }

    @Test func aPhoneThatIsASecondFactorDoesNotSignIn() async throws {
        let enrolled = try await fixture.enrolPhone("+15555550100", try await fixture.newUser(verified: true))
        let info = try await fixture.verification.send(to: number("+15555550199"), as: .signIn, caller: fixture.caller())
        let digits = try await fixture.lastDigits(to: "+15555550199")
        let holder = try await fixture.holder(of: enrolled.tokens)
        let refused = await refusal {
            try await fixture.phoneSignIn.finish(.code(digits, sessionInfo: info.expose()), for: .link(holder))
        }
        #expect(refused == "UNSUPPORTED_FIRST_FACTOR")
    }

    @Test func anAccountHasFiveFactorsAndEachPhoneOnce() async throws {
        var enrolled = try await fixture.enrolPhone("+15555550100", try await fixture.newUser(verified: true))
        #expect(await startPhone(enrolled.tokens) == "SECOND_FACTOR_EXISTS")
        for _ in 0..<4 { enrolled = try await fixture.enrolTOTP(enrolled.tokens) }
        #expect(await startTOTP(enrolled.tokens) == "SECOND_FACTOR_LIMIT_EXCEEDED")
        #expect(try await fixture.firstFactor().factors.count == 5)
    }

    @Test func aPhoneThatWasEnrolledMeanwhileIsRefused() async throws {
        let tokens = try await fixture.newUser(verified: true)
        let holder = try await fixture.holder(of: tokens)
        let info = try await fixture.enrollment.startPhone(number("+15555550100"), for: holder)
        let digits = try await fixture.lastDigits(to: "+15555550100")
        let factor = SecondFactor(
            id: "meanwhile", account: tokens.account.id, realm: .sample, means: .phone(try number("+15555550100")), displayName: nil,
            enrolledAt: ManualClock.start)
        try await fixture.store.write { try $0.insert(factor) }
        let refused = await refusal {
            try await fixture.enrollment.finish(.phone(code: digits, sessionInfo: info.expose()), displayName: nil, for: holder)
        }
        #expect(refused == "SECOND_FACTOR_EXISTS")
    }

    @Test func fiveWrongCodesEndTheSeed() async throws {
        let tokens = try await fixture.newUser(verified: true)
        let holder = try await fixture.holder(of: tokens)
        let seed = try await fixture.enrollment.startTOTP(for: holder)
        func finish(_ code: String) async -> String? {
            await refusal {
                try await fixture.enrollment.finish(
                    .totp(code: code, sessionInfo: seed.sessionInfo.expose()), displayName: nil, for: holder)
            }
        }
        let program = TOTP(seed: seed.seed.expose())
        for _ in 0..<5 { #expect(await finish(fixture.code(of: program, later: 5)) == "INVALID_CODE") }
        #expect(await finish(fixture.code(of: program)) == "INVALID_SESSION_INFO")
        #expect(await fixture.endOfSession(tokens) == nil)
    }

    @Test(arguments: [(899.0, nil), (900.0, "INVALID_SESSION_INFO")])
    func aSeedLastsAQuarterOfAnHour(_ seconds: Double, _ expected: String?) async throws {
        let tokens = try await fixture.newUser(verified: true)
        let patient = fixture.caller { $0.recentSignInSeconds = 3600 }
        let holder = try await fixture.holder(of: tokens, as: patient)
        let seed = try await fixture.enrollment.startTOTP(for: holder)
        fixture.clock.advance(bySeconds: seconds)
        let code = fixture.code(of: TOTP(seed: seed.seed.expose()))
        let refused = await refusal {
            try await fixture.enrollment.finish(
                .totp(code: code, sessionInfo: seed.sessionInfo.expose()), displayName: nil, for: holder)
        }
        #expect(refused == expected)
    }

    @Test func seedOfAnotherUserCannotBeEnrolled() async throws {
        let ada = try await fixture.newUser(verified: true)
        let bob = try await fixture.newUser("bob@example.org", verified: true)
        let seed = try await fixture.enrollment.startTOTP(for: try await fixture.holder(of: ada))
        let code = fixture.code(of: TOTP(seed: seed.seed.expose()))
        let holder = try await fixture.holder(of: bob)
        let refused = await refusal {
            try await fixture.enrollment.finish(
                .totp(code: code, sessionInfo: seed.sessionInfo.expose()), displayName: nil, for: holder)
        }
        #expect(refused == "INVALID_SESSION_INFO")
    }

    @Test func theCodeOfTheEnrollmentDoesNotSignIn() async throws {
        let enrolled = try await fixture.enrolTOTP(try await fixture.newUser(verified: true))
        let program = try #require(enrolled.program)
        let needed = try await fixture.firstFactor()
        let proof = SecondFactorProof.totp(code: fixture.code(of: program), enrollment: nil)
        #expect(await refusal { try await fixture.finish(needed, proof) } == "INVALID_CODE")
        fixture.clock.advance(bySeconds: 30)
        #expect(await refusal { try await fixture.finish(needed, .totp(code: fixture.code(of: program), enrollment: nil)) } == nil)
    }

    // MARK: Withdrawal by the user

    @Test func aUserRemovesAFactorWithTheFactor() async throws {
        let enrolled = try await fixture.enrolTOTP(try await fixture.newUser(verified: true))
        let renewed = try await fixture.enrollment.withdraw(enrolled.factor.id, for: try await fixture.holder(of: enrolled.tokens))
        #expect(await fixture.endOfSession(enrolled.tokens) == "TOKEN_EXPIRED")
        #expect(renewed.session.secondFactor == nil)
        #expect(await refusal { try await fixture.signIn() } == nil)
        #expect(try await fixture.events().contains("unenrol allowed"))
    }

    @Test func sessionWithoutTheFactorCannotRemoveIt() async throws {
        let enrolled = try await fixture.enrolTOTP(try await fixture.newUser(verified: true))
        // With the kind disabled in the project, the password alone signs in.
        let lax = fixture.caller { $0.totpSecondFactor = false }
        let tokens = try await fixture.signIn(from: lax)
        let holder = try await fixture.holder(of: tokens)
        #expect(
            await refusal { try await fixture.enrollment.withdraw(enrolled.factor.id, for: holder) } == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        #expect(await refusal { try await fixture.recoveryCodes.renew(for: holder) } == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        #expect(try await fixture.firstFactor().factors.count == 1)
    }

    @Test func anUnknownFactorIsNotRemoved() async throws {
        let enrolled = try await fixture.enrolTOTP(try await fixture.newUser(verified: true))
        let holder = try await fixture.holder(of: enrolled.tokens)
        #expect(await refusal { try await fixture.enrollment.withdraw("made up", for: holder) } == "MFA_ENROLLMENT_NOT_FOUND")
        #expect(await fixture.endOfSession(enrolled.tokens) == nil)
        fixture.clock.advance(bySeconds: 301)
        let stale = await refusal { try await fixture.enrollment.withdraw(enrolled.factor.id, for: holder) }
        #expect(stale == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }
}
