import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct AdministratorCodeTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private func make(
        _ kind: OneTimeCode.Kind, for email: String = "ada@example.org", new: String? = nil, returnsLink: Bool = true, byHand: Bool = false,
        as caller: Caller? = nil
    ) async throws -> AdministratorCodes.Link? {
        let order = AdministratorCodes.Order(
            kind, email: try address(email), newEmail: try new.map { try address($0) }, returnsLink: returnsLink)
        return try await fixture.administratorCodes.make(order, by: caller ?? fixture.caller(), actor: "admin", isByHand: byHand)
    }

    @Test func aReturnedLinkIsNotMailedAndWorks() async throws {
        _ = try await fixture.newUser()
        let link = try #require(try await make(.passwordReset))
        #expect(try await fixture.sent(.passwordReset).isEmpty)
        #expect(link.url == "resetPassword \(link.code.expose())")
        let code = await refusal {
            try await fixture.passwordReset.confirm(link.code, newPassword: "a new one", for: fixture.caller())
        }
        #expect(code == nil)
        #expect(try await fixture.store.read { try $0.events(of: .sample, subject: nil, limit: 9) }.contains { $0.actor == "admin" })
    }

    @Test func aMailedLinkIsNotReturned() async throws {
        _ = try await fixture.newUser()
        #expect(try await make(.verifyEmail, returnsLink: false) == nil)
        #expect(try await fixture.sent(.verifyEmail).map(\.recipient) == ["ada@example.org"])
    }

    @Test(
        arguments: [
            (.passwordReset, "EMAIL_NOT_FOUND"), (.verifyEmail, "USER_NOT_FOUND"), (.verifyAndChangeEmail, "USER_NOT_FOUND"),
            (.emailSignIn, nil),
        ] as [(OneTimeCode.Kind, String?)])
    func administratorsLearnThatAnAddressHasNoAccount(_ kind: OneTimeCode.Kind, _ expected: String?) async throws {
        #expect(await refusal { try await make(kind) } == expected)
    }

    @Test func aSignInLinkForAnUnknownAddressCreatesTheAccount() async throws {
        let link = try #require(try await make(.emailSignIn))
        let entered = try await fixture.emailLinkSignIn.signIn(link.code, email: address("ada@example.org"), for: fixture.caller())
        #expect(entered.isNewUser)
    }

    @Test func disabledAccountGetsNoCode() async throws {
        let tokens = try await fixture.newUser()
        try await fixture.edit(tokens.account.id) { $0.disabled = true }
        #expect(await refusal { try await make(.passwordReset) } == "USER_DISABLED")
    }

    @Test func theProjectsMethodsApply() async throws {
        _ = try await fixture.newUser()
        #expect(
            await refusal { try await make(.passwordReset, as: fixture.caller { $0.passwordSignIn = false }) } == "OPERATION_NOT_ALLOWED")
        #expect(
            await refusal { try await make(.emailSignIn, as: fixture.caller { $0.emailLinkSignIn = false }) } == "OPERATION_NOT_ALLOWED")
    }

    @Test func aNewAddressIsFreeAndDifferent() async throws {
        _ = try await fixture.newUser()
        let bob = try await fixture.newUser("bob@example.org")
        #expect(await refusal { try await make(.verifyAndChangeEmail, new: "ada@example.org") } == "INVALID_NEW_EMAIL")
        #expect(await refusal { try await make(.verifyAndChangeEmail, new: "bob@example.org") } == "EMAIL_EXISTS")
        let link = try #require(try await make(.verifyAndChangeEmail, new: "new@example.org"))
        _ = try await fixture.codeApplication.apply(link.code, for: fixture.caller())
        #expect(try await fixture.owner(of: "new@example.org") != bob.account.id)
        #expect(try await fixture.owner(of: "ada@example.org") == nil)
    }

    @Test func backEndsAreNotLimitedAndConsoleUsersAre() async throws {
        _ = try await fixture.newUser()
        for _ in 0..<20 { #expect(await refusal { try await make(.passwordReset, returnsLink: false) } == nil) }
        for _ in 0..<5 { #expect(await refusal { try await make(.passwordReset, returnsLink: false, byHand: true) } == nil) }
        #expect(await refusal { try await make(.passwordReset, returnsLink: false, byHand: true) } == "wait 720")
    }

    @Test func anAccountOfAnotherTenantIsNotFound() async throws {
        try await fixture.addTenant("tenant-a")
        _ = try await fixture.newUser()
        #expect(await refusal { try await make(.passwordReset, as: fixture.caller(in: "tenant-a")) } == "EMAIL_NOT_FOUND")
    }
}
