import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// Linking providers to a signed-in user, with and without a pending credential.
@Suite struct ProviderLinkTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    @Test func aLinkedIdentitySignsInToTheSameAccount() async throws {
        let ada = try await fixture.newUser()
        fixture.clock.advance(bySeconds: 100)
        let linked = try await fixture.link(.sample("1", email: "ada@github.example", name: "Ada"), to: ada).tokens
        #expect(linked.account.id == ada.account.id)
        #expect(linked.session.authenticatedAt == ManualClock.start, "a link is not a sign-in")
        #expect(linked.session.method == .github)
        let account = try await fixture.account(ada.account.id)
        #expect(account.email?.text == "ada@example.org")
        #expect(account.displayName == "Ada", "a missing name is filled in")
        #expect(try await fixture.enter(.sample("1")).tokens.account.id == ada.account.id)
        #expect(try await fixture.events().suffix(2) == ["link allowed", "sign_in allowed"])
    }

    @Test func theIdentityOfAnotherAccountIsNotLinkedButSignsInToIt() async throws {
        let bob = try await fixture.enter(.sample("1")).tokens
        let ada = try await fixture.newUser()
        let refused = try await fixture.link(.sample("1"), to: ada).refused
        #expect(refused.code == "FEDERATED_USER_ID_ALREADY_LINKED")
        #expect(try await fixture.account(ada.account.id).identities.isEmpty)
        let assertion = try await fixture.pendingCredentials.assertion(of: refused.pendingToken, in: .sample)
        #expect(try await fixture.enter(assertion).tokens.account.id == bob.account.id)
    }

    @Test func anIdentityWithTheAddressOfAnotherAccountIsNotLinked() async throws {
        _ = try await fixture.newUser("bob@example.org")
        let ada = try await fixture.newUser()
        #expect(try await fixture.link(.sample("1", email: "bob@example.org"), to: ada).refused.code == "EMAIL_EXISTS")
        #expect(try await fixture.account(ada.account.id).identities.isEmpty)
    }

    @Test func anAnonymousUserGetsTheAddressUnverifiedAndKeepsTheUID() async throws {
        let anonymous = try await fixture.signUp.anonymously(fixture.caller())
        let linked = try await fixture.link(.sample("1", email: "ada@example.org"), to: anonymous).tokens
        #expect(linked.account.id == anonymous.account.id)
        #expect(linked.account.email?.text == "ada@example.org")
        #expect(!linked.account.emailVerified)
        #expect(linked.session.authenticatedAt == fixture.clock.now())
    }

    @Test func aTrustedProviderProvesTheOwnAddressOfTheAccount() async throws {
        try await fixture.trust(.google)
        let ada = try await fixture.newUser()
        let linked = try await fixture.link(.sample("1", provider: .google, email: "ada@example.org"), to: ada).tokens
        #expect(linked.account.emailVerified)
        #expect(linked.account.password != nil, "the caller controls the account, so that its credentials stay")
    }

    @Test func tokenFromBeforeATakeoverCannotLink() async throws {
        try await fixture.trust(.google)
        let attacker = try await fixture.newUser()
        let holder = try await fixture.holder(of: attacker)
        fixture.clock.advance(bySeconds: 1)
        _ = try await fixture.enter(.sample("1", provider: .google, email: "ada@example.org"))
        let code = await refusal { try await fixture.providerSignIn.finish(.sample("666"), for: .link(holder)) }
        #expect(code == "TOKEN_EXPIRED")
        #expect(try await fixture.account(attacker.account.id).identities.map(\.key.rawID) == ["1"])
    }

    @Test func aPendingCredentialIsLinkedAfterTheSignInAndUsedUp() async throws {
        let ada = try await fixture.newUser()
        let token = try await fixture.enter(.sample("1", email: "ada@example.org")).confirmation.pendingToken
        let assertion = try await fixture.pendingCredentials.assertion(of: token, in: .sample)
        #expect(assertion.tokens.accessToken?.expose() == "access")
        let signedIn = try await fixture.signIn()
        func finish() async throws -> ProviderSignInOutcome {
            try await fixture.providerSignIn.finish(
                assertion, for: .link(try await fixture.holder(of: signedIn)), consuming: Fingerprint(of: token.expose()))
        }
        #expect(try await finish().tokens.account.id == ada.account.id)
        #expect(try await fixture.account(ada.account.id).identities.map(\.key.rawID) == ["1"])
        #expect(await refusal { try await fixture.pendingCredentials.assertion(of: token, in: .sample) } == "INVALID_PENDING_TOKEN")
    }

    @Test func aRefusedLinkDoesNotUseThePendingCredentialUp() async throws {
        _ = try await fixture.newUser()
        let token = try await fixture.enter(.sample("1", email: "ada@example.org")).confirmation.pendingToken
        let assertion = try await fixture.pendingCredentials.assertion(of: token, in: .sample)
        // The user signed in to another account by mistake.
        let bob = try await fixture.newUser("bob@example.org")
        let refused = try await fixture.providerSignIn.finish(
            assertion, for: .link(try await fixture.holder(of: bob)), consuming: Fingerprint(of: token.expose()))
        #expect(try refused.refused.code == "EMAIL_EXISTS")
        #expect(await refusal { try await fixture.pendingCredentials.assertion(of: token, in: .sample) } == nil)
    }

    @Test(arguments: [(3599.0, nil), (3600.0, "INVALID_PENDING_TOKEN")])
    func aPendingCredentialLastsAnHour(_ seconds: Double, _ expected: String?) async throws {
        _ = try await fixture.newUser()
        let token = try await fixture.enter(.sample("1", email: "ada@example.org")).confirmation.pendingToken
        fixture.clock.advance(bySeconds: seconds)
        #expect(await refusal { try await fixture.pendingCredentials.assertion(of: token, in: .sample) } == expected)
    }

    @Test func aPendingCredentialBelongsToItsTenant() async throws {
        try await fixture.addTenant("tenant-a")
        _ = try await fixture.newUser()
        let token = try await fixture.enter(.sample("1", email: "ada@example.org")).confirmation.pendingToken
        let tenant = Realm(project: .sample, tenant: "tenant-a")
        #expect(await refusal { try await fixture.pendingCredentials.assertion(of: token, in: tenant) } == "INVALID_PENDING_TOKEN")
        #expect(await refusal { try await fixture.pendingCredentials.assertion(of: "made up", in: .sample) } == "INVALID_PENDING_TOKEN")
    }

    @Test func aDeletedAccountTakesItsPendingCredentialsAlong() async throws {
        let ada = try await fixture.newUser()
        let token = try await fixture.enter(.sample("1", email: "ada@example.org")).confirmation.pendingToken
        try await fixture.removal.delete(try await fixture.holder(of: ada))
        #expect(await refusal { try await fixture.pendingCredentials.assertion(of: token, in: .sample) } == "INVALID_PENDING_TOKEN")
    }

    @Test(arguments: [true, false])
    func aProviderThatIsDisabledMeanwhileSignsInNoUser(_ wasConfigured: Bool) async throws {
        _ = try await fixture.enter(.sample("1")).tokens
        if wasConfigured {
            try await fixture.configure(.github, enabled: false)
        } else {
            try await fixture.store.write { _ = try $0.deleteProvider(.github, in: .sample) }
        }
        // A stored result of an earlier flow, or a pending credential.
        #expect(await refusal { try await fixture.enter(.sample("1")) } == "OPERATION_NOT_ALLOWED")
        let ada = try await fixture.newUser()
        #expect(await refusal { try await fixture.link(.sample("1"), to: ada) } == "OPERATION_NOT_ALLOWED")
        #expect(try await fixture.enter(.sample("1", provider: .twitter)).isNewUser, "the other providers still work")
    }

    @Test func requestWithoutPendingStorageGetsAnUnusableToken() async throws {
        _ = try await fixture.newUser()
        let outcome = try await fixture.providerSignIn.finish(
            .sample("1", email: "ada@example.org"), for: .signIn(fixture.caller()), keepsPending: false)
        let token = try outcome.confirmation.pendingToken
        #expect(await refusal { try await fixture.pendingCredentials.assertion(of: token, in: .sample) } == "INVALID_PENDING_TOKEN")
    }
}
