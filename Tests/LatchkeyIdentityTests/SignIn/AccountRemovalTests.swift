import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct AccountRemovalTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    @Test func credentialsOfADeletedAccountAreInvalid() async throws {
        let tokens = try await fixture.newUser(verified: true)
        _ = try await fixture.link(.sample("1"), to: tokens)
        let later = try await fixture.signIn()
        try await fixture.codeRequests.sendPasswordReset(to: address("ada@example.org"), for: fixture.caller())
        let reset = try await fixture.lastCode(.passwordReset)
        try await fixture.removal.delete(try await fixture.holder(of: later))
        #expect(try await fixture.accountCount() == 0)
        #expect(await fixture.endOfSession(later) == "TOKEN_EXPIRED")
        #expect(await refusal { try await fixture.holder(of: later) } == "USER_NOT_FOUND")
        #expect(await refusal { try await fixture.signIn() } == "INVALID_LOGIN_CREDENTIALS")
        let code = await refusal {
            try await fixture.passwordReset.confirm(reset, newPassword: "a new one", for: fixture.caller())
        }
        #expect(code == "INVALID_OOB_CODE")
        #expect(try await fixture.enter(.sample("1")).isNewUser)
    }

    @Test func theEventStaysAndTheAddressIsFree() async throws {
        let tokens = try await fixture.newUser()
        try await fixture.removal.delete(try await fixture.holder(of: tokens))
        let last = try #require(try await fixture.store.read { try $0.events(of: .sample, subject: nil, limit: 1) }.first)
        #expect(last.kind == .delete)
        #expect(last.actor == last.subject?.rawValue && last.subject != tokens.account.id)
        #expect(last.address == nil)
        #expect(try await fixture.newUser().account.id != tokens.account.id)
    }

    @Test func anOldSignInDoesNotSuffice() async throws {
        let tokens = try await fixture.newUser()
        fixture.clock.advance(bySeconds: 301)
        let holder = try await fixture.holder(of: tokens)
        #expect(await refusal { try await fixture.removal.delete(holder) } == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        #expect(try await fixture.accountCount() == 1)
    }

    @Test func revokedSessionCannotDeleteTheAccount() async throws {
        let tokens = try await fixture.newUser()
        let holder = try await fixture.holder(of: tokens)
        try await fixture.sessions.end(tokens.refreshToken, for: fixture.caller())
        #expect(await refusal { try await fixture.removal.delete(holder) } == "TOKEN_EXPIRED")
        #expect(try await fixture.accountCount() == 1)
    }

    @Test func anAccountIsDeletedOnce() async throws {
        let holder = try await fixture.holder(of: try await fixture.newUser())
        try await fixture.removal.delete(holder)
        #expect(await refusal { try await fixture.removal.delete(holder) } == "USER_NOT_FOUND")
        #expect(try await fixture.events().count { $0 == "delete allowed" } == 1)
    }

    @Test func anAccountOfTheSameUIDInAnotherTenantStays() async throws {
        try await fixture.addTenant("tenant-a")
        let tenant = Realm(project: .sample, tenant: "tenant-a")
        let tokens = try await fixture.newUser()
        let id = tokens.account.id
        try await fixture.store.write { try $0.insert(Account.sample(id, in: tenant)) }
        try await fixture.removal.delete(try await fixture.holder(of: tokens))
        #expect(try await fixture.account(id, in: tenant).id == id)
    }
}
