import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// `SignUp.upgrade`: an address and a password for an account that exists.
@Suite struct UpgradeTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private func upgrade(
        _ tokens: IssuedTokens, _ email: String = "ada@example.org", _ password: Secret<String> = "correct horse",
        as caller: Caller? = nil
    ) async throws -> IssuedTokens {
        try await fixture.signUp.upgrade(
            try await fixture.holder(of: tokens, as: caller), email: address(email), password: password)
    }

    @Test func anAnonymousUserKeepsTheUIDAndCanSignIn() async throws {
        let anonymous = try await fixture.signUp.anonymously(fixture.caller())
        #expect(anonymous.account.isAnonymous)
        // No recent sign-in is required: the user has no way to sign in again.
        fixture.clock.advance(bySeconds: 3000)
        let upgraded = try await upgrade(anonymous)
        #expect(upgraded.account.id == anonymous.account.id)
        #expect(!upgraded.account.isAnonymous)
        #expect(!upgraded.account.emailVerified)
        #expect(try await fixture.signIn().account.id == anonymous.account.id)
        #expect(await fixture.endOfSession(anonymous) == "TOKEN_EXPIRED", "the session without a credential ends")
        #expect(try await fixture.events().suffix(2) == ["link allowed", "sign_in allowed"])
    }

    @Test func addressOfAnotherAccountIsRejectedWithoutChanges() async throws {
        _ = try await fixture.newUser("bob@example.org")
        let anonymous = try await fixture.signUp.anonymously(fixture.caller())
        #expect(await refusal { try await upgrade(anonymous, "bob@example.org") } == "EMAIL_EXISTS")
        #expect(try await fixture.account(anonymous.account.id).isAnonymous)
        #expect(await fixture.endOfSession(anonymous) == nil)
    }

    @Test func anAccountWithAWayInNeedsARecentSignIn() async throws {
        let tokens = try await fixture.newUser()
        fixture.clock.advance(bySeconds: 300)
        #expect(await refusal { try await upgrade(tokens, "ada@example.org", "another one") } == nil)
        let later = try await fixture.signIn(IdentityFixture.adaText, "another one")
        fixture.clock.advance(bySeconds: 301)
        #expect(await refusal { try await upgrade(later, "ada@example.org", "a third one") } == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        #expect(await refusal { try await fixture.signIn(IdentityFixture.adaText, "another one") } == nil)
    }

    @Test func withEnumerationProtectionAnotherAddressHasToBeVerifiedFirst() async throws {
        let tokens = try await fixture.newUser()
        #expect(await refusal { try await upgrade(tokens, "new@example.org") } == "OPERATION_NOT_ALLOWED")
        #expect(try await fixture.owner(of: "new@example.org") == nil)
        let open = fixture.caller { $0.enumerationProtection = false }
        #expect(await refusal { try await upgrade(tokens, "new@example.org", as: open) } == nil)
        #expect(try await fixture.owner(of: "new@example.org") == tokens.account.id)
    }

    @Test func anUpgradeEndsAllOtherSessionsAndPendingResets() async throws {
        let tokens = try await fixture.newUser()
        let elsewhere = try await fixture.signIn(from: fixture.caller(from: "203.0.113.9"))
        try await fixture.codeRequests.sendPasswordReset(to: address("ada@example.org"), for: fixture.caller())
        let reset = try await fixture.lastCode(.passwordReset)
        fixture.clock.advance(bySeconds: 5)
        let renewed = try await upgrade(tokens, "ada@example.org", "another one")
        #expect(await fixture.endOfSession(tokens) == "TOKEN_EXPIRED")
        #expect(await fixture.endOfSession(elsewhere) == "TOKEN_EXPIRED")
        #expect(await fixture.endOfSession(renewed) == nil)
        let code = await refusal {
            try await fixture.passwordReset.confirm(reset, newPassword: "a third one", for: fixture.caller())
        }
        #expect(code == "INVALID_OOB_CODE")
    }

    @Test func aSecondUpgradeWithTheTokensFromBeforeIsRefused() async throws {
        let anonymous = try await fixture.signUp.anonymously(fixture.caller())
        let holder = try await fixture.holder(of: anonymous)
        _ = try await upgrade(anonymous)
        let again = await refusal {
            try await fixture.signUp.upgrade(holder, email: address("eve@example.org"), password: "another one")
        }
        #expect(again == "TOKEN_EXPIRED")
        #expect(try await fixture.owner(of: "eve@example.org") == nil)
    }

    @Test func theTimeOfTheSignInStaysSoThatAnUpgradeIsNotARecentSignIn() async throws {
        let tokens = try await fixture.newUser()
        fixture.clock.advance(bySeconds: 200)
        let renewed = try await upgrade(tokens, "ada@example.org", "another one")
        #expect(renewed.session.authenticatedAt == ManualClock.start)
        fixture.clock.advance(bySeconds: 101)
        #expect(await refusal { try await upgrade(renewed, "ada@example.org", "a third one") } == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }

    @Test func aNewAddressCountsAsASignUp() async throws {
        let caller = fixture.caller { $0.signUpsPerHour = 1 }
        let anonymous = try await fixture.signUp.anonymously(caller)
        #expect(await refusal { try await upgrade(anonymous, as: caller) } == "wait 3600")
        #expect(try await fixture.account(anonymous.account.id).isAnonymous)
    }
}
