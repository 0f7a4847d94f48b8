import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct ProviderSignInTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    @Test func theFirstSignInCreatesAnAccountAndTheNextFindsItByTheIdentityAlone() async throws {
        let first = try await fixture.enter(.sample("1", email: "ada@example.org", name: "Ada", photo: "https://example.org/a.png"))
        #expect(first.isNewUser)
        let created = try first.tokens.account
        #expect(created.email?.text == "ada@example.org")
        #expect(!created.emailVerified, "GitHub's word about an address is not trusted by default")
        #expect(created.displayName == "Ada")
        #expect(created.photoURL == "https://example.org/a.png")
        // The user has another address at the provider now, and has changed the name.
        let second = try await fixture.enter(.sample("1", email: "new@example.org", name: "Ada L."))
        #expect(!second.isNewUser)
        let found = try second.tokens.account
        #expect(found.id == created.id)
        let account = try await fixture.account(created.id)
        #expect(account.email?.text == "ada@example.org", "the account keeps its own address")
        #expect(account.displayName == "Ada", "and its name")
        #expect(account.identities.map(\.email?.text) == ["new@example.org"])
        #expect(account.identities.map(\.displayName) == ["Ada L."])
        #expect(try await fixture.events() == ["sign_up allowed", "sign_in allowed"])
    }

    @Test func anIdentityIsTheProviderItsOriginAndTheID() async throws {
        let ids = try await [
            ProviderAssertion.sample("1"), .sample("2"), .sample("1", provider: .twitter),
            ProviderAssertion(key: Identity.sample("1", origin: "https://github.example").key, tokens: ProviderTokens()),
        ].asyncMap { try await fixture.enter($0).tokens.account.id }
        #expect(Set(ids).count == 4)
    }

    @Test func anAddressIsNeverRequired() async throws {
        let account = try await fixture.enter(.sample("1", email: nil)).tokens.account
        #expect(account.email == nil)
        #expect(!account.emailVerified)
    }

    @Test func theAddressOfAPasswordAccountNeedsItsPasswordFirst() async throws {
        let ada = try await fixture.newUser()
        let confirmation = try await fixture.enter(.sample("1", email: "ada@example.org")).confirmation
        #expect(confirmation.account.id == ada.account.id)
        #expect(confirmation.account.providers.isEmpty)
        #expect(try await fixture.account(ada.account.id).identities.isEmpty, "nothing is linked")
        #expect(try await fixture.sessionCount(of: ada.account.id) == 1)
        #expect(try await fixture.accountCount() == 1)
        #expect(try await fixture.events().last == "sign_in confirmation_needed")
    }

    @Test func aTrustedProviderJoinsAVerifiedAccountAndItsPasswordStays() async throws {
        try await fixture.trust(.github)
        let ada = try await fixture.newUser(verified: true)
        let outcome = try await fixture.enter(.sample("1", email: "ada@example.org"))
        #expect(try outcome.tokens.account.id == ada.account.id)
        #expect(!outcome.isNewUser)
        let account = try await fixture.account(ada.account.id)
        #expect(account.identities.map(\.key.rawID) == ["1"])
        #expect(try await fixture.signIn().account.id == ada.account.id)
        #expect(await fixture.endOfSession(ada) == nil)
    }

    @Test func aTrustedProviderTakesAnUnverifiedAccountOverAndEveryEarlierCredentialEnds() async throws {
        try await fixture.trust(.google)
        // An attacker registered the address, linked an identity of theirs and added a phone number.
        let attacker = try await fixture.newUser(password: "attacker's")
        _ = try await fixture.link(.sample("666", provider: .twitter), to: attacker)
        try await fixture.edit(attacker.account.id) { $0.phoneNumber = "+15555550100" }
        try await fixture.codeRequests.sendPasswordReset(to: address("ada@example.org"), for: fixture.caller())
        let reset = try await fixture.lastCode(.passwordReset)
        fixture.clock.advance(bySeconds: 10)
        let holder = try await fixture.enter(.sample("1", provider: .google, email: "ada@example.org", name: "Ada")).tokens
        let account = try await fixture.account(holder.account.id)
        #expect(account.id == attacker.account.id)
        #expect(account.emailVerified)
        #expect(account.password == nil)
        #expect(account.phoneNumber == nil)
        #expect(account.displayName == "Ada")
        #expect(account.identities.map(\.key.provider) == [.google])
        #expect(await fixture.endOfSession(attacker) == "TOKEN_EXPIRED")
        #expect(await refusal { try await fixture.signIn(IdentityFixture.adaText, "attacker's") } == "INVALID_LOGIN_CREDENTIALS")
        let code = await refusal {
            try await fixture.passwordReset.confirm(reset, newPassword: "a new one", for: fixture.caller())
        }
        #expect(code == "INVALID_OOB_CODE")
        let stranger = try await fixture.enter(.sample("666", provider: .twitter))
        #expect(stranger.isNewUser, "the attacker's identity leads to a new account")
        #expect(try await fixture.events().contains("takeover allowed"))
    }

    /// Whether the provider verified the address, holds it, and is trusted.
    @Test(arguments: [(true, true, false), (true, false, true), (false, true, true), (false, false, false)])
    func lessThanAFullProofOpensNoAccount(_ verified: Bool, _ holds: Bool, _ trusted: Bool) async throws {
        if trusted { try await fixture.trust(.github) }
        let ada = try await fixture.newUser(verified: true)
        let assertion = ProviderAssertion.sample("1", email: "ada@example.org", verified: verified, holdsAddress: holds)
        #expect(try await fixture.enter(assertion).confirmation.account.id == ada.account.id)
    }

    @Test func anAccountThatAnIdentityOpensMayBeDisabled() async throws {
        let tokens = try await fixture.enter(.sample("1")).tokens
        try await fixture.edit(tokens.account.id) { $0.disabled = true }
        #expect(await refusal { try await fixture.enter(.sample("1")) } == "USER_DISABLED")
        #expect(try await fixture.sessionCount(of: tokens.account.id) == 1)
        #expect(try await fixture.events().last == "sign_in refused USER_DISABLED")
    }

    @Test func aTrustedProviderDoesNotOpenADisabledAccountByItsAddress() async throws {
        try await fixture.trust(.github)
        let ada = try await fixture.newUser(verified: true)
        try await fixture.edit(ada.account.id) { $0.disabled = true }
        #expect(await refusal { try await fixture.enter(.sample("1", email: "ada@example.org")) } == "USER_DISABLED")
        #expect(try await fixture.account(ada.account.id).identities.isEmpty)
    }

    @Test func withoutSignUpOnlyKnownIdentitiesSignIn() async throws {
        _ = try await fixture.enter(.sample("1"))
        let closed = fixture.caller { $0.signUp = false }
        #expect(await refusal { try await fixture.enter(.sample("1"), as: closed) } == nil)
        #expect(await refusal { try await fixture.enter(.sample("2"), as: closed) } == "ADMIN_ONLY_OPERATION")
        #expect(try await fixture.accountCount() == 1)
    }

    @Test func severalAccountsPerAddressLeaveTheAddressWithTheIdentity() async throws {
        let ada = try await fixture.newUser()
        let several = fixture.caller { $0.oneAccountPerEmail = false }
        let other = try await fixture.enter(.sample("1", email: "ada@example.org"), as: several).tokens.account
        #expect(other.id != ada.account.id)
        #expect(other.email == nil)
        #expect(other.identities.map(\.email?.text) == ["ada@example.org"])
        #expect(try await fixture.owner(of: "ada@example.org") == ada.account.id)
    }

    @Test func reauthenticationNeitherCreatesNorLinks() async throws {
        try await fixture.trust(.github)
        let ada = try await fixture.newUser(verified: true)
        let unknown = await refusal {
            try await fixture.providerSignIn.finish(
                .sample("1", email: "ada@example.org"), for: .reauthenticate(fixture.caller()))
        }
        #expect(unknown == "USER_NOT_FOUND")
        #expect(try await fixture.account(ada.account.id).identities.isEmpty)
        _ = try await fixture.link(.sample("1"), to: ada)
        let known = try await fixture.providerSignIn.finish(.sample("1"), for: .reauthenticate(fixture.caller()))
        #expect(try known.tokens.account.id == ada.account.id)
        #expect(try await fixture.events().last == "reauthenticate allowed")
    }

    @Test func anIdentityOfOneTenantIsANewUserInAnother() async throws {
        try await fixture.addTenant("tenant-a")
        let inProject = try await fixture.enter(.sample("1")).tokens.account
        let inTenant = try await fixture.enter(.sample("1"), as: fixture.caller(in: "tenant-a"))
        #expect(inTenant.isNewUser)
        #expect(try inTenant.tokens.account.id != inProject.id)
        #expect(try inTenant.tokens.account.realm.tenant == "tenant-a")
    }

    @Test func clientsOfEarlierGenerationsGetTheProvidersIDAsUID() async throws {
        let legacy = fixture.caller(generation: .legacy)
        #expect(try await fixture.enter(.sample("42", provider: .twitter), as: legacy).tokens.account.id == "twitter:42")
        // A path of a database cannot contain a slash or a dot.
        #expect(try await fixture.enter(.sample("4/2", provider: .twitter), as: legacy).tokens.account.id.rawValue.count == 28)
        #expect(try await fixture.enter(.sample("7", provider: .apple), as: legacy).tokens.account.id.rawValue.count == 28)
    }

    @Test func aUIDInTheOldFormGivesNoAccessToTheIdentityThatItNames() async throws {
        // A back end chose this uid for another user.
        try await fixture.store.write { try $0.insert(Account.sample("twitter:42")) }
        let legacy = fixture.caller(generation: .legacy)
        let account = try await fixture.enter(.sample("42", provider: .twitter), as: legacy).tokens.account
        #expect(account.id != "twitter:42")
        #expect(try await fixture.account("twitter:42").identities.isEmpty)
    }

    @Test func ofTenFirstSignInsAtOnceOneCreatesTheAccount() async throws {
        let ids = try await withThrowingTaskGroup(of: AccountID.self) { group in
            for _ in 0..<10 {
                group.addTask { try await fixture.enter(.sample("1", email: "ada@example.org")).tokens.account.id }
            }
            return try await group.reduce(into: Set<AccountID>()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        #expect(try await fixture.accountCount() == 1)
        #expect(try await fixture.events().count { $0 == "sign_up allowed" } == 1)
    }

    @Test func attributesOfASAMLResponseAreInTheTokensOfThatSessionOnly() async throws {
        var assertion = ProviderAssertion.sample("1", provider: "saml.company")
        assertion.signInAttributes = #"{"department":"R&D"}"#
        let first = try await fixture.enter(assertion).tokens
        let claims = try await fixture.holder(of: first).claims
        #expect(claims.firebase.signInAttributes == .object(["department": .string("R&D")]))
        let second = try await fixture.enter(.sample("1", provider: "saml.company")).tokens
        #expect(try await fixture.holder(of: second).claims.firebase.signInAttributes == nil)
    }
}

extension Array {
    /// Maps in order, one element after the other.
    func asyncMap<T>(_ body: (Element) async throws -> T) async rethrows -> [T] {
        var mapped: [T] = []
        for element in self { mapped.append(try await body(element)) }
        return mapped
    }
}
