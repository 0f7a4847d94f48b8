import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct SecondFactorSignInTests {
    private let fixture: IdentityFixture
    private let enrolled: Enrolled
    private let program: TOTP

    init() async throws {
        fixture = try await IdentityFixture()
        enrolled = try await fixture.enrolTOTP(try await fixture.newUser(verified: true))
        program = try #require(enrolled.program)
        // The step of the enrollment is used up.
        fixture.clock.advance(bySeconds: 60)
    }

    private func totp(later steps: Int64 = 0) -> SecondFactorProof {
        .totp(code: fixture.code(of: program, later: steps), enrollment: nil)
    }

    @Test func bothFactorsOpenASessionThatNamesThem() async throws {
        let needed = try await fixture.firstFactor()
        #expect(needed.factors.map(\.id) == [enrolled.factor.id])
        #expect(try await fixture.sessionCount(of: needed.account.id) == 1, "the password alone opens no session")
        let tokens = try await fixture.finish(needed, totp())
        let claims = try await fixture.holder(of: tokens).claims
        #expect(claims.firebase.signInProvider == "password")
        #expect(claims.firebase.signInSecondFactor == "totp")
        #expect(claims.firebase.secondFactorIdentifier == enrolled.factor.id)
        #expect(try await fixture.events().suffix(2) == ["sign_in confirmation_needed SECOND_FACTOR_REQUIRED", "sign_in allowed"])
    }

    @Test func everyFirstFactorNeedsTheSecond() async throws {
        let linked = try await fixture.link(.sample("1"), to: enrolled.tokens).tokens
        #expect(linked.session.secondFactor?.kind == .totp, "a session that replaces another keeps its factor")
        guard case .secondFactorNeeded = try await fixture.enter(.sample("1")) else { throw Unexpected(what: "a provider alone") }
        try await fixture.codeRequests.sendSignInLink(to: address("ada@example.org"), for: fixture.caller())
        let code = try await fixture.lastCode(.emailSignIn)
        let link = try await fixture.emailLinkSignIn.signIn(code, email: address("ada@example.org"), for: fixture.caller())
        #expect(try link.outcome.needed.factors.count == 1)
    }

    /// The code of each step around the present one.
    @Test(arguments: [(-2, "INVALID_CODE"), (-1, nil), (0, nil), (1, nil), (2, "INVALID_CODE")] as [(Int64, String?)])
    func aCodeMayBeOneStepEarlyOrLate(_ steps: Int64, _ expected: String?) async throws {
        let needed = try await fixture.firstFactor()
        #expect(await refusal { try await fixture.finish(needed, totp(later: steps)) } == expected)
    }

    @Test func aUsedCodeAndEveryEarlierOneAreRefused() async throws {
        _ = try await fixture.finish(try await fixture.firstFactor(), totp(later: 1))
        let needed = try await fixture.firstFactor()
        for step in [1, 0, -1] as [Int64] {
            #expect(await refusal { try await fixture.finish(needed, totp(later: step)) } == "INVALID_CODE", "step \(step)")
        }
        fixture.clock.advance(bySeconds: 60)
        #expect(await refusal { try await fixture.finish(needed, totp()) } == nil)
    }

    @Test func aClockThatGoesBackMakesNoUsedCodeValid() async throws {
        let proof = totp()
        _ = try await fixture.finish(try await fixture.firstFactor(), proof)
        fixture.clock.advance(bySeconds: -30)
        let needed = try await fixture.firstFactor()
        #expect(await refusal { try await fixture.finish(needed, proof) } == "INVALID_CODE")
    }

    @Test func ofTwoUsesOfOneCodeAtOnceOneSucceeds() async throws {
        let (first, second) = (try await fixture.firstFactor(), try await fixture.firstFactor())
        let proof = totp()
        let codes = await withTaskGroup(of: String?.self) { group in
            for needed in [first, second] { group.addTask { await refusal { try await fixture.finish(needed, proof) } } }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1)
        #expect(codes.count { $0 == "INVALID_CODE" } == 1)
    }

    @Test func aPendingSignInIsFinishedOnce() async throws {
        let needed = try await fixture.firstFactor()
        _ = try await fixture.finish(needed, totp())
        fixture.clock.advance(bySeconds: 60)
        #expect(await refusal { try await fixture.finish(needed, totp()) } == "INVALID_MFA_PENDING_CREDENTIAL")
        #expect(await refusal { try await fixture.secondFactorSignIn.finish("made up", with: totp(), caller: fixture.caller()) } != nil)
    }

    @Test(arguments: [(899.0, nil), (900.0, "INVALID_MFA_PENDING_CREDENTIAL")])
    func aPendingSignInLastsAQuarterOfAnHour(_ seconds: Double, _ expected: String?) async throws {
        let needed = try await fixture.firstFactor()
        fixture.clock.advance(bySeconds: seconds)
        #expect(await refusal { try await fixture.finish(needed, totp()) } == expected)
    }

    @Test func fiveWrongCodesEndThePendingSignInAndSlowTheNextDown() async throws {
        let needed = try await fixture.firstFactor()
        for _ in 0..<5 { #expect(await refusal { try await fixture.finish(needed, totp(later: 9)) } == "INVALID_CODE") }
        #expect(await refusal { try await fixture.finish(needed, totp()) } == "INVALID_MFA_PENDING_CREDENTIAL")
        let next = try await fixture.firstFactor()
        #expect(await refusal { try await fixture.finish(next, totp()) } == "wait 1")
        fixture.clock.advance(bySeconds: 1)
        #expect(await refusal { try await fixture.finish(next, totp()) } == nil)
    }

    @Test func wrongCodesAreRememberedForAWeek() async throws {
        for _ in 0..<2 {
            let needed = try await fixture.firstFactor()
            for _ in 0..<3 { _ = await refusal { try await fixture.finish(needed, totp(later: 9)) } }
        }
        fixture.clock.advance(bySeconds: 6 * 86_400)
        _ = await refusal { try await fixture.finish(try await fixture.firstFactor(), totp(later: 9)) }
        let needed = try await fixture.firstFactor()
        #expect(await refusal { try await fixture.finish(needed, totp()) } == "wait 2")
    }

    @Test func aChangeOfPasswordEndsPendingSignIns() async throws {
        let needed = try await fixture.firstFactor()
        fixture.clock.advance(bySeconds: 30)
        let fresh = try await fixture.finish(try await fixture.firstFactor(), totp())
        _ = try await fixture.update.apply(AccountEdit(password: "another one"), by: try await fixture.holder(of: fresh))
        fixture.clock.advance(bySeconds: 60)
        #expect(await refusal { try await fixture.finish(needed, totp()) } == "INVALID_MFA_PENDING_CREDENTIAL")
    }

    @Test func anAccountThatWasDisabledMeanwhileIsNotOpened() async throws {
        let needed = try await fixture.firstFactor()
        try await fixture.edit(needed.account.id) { $0.disabled = true }
        #expect(await refusal { try await fixture.finish(needed, totp()) } == "USER_DISABLED")
    }

    @Test func pendingSignInOfAnotherTenantIsRejected() async throws {
        try await fixture.addTenant("tenant-a")
        let needed = try await fixture.firstFactor()
        let code = await refusal { try await fixture.finish(needed, totp(), as: fixture.caller(in: "tenant-a")) }
        #expect(code == "INVALID_MFA_PENDING_CREDENTIAL")
        #expect(await refusal { try await fixture.finish(needed, totp()) } == nil)
    }

    @Test func aProjectThatTurnsTheKindOffNeedsTheFirstFactorOnly() async throws {
        let off = fixture.caller { $0.totpSecondFactor = false }
        #expect(await refusal { try await fixture.signIn(from: off) } == nil)
        let needed = try await fixture.firstFactor()
        #expect(await refusal { try await fixture.finish(needed, totp(), as: off) } == "MFA_ENROLLMENT_NOT_FOUND")
    }

    @Test func aNamedFactorHasToBeTheAccountsOwn() async throws {
        let needed = try await fixture.firstFactor()
        let code = fixture.code(of: program)
        #expect(await refusal { try await fixture.finish(needed, .totp(code: code, enrollment: "made up")) } == "MFA_ENROLLMENT_NOT_FOUND")
        #expect(await refusal { try await fixture.finish(needed, .totp(code: code, enrollment: enrolled.factor.id)) } == nil)
    }

    // MARK: Phones

    @Test func anEnrolledPhoneReceivesACodeThatFinishesTheSignIn() async throws {
        let phone = try await fixture.enrolPhone("+15555550100", enrolled.tokens)
        let needed = try await fixture.firstFactor()
        let info = try await fixture.secondFactorSignIn.start(needed.pendingCredential, with: phone.factor.id, caller: fixture.caller())
        let digits = try await fixture.lastDigits(to: "+15555550100")
        let tokens = try await fixture.finish(needed, .phone(code: digits, sessionInfo: info.expose()))
        #expect(tokens.session.secondFactor?.kind == .phone)
        #expect(tokens.session.secondFactor?.id == phone.factor.id)
    }

    @Test func aCodeToAnotherPhoneIsNoFactorOfTheAccount() async throws {
        _ = try await fixture.enrolPhone("+15555550100", enrolled.tokens)
        let needed = try await fixture.firstFactor()
        let info = try await fixture.verification.send(to: number("+15555550666"), as: .signIn, caller: fixture.caller())
        let digits = try await fixture.lastDigits(to: "+15555550666")
        let code = await refusal { try await fixture.finish(needed, .phone(code: digits, sessionInfo: info.expose())) }
        #expect(code == "MFA_ENROLLMENT_NOT_FOUND")
    }

    @Test func onlyAPhoneOfTheAccountReceivesACode() async throws {
        let needed = try await fixture.firstFactor()
        func start(_ id: String) async -> String? {
            await refusal { try await fixture.secondFactorSignIn.start(needed.pendingCredential, with: id, caller: fixture.caller()) }
        }
        #expect(await start("made up") == "MFA_ENROLLMENT_NOT_FOUND")
        #expect(await start(enrolled.factor.id) == "INVALID_ARGUMENT")
        #expect(try await fixture.sent(.phoneCode).isEmpty)
    }
}
