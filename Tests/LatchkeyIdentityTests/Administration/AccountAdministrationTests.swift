import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct AccountAdministrationTests {
    private static let actor = "back-end@sample-project.example"
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private func create(_ edit: (inout AccountDraft) -> Void) async throws -> Account {
        var draft = AccountDraft()
        edit(&draft)
        return try await fixture.administration.create(draft, by: fixture.caller(), actor: Self.actor)
    }

    private func update(_ id: AccountID, _ edit: (inout AccountRevision) throws -> Void) async throws -> Account {
        var revision = AccountRevision()
        try edit(&revision)
        return try await fixture.administration.update(id, revision, by: fixture.caller(), actor: Self.actor)
    }

    private func factor(_ id: String, _ text: String? = nil, name: String? = nil) throws -> AccountRevision.Factor {
        AccountRevision.Factor(id: id, phoneNumber: try text.map { try number($0) }, displayName: name)
    }

    // MARK: Creation

    @Test func createdAccountHasTheGivenFieldsAndNoSignIn() async throws {
        let account = try await create { draft in
            draft.id = "ada"
            draft.email = EmailAddress("ada@example.org")
            draft.emailVerified = true
            draft.password = "correct horse"
            draft.phoneNumber = PhoneNumber("+15555550100")
            draft.displayName = "Ada"
        }
        #expect(account.lastSignInAt == nil)
        #expect(account.emailVerified)
        #expect(try await fixture.signIn().account.id == "ada")
        let event = try #require(try await fixture.store.read { try $0.events(of: .sample, subject: "ada", limit: 9) }.last)
        #expect(event.kind == .signUp)
        #expect(event.actor == Self.actor)
        #expect(event.session == nil)
    }

    @Test func aUIDIsMadeUpWhenNoneIsGiven() async throws {
        #expect(try await create { _ in }.id.rawValue.count == 28)
    }

    @Test func takenValuesAreNamed() async throws {
        _ = try await create { draft in
            draft.id = "ada"
            draft.email = EmailAddress("ada@example.org")
            draft.phoneNumber = PhoneNumber("+15555550100")
        }
        #expect(await refusal { try await create { $0.email = EmailAddress("ADA@example.org") } } == "EMAIL_EXISTS")
        #expect(await refusal { try await create { $0.phoneNumber = PhoneNumber("+15555550100") } } == "PHONE_NUMBER_EXISTS")
        let all = await refusal {
            try await create { draft in
                draft.id = "ada"
                draft.email = EmailAddress("ada@example.org")
            }
        }
        #expect(all == "DUPLICATE_LOCAL_ID", "the uid comes first")
        #expect(try await fixture.accountCount() == 1)
    }

    @Test func theProjectsPolicyDoesNotBindAdministratorsButTheMinimumDoes() async throws {
        let strict = fixture.caller { $0.passwordPolicy = PasswordPolicy(minimumCharacters: 20, isEnforced: true) }
        var draft = AccountDraft()
        draft.email = EmailAddress("ada@example.org")
        draft.password = "correct horse"
        let made = draft
        #expect(await refusal { try await fixture.administration.create(made, by: strict, actor: Self.actor) } == nil)
        #expect(await refusal { try await create { $0.password = "12345" } } == "WEAK_PASSWORD")
    }

    @Test func factorsComeWithTheAccountOrNotAtAll() async throws {
        let phone = AccountDraft.FactorDraft(phoneNumber: try number("+15555550100"), displayName: "Mobile")
        let account = try await create { $0.secondFactors = [phone] }
        let factors = try await fixture.store.read { try $0.secondFactors(of: account.id, in: .sample) }
        #expect(factors.map(\.displayName) == ["Mobile"])
        #expect(await refusal { try await create { $0.secondFactors = [phone, phone] } } == "SECOND_FACTOR_EXISTS")
        #expect(try await fixture.accountCount() == 1)
    }

    // MARK: Changes

    @Test func disablingEndsTokensAndCookiesAndEnablingRestoresNone() async throws {
        let tokens = try await fixture.newUser()
        let cookie = try await fixture.cookies.make(from: tokens.idToken, lastingSeconds: 3600, caller: fixture.caller()).expose()
        fixture.clock.advance(bySeconds: 5)
        _ = try await update(tokens.account.id) { $0.disabled = true }
        #expect(await fixture.endOfSession(tokens) == "USER_DISABLED", "apps show why the user is signed out")
        _ = try await update(tokens.account.id) { $0.disabled = false }
        #expect(await fixture.endOfSession(tokens) == "TOKEN_EXPIRED")
        #expect(await refusal { try await fixture.cookies.check(cookie, from: fixture.caller()) } == "TOKEN_EXPIRED")
        #expect(await refusal { try await fixture.signIn() } == nil)
    }

    /// The changes that end all sessions, because they may repair a takeover.
    @Test(arguments: ["password", "e-mail", "phone", "provider", "revocation", "clears password", "clears e-mail"])
    func aChangeOfAWayInEndsSessionsAndCodes(_ change: String) async throws {
        let tokens = try await fixture.newUser()
        _ = try await fixture.link(.sample("1"), to: tokens)
        try await fixture.edit(tokens.account.id) { $0.phoneNumber = "+15555550100" }
        let session = try await fixture.signIn()
        try await fixture.codeRequests.sendPasswordReset(to: address("ada@example.org"), for: fixture.caller())
        let code = try await fixture.lastCode(.passwordReset)
        fixture.clock.advance(bySeconds: 5)
        let instant = fixture.clock.now()
        _ = try await update(tokens.account.id) { revision in
            switch change {
            case "password": revision.password = "another one"
            case "e-mail": revision.email = EmailAddress("new@example.org")
            case "phone": revision.phoneNumber = PhoneNumber("+15555550199")
            case "provider": revision.unlinking = [.github]
            case "revocation": revision.validSince = instant
            case "clears password": revision.clearsPassword = true
            default: revision.clearsEmail = true
            }
        }
        #expect(await fixture.endOfSession(session) == "TOKEN_EXPIRED")
        #expect(await refusal { try await fixture.oneTimeCodes.check(code, in: .sample) } == "INVALID_OOB_CODE")
    }

    @Test func profileChangeKeepsSessions() async throws {
        let tokens = try await fixture.newUser()
        fixture.clock.advance(bySeconds: 5)
        let account = try await update(tokens.account.id) { revision in
            revision.displayName = .set("Ada")
            revision.photoURL = .set("https://example.org/a")
            revision.emailVerified = true
            revision.customClaims = #"{"role":"editor"}"#
        }
        #expect(account.displayName == "Ada")
        #expect(await fixture.endOfSession(tokens) == nil)
        let refreshed = try await fixture.sessions.refresh(tokens.refreshToken, for: .sample)
        #expect(try await fixture.holder(of: refreshed).claims.custom == ["role": .string("editor")])
    }

    @Test func aRevocationInTheFutureCountsFromNow() async throws {
        let tokens = try await fixture.newUser()
        fixture.clock.advance(bySeconds: 5)
        let future = fixture.clock.now().addingTimeInterval(86_400)
        let account = try await update(tokens.account.id) { $0.validSince = future }
        #expect(account.validSince == fixture.clock.now(), "the user is not locked out for a day")
        #expect(await refusal { try await fixture.holder(of: try await fixture.signIn()) } == nil)
    }

    @Test func newAddressIsUnverifiedByDefault() async throws {
        let tokens = try await fixture.newUser(verified: true)
        #expect(try await update(tokens.account.id) { $0.email = EmailAddress("new@example.org") }.emailVerified == false)
        let verified = try await update(tokens.account.id) { revision in
            revision.email = EmailAddress("newer@example.org")
            revision.emailVerified = true
        }
        #expect(verified.emailVerified)
        #expect(verified.initialEmail?.text == "ada@example.org")
        let without = try await update(tokens.account.id) { revision in
            revision.clearsEmail = true
            revision.emailVerified = true
        }
        #expect(!without.emailVerified)
        #expect(try await fixture.sent(.recoverEmail).isEmpty, "the administrator may be repairing what an attacker did")
    }

    @Test func takenValuesAndMissingAccountsAreRefused() async throws {
        let ada = try await fixture.newUser()
        let bob = try await fixture.newUser("bob@example.org")
        try await fixture.edit(bob.account.id) { $0.phoneNumber = "+15555550100" }
        _ = try await fixture.link(.sample("1"), to: bob)
        let id = ada.account.id
        #expect(await refusal { try await update(id) { $0.email = EmailAddress("bob@example.org") } } == "EMAIL_EXISTS")
        #expect(await refusal { try await update(id) { $0.phoneNumber = PhoneNumber("+15555550100") } } == "PHONE_NUMBER_EXISTS")
        #expect(await refusal { try await update(id) { $0.linking = .sample("1") } } == "FEDERATED_USER_ID_ALREADY_LINKED")
        #expect(await refusal { try await update(id) { $0.password = "12345" } } == "WEAK_PASSWORD")
        #expect(await refusal { try await update("missing") { $0.displayName = .set("x") } } == "USER_NOT_FOUND")
        #expect(await fixture.endOfSession(ada) == nil)
    }

    @Test func anAccountOfAnotherTenantIsNotFound() async throws {
        try await fixture.addTenant("tenant-a")
        let tokens = try await fixture.newUser(from: fixture.caller(in: "tenant-a"))
        #expect(await refusal { try await update(tokens.account.id) { $0.disabled = true } } == "USER_NOT_FOUND")
        let deleted = await refusal {
            try await fixture.administration.delete(tokens.account.id, by: fixture.caller(), actor: Self.actor)
        }
        #expect(deleted == "USER_NOT_FOUND")
    }

    @Test func aCheckInsideTheTransactionRefusesTheWholeChange() async throws {
        let tokens = try await fixture.newUser()
        var revision = AccountRevision()
        revision.displayName = .set("Eve")
        let change = revision
        let code = await refusal {
            try await fixture.administration.update(tokens.account.id, change, by: fixture.caller(), actor: Self.actor) { account in
                #expect(account.email?.text == "ada@example.org")
                throw SignInError(.operationNotAllowed)
            }
        }
        #expect(code == "OPERATION_NOT_ALLOWED")
        #expect(try await fixture.account(tokens.account.id).displayName == nil)
    }

    /// `{"a":"…"}` has eight characters around the text.
    @Test(
        arguments: [
            ("", nil), ("{}", nil), (#"{"role":"editor"}"#, nil), ("[]", "INVALID_CLAIMS"), ("{", "INVALID_CLAIMS"),
            ("null", "INVALID_CLAIMS"),
            (#"{"a":1,"a":2}"#, "INVALID_CLAIMS"), (#"{"sub":"eve"}"#, "FORBIDDEN_CLAIM"), (#"{"firebase":{}}"#, "FORBIDDEN_CLAIM"),
            (#"{"a":""# + String(repeating: "x", count: 992) + #""}"#, nil),
            (#"{"a":""# + String(repeating: "x", count: 993) + #""}"#, "CLAIMS_TOO_LARGE"),
        ] as [(String, String?)])
    func customClaimsAreASmallObject(_ claims: String, _ expected: String?) async throws {
        let id = try await create { $0.id = "ada" }.id
        #expect(await refusal { try await update(id) { $0.customClaims = claims } } == expected)
        #expect(try await fixture.account(id).customClaims == (expected == nil && !claims.isEmpty ? claims : nil))
    }

    @Test func theAuditLogNamesFieldsAndNeverTheirValues() async throws {
        let id = try await fixture.newUser().account.id
        _ = try await update(id) { revision in
            revision.disabled = true
            revision.password = "another one"
            revision.displayName = .set("secret name")
        }
        _ = try await update(id) { $0.unlinking = [.phone] }
        let events = try await fixture.store.read { try $0.events(of: .sample, subject: id, limit: 2) }
        #expect(events.map(\.reason) == ["phone", "disabled, password, name"])
        #expect(events.map(\.kind) == [.unlink, .update])
        #expect(events.allSatisfy { $0.actor == Self.actor && $0.address == "192.0.2.1" })
    }

    // MARK: Second factors

    @Test func theListOfFactorsReplacesThePresentOnesAndEndsSessions() async throws {
        let enrolled = try await fixture.enrolTOTP(try await fixture.newUser(verified: true), named: "Old name")
        let id = enrolled.tokens.account.id
        func factors() async throws -> [SecondFactor] { try await fixture.store.read { try $0.secondFactors(of: id, in: .sample) } }
        fixture.clock.advance(bySeconds: 5)
        _ = try await update(id) { $0.secondFactors = [try factor(enrolled.factor.id, name: "New name")] }
        #expect(try await factors().map(\.displayName) == ["New name"])
        #expect(await fixture.endOfSession(enrolled.tokens) == nil, "the same factor under a new name")
        _ = try await update(id) { $0.secondFactors = [try factor(enrolled.factor.id), try factor("phone", "+15555550100")] }
        #expect(try await factors().map(\.kind) == [.totp, .phone])
        #expect(await fixture.endOfSession(enrolled.tokens) == "TOKEN_EXPIRED")
        #expect(await refusal { try await update(id) { $0.secondFactors = [try factor("unknown")] } } == "MFA_ENROLLMENT_NOT_FOUND")
        #expect(try await factors().count == 2)
    }

    @Test func removingAllFactorsRemovesTheRecoveryCodes() async throws {
        let enrolled = try await fixture.enrolTOTP(try await fixture.newUser(verified: true))
        let id = enrolled.tokens.account.id
        _ = try await fixture.recoveryCodes.renew(for: try await fixture.holder(of: enrolled.tokens))
        _ = try await update(id) { $0.secondFactors = [] }
        #expect(try await fixture.store.read { try $0.recoveryCodeCount(of: id, in: .sample) } == 0)
        #expect(await refusal { try await fixture.signIn() } == nil)
    }

    // MARK: Deletion

    @Test func onlyDisabledAccountsOfABatchAreDeletedWithoutForce() async throws {
        for id in ["a", "b", "c"] as [AccountID] { _ = try await create { $0.id = id } }
        _ = try await update("b") { $0.disabled = true }
        let left = try await fixture.administration.delete(
            ["a", "b", "missing", "c"], force: false, by: fixture.caller(), actor: Self.actor)
        #expect(left == [0, 3])
        #expect(try await fixture.accountCount() == 2)
        let none = try await fixture.administration.delete(["a", "c"], force: true, by: fixture.caller(), actor: Self.actor)
        #expect(none.isEmpty)
        #expect(try await fixture.accountCount() == 0)
        #expect(try await fixture.events().count { $0 == "delete allowed" } == 3)
    }
}
