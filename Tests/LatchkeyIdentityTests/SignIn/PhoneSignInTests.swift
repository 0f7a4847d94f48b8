import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct PhoneSignInTests {
    private static let ada = "+15555550100"
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    /// Requests a code and returns a proof with it.
    private func proof(of text: String = ada, as caller: Caller? = nil) async throws -> PhoneSignIn.Proof {
        let info = try await fixture.verification.send(to: number(text), as: .signIn, caller: caller ?? fixture.caller())
        return .code(try await fixture.lastDigits(to: text), sessionInfo: info.expose())
    }

    /// Changes the last digit, so that the code is wrong.
    private func wrong(_ proof: PhoneSignIn.Proof) throws -> PhoneSignIn.Proof {
        guard case .code(let digits, let info) = proof, let last = digits.last?.wholeNumberValue else { throw Unexpected(what: "\(proof)") }
        return .code(String(digits.dropLast()) + String((last + 1) % 10), sessionInfo: info)
    }

    private func enter(_ proof: PhoneSignIn.Proof, as caller: Caller? = nil) async throws -> (tokens: IssuedTokens, isNew: Bool) {
        switch try await fixture.phoneSignIn.finish(proof, for: .signIn(caller ?? fixture.caller())) {
        case .signedIn(let tokens, _, let isNew): (tokens, isNew)
        case let other: throw Unexpected(what: "\(other)")
        }
    }

    private func link(_ proof: PhoneSignIn.Proof, to tokens: IssuedTokens) async throws -> PhoneSignIn.Outcome {
        try await fixture.phoneSignIn.finish(proof, for: .link(try await fixture.holder(of: tokens)))
    }

    @Test func theFirstCodeCreatesAnAccountAndTheNextSignsIn() async throws {
        let first = try await enter(try await proof())
        #expect(first.isNew)
        #expect(first.tokens.account.phoneNumber == Self.ada)
        #expect(first.tokens.session.method == .phone)
        let second = try await enter(try await proof())
        #expect(!second.isNew)
        #expect(second.tokens.account.id == first.tokens.account.id)
        #expect(try await fixture.events() == ["sign_up allowed", "sign_in allowed"])
    }

    @Test func aCodeHasSixDigitsAndWorksOnce() async throws {
        let proof = try await proof()
        #expect(try await fixture.lastDigits(to: Self.ada).count == 6)
        #expect(await refusal { try await enter(proof) } == nil)
        #expect(await refusal { try await enter(proof) } == "INVALID_SESSION_INFO")
    }

    @Test func fiveWrongDigitsEndTheCode() async throws {
        let proof = try await proof()
        for _ in 0..<5 { #expect(await refusal { try await enter(try wrong(proof)) } == "INVALID_CODE") }
        #expect(await refusal { try await enter(proof) } == "INVALID_SESSION_INFO", "the right digits come too late")
        #expect(try await fixture.accountCount() == 0)
    }

    @Test func fourWrongDigitsLeaveOneTry() async throws {
        let proof = try await proof()
        for _ in 0..<4 { #expect(await refusal { try await enter(try wrong(proof)) } == "INVALID_CODE") }
        #expect(await refusal { try await enter(proof) } == nil)
    }

    @Test(arguments: [(599.0, nil), (600.0, "INVALID_SESSION_INFO"), (-600.0, nil)])
    func aCodeLastsTenMinutes(_ seconds: Double, _ expected: String?) async throws {
        let proof = try await proof()
        fixture.clock.advance(bySeconds: seconds)
        #expect(await refusal { try await enter(proof) } == expected)
    }

    @Test func theDigitsOfOneRequestDoNotFitAnother() async throws {
        let first = try await proof()
        let second = try await proof(of: "+15555550199")
        guard case .code(let digits, _) = first, case .code(_, let info) = second else { return }
        #expect(await refusal { try await enter(.code(digits, sessionInfo: info)) } == "INVALID_CODE")
        #expect(await refusal { try await enter(.code(digits, sessionInfo: "made up")) } == "INVALID_SESSION_INFO")
    }

    @Test func aDisabledAccountIsNotOpened() async throws {
        let tokens = try await enter(try await proof()).tokens
        try await fixture.edit(tokens.account.id) { $0.disabled = true }
        let again = try await proof()
        #expect(await refusal { try await enter(again) } == "USER_DISABLED")
        #expect(try await fixture.events().last == "sign_in refused USER_DISABLED")
    }

    @Test func aProjectMayTurnPhonesAndSignUpsOff() async throws {
        let proof = try await proof()
        #expect(await refusal { try await enter(proof, as: fixture.caller { $0.phoneSignIn = false }) } == "OPERATION_NOT_ALLOWED")
        #expect(await refusal { try await enter(proof, as: fixture.caller { $0.signUp = false }) } == "ADMIN_ONLY_OPERATION")
        #expect(await refusal { try await enter(proof) } == nil)
        #expect(await refusal { try await self.proof(as: fixture.caller { $0.phoneSignIn = false }) } == "OPERATION_NOT_ALLOWED")
    }

    @Test func tenantsHaveNoPhoneSignIn() async throws {
        try await fixture.addTenant("tenant-a")
        #expect(await refusal { try await self.proof(as: fixture.caller(in: "tenant-a")) } == "UNSUPPORTED_TENANT_OPERATION")
        let proof = try await proof()
        #expect(await refusal { try await enter(proof, as: fixture.caller(in: "tenant-a")) } == "UNSUPPORTED_TENANT_OPERATION")
    }

    @Test func reauthenticationDoesNotCreateAccounts() async throws {
        let proof = try await proof()
        let code = await refusal { try await fixture.phoneSignIn.finish(proof, for: .reauthenticate(fixture.caller())) }
        #expect(code == "USER_NOT_FOUND")
        #expect(try await fixture.accountCount() == 0)
    }

    // MARK: Linking

    @Test func anAccountGetsANumberAndSignsInWithIt() async throws {
        let ada = try await fixture.newUser()
        guard case .signedIn(let linked, _, let isNew) = try await link(try await proof(), to: ada) else {
            throw Unexpected(what: "no link")
        }
        #expect(!isNew)
        #expect(linked.account.id == ada.account.id)
        #expect(linked.session.authenticatedAt == ManualClock.start)
        #expect(try await enter(try await proof()).tokens.account.id == ada.account.id)
    }

    @Test func theNumberOfAnotherAccountIsNotMovedButItsHolderCanSignIn() async throws {
        let bob = try await enter(try await proof()).tokens
        let ada = try await fixture.newUser()
        guard case .takenByAnother(let taken, let temporary) = try await link(try await proof(), to: ada) else {
            throw Unexpected(what: "a link")
        }
        #expect(taken.text == Self.ada)
        #expect(try await fixture.account(ada.account.id).phoneNumber == nil)
        let proof = PhoneSignIn.Proof.temporaryProof(temporary.expose(), of: taken)
        #expect(try await enter(proof).tokens.account.id == bob.account.id)
        #expect(await refusal { try await enter(proof) } == "INVALID_TEMPORARY_PROOF", "it works once")
    }

    @Test func aTemporaryProofDoesNotMoveTheNumberEither() async throws {
        let bob = try await enter(try await proof()).tokens
        let ada = try await fixture.newUser()
        guard case .takenByAnother(let taken, let temporary) = try await link(try await proof(), to: ada) else {
            throw Unexpected(what: "a link")
        }
        let linked = await refusal { try await link(.temporaryProof(temporary.expose(), of: taken), to: ada) }
        #expect(linked == "PHONE_NUMBER_EXISTS")
        #expect(try await fixture.account(bob.account.id).phoneNumber == Self.ada)
    }

    @Test(arguments: [(3599.0, nil), (3600.0, "INVALID_TEMPORARY_PROOF")])
    func aTemporaryProofLastsAnHourAndBelongsToItsNumber(_ seconds: Double, _ expected: String?) async throws {
        _ = try await enter(try await proof())
        let ada = try await fixture.newUser()
        guard case .takenByAnother(let taken, let temporary) = try await link(try await proof(), to: ada) else {
            throw Unexpected(what: "a link")
        }
        let other = PhoneSignIn.Proof.temporaryProof(temporary.expose(), of: try number("+15555550177"))
        #expect(await refusal { try await enter(other) } == "INVALID_TEMPORARY_PROOF")
        fixture.clock.advance(bySeconds: seconds)
        #expect(await refusal { try await enter(.temporaryProof(temporary.expose(), of: taken)) } == expected)
    }

    @Test func replacingANumberNeedsARecentSignInAndEndsOtherSessions() async throws {
        let ada = try await fixture.newUser()
        _ = try await link(try await proof(), to: ada)
        let withPhone = try await enter(try await proof()).tokens
        let holder = try await fixture.signIn()
        let other = try await proof(of: "+15555550199")
        fixture.clock.advance(bySeconds: 301)
        #expect(await refusal { try await link(other, to: holder) } == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        let fresh = try await fixture.signIn()
        fixture.clock.advance(bySeconds: 1)
        #expect(await refusal { try await link(other, to: fresh) } == nil, "the refusal did not use the code up")
        #expect(await fixture.endOfSession(withPhone) == "TOKEN_EXPIRED")
        #expect(try await enter(try await proof()).isNew, "the former number is free")
    }

    @Test func anAnonymousUserBecomesPermanent() async throws {
        let anonymous = try await fixture.signUp.anonymously(fixture.caller())
        fixture.clock.advance(bySeconds: 1000)
        guard case .signedIn(let linked, _, _) = try await link(try await proof(), to: anonymous) else { throw Unexpected(what: "no link") }
        #expect(linked.account.id == anonymous.account.id)
        #expect(!linked.account.isAnonymous)
        #expect(linked.session.authenticatedAt == fixture.clock.now())
    }

    @Test func checkingAProofDoesNotConsumeIt() async throws {
        let proof = try await proof()
        for _ in 0..<6 { #expect(await refusal { try await fixture.phoneSignIn.requireGood(proof, for: fixture.caller()) } == nil) }
        for _ in 0..<6 {
            #expect(await refusal { try await fixture.phoneSignIn.requireGood(try wrong(proof), for: fixture.caller()) } == "INVALID_CODE")
        }
        #expect(await refusal { try await fixture.phoneSignIn.use(proof, for: fixture.caller()) } == nil)
        #expect(await refusal { try await fixture.phoneSignIn.use(proof, for: fixture.caller()) } == "INVALID_SESSION_INFO")
    }
}
