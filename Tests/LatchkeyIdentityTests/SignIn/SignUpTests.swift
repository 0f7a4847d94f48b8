import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct SignUpTests {
    @Test func createsAnAccountWithAnUnverifiedAddressAndASession() async throws {
        let fixture = try await IdentityFixture()
        let tokens = try await fixture.signUp.withPassword(
            email: address("ada@example.org"), password: "correct horse", displayName: "Ada", caller: fixture.caller())
        let account = try await fixture.account(tokens.account.id)
        #expect(account.email?.text == "ada@example.org")
        #expect(!account.emailVerified)
        #expect(account.displayName == "Ada")
        #expect(account.createdAt == ManualClock.start)
        #expect(account.lastSignInAt == ManualClock.start)
        #expect(account.id.rawValue.count == 28)
        let holder = try await fixture.holder(of: tokens)
        #expect(holder.method == .password)
        #expect(tokens.expiresInSeconds == 3600)
        #expect(try await fixture.events() == ["sign_up allowed"])
    }

    @Test func thePasswordIsStoredAsAHashOnly() async throws {
        let fixture = try await IdentityFixture()
        let (ada, bob) = (try await fixture.newUser(), try await fixture.newUser("bob@example.org"))
        let first = try #require(try await fixture.account(ada.account.id).password)
        let second = try #require(try await fixture.account(bob.account.id).password)
        #expect(first.salt.count == 16)
        #expect(first.hash.count == 64)
        #expect(first.hash != second.hash, "equal passwords have different salts")
    }

    @Test(arguments: [
        ("", "MISSING_PASSWORD"), ("12345", "WEAK_PASSWORD"), ("123456", nil), (String(repeating: "x", count: 4096), nil),
        (String(repeating: "x", count: 4097), "WEAK_PASSWORD"),
    ])
    func limitsThePassword(_ password: String, _ expected: String?) async throws {
        let fixture = try await IdentityFixture()
        #expect(await refusal { try await fixture.newUser(password: Secret(password)) } == expected)
        #expect(try await fixture.accountCount() == (expected == nil ? 1 : 0))
    }

    @Test func anEnforcedPolicyAppliesToNewAccounts() async throws {
        let fixture = try await IdentityFixture()
        let strict = fixture.caller { settings in
            settings.passwordPolicy = PasswordPolicy(minimumCharacters: 10, requiredKinds: [.digit], isEnforced: true)
        }
        let code = "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"
        #expect(await refusal { try await fixture.newUser(password: "correct horse", from: strict) } == code)
        #expect(await refusal { try await fixture.newUser(password: "horse 1", from: strict) } == code)
        #expect(await refusal { try await fixture.newUser(password: "correct horse 1", from: strict) } == nil)
    }

    @Test(arguments: ["ada@example.org", "ADA@example.org", "Ada@EXAMPLE.org"])
    func anAddressIsTakenInEverySpelling(_ spelling: String) async throws {
        let fixture = try await IdentityFixture()
        let first = try await fixture.newUser("ada@example.org")
        #expect(await refusal { try await fixture.newUser(spelling, password: "another one") } == "EMAIL_EXISTS")
        #expect(try await fixture.accountCount() == 1)
        #expect(try await fixture.signIn().account.id == first.account.id, "the password of the first account stays")
    }

    @Test func anAddressOfOneTenantIsFreeInAnotherAndInTheProject() async throws {
        let fixture = try await IdentityFixture()
        try await fixture.addTenant("tenant-a")
        try await fixture.addTenant("tenant-b")
        var ids: Set<AccountID> = []
        for tenant in [TenantID.none, "tenant-a", "tenant-b"] {
            ids.insert(try await fixture.newUser(from: fixture.caller(in: tenant)).account.id)
            let again = await refusal { try await fixture.newUser(from: fixture.caller(in: tenant)) }
            #expect(again == "EMAIL_EXISTS")
        }
        #expect(ids.count == 3)
    }

    @Test func ofTwentyAtOnceOneGetsTheAddress() async throws {
        let fixture = try await IdentityFixture()
        let codes = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<20 { group.addTask { await refusal { try await fixture.newUser() } } }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1)
        #expect(codes.count { $0 == "EMAIL_EXISTS" } == 19)
        #expect(try await fixture.accountCount() == 1)
    }

    @Test func aProjectWithoutSignUpCreatesNoAccount() async throws {
        let fixture = try await IdentityFixture()
        let closed = fixture.caller { $0.signUp = false }
        #expect(await refusal { try await fixture.newUser(from: closed) } == "ADMIN_ONLY_OPERATION")
        #expect(await refusal { try await fixture.signUp.anonymously(closed) } == "ADMIN_ONLY_OPERATION")
        #expect(await refusal { try await fixture.newUser(from: fixture.caller { $0.passwordSignIn = false }) } == "OPERATION_NOT_ALLOWED")
        let noAnonymous = fixture.caller { $0.anonymousSignIn = false }
        #expect(await refusal { try await fixture.signUp.anonymously(noAnonymous) } == "ADMIN_ONLY_OPERATION")
        #expect(try await fixture.accountCount() == 0)
    }

    @Test func aNetworkCreatesAsManyAccountsAnHourAsTheProjectAllows() async throws {
        let fixture = try await IdentityFixture()
        let caller = fixture.caller { $0.signUpsPerHour = 3 }
        for number in 0..<3 { _ = try await fixture.newUser("user\(number)@example.org", from: caller) }
        #expect(await refusal { try await fixture.newUser("late@example.org", from: caller) } == "wait 1200")
        #expect(await refusal { try await fixture.signUp.anonymously(caller) } == "wait 1200", "both kinds share the quota")
        let neighbour = fixture.caller(from: "198.51.100.7") { $0.signUpsPerHour = 3 }
        #expect(await refusal { try await fixture.newUser("neighbour@example.org", from: neighbour) } == nil)
        fixture.clock.advance(bySeconds: 1200)
        #expect(await refusal { try await fixture.newUser("late@example.org", from: caller) } == nil)
        #expect(try await fixture.events().filter { $0.contains("refused") } == ["sign_up refused TOO_MANY_ATTEMPTS_TRY_LATER"])
    }

    @Test func aTakenAddressCostsOneSignUpOfTheQuotaSoThatAddressesCannotBeTried() async throws {
        let fixture = try await IdentityFixture()
        _ = try await fixture.newUser()
        let prober = fixture.caller(from: "198.51.100.7") { $0.signUpsPerHour = 2 }
        #expect(await refusal { try await fixture.newUser(from: prober) } == "EMAIL_EXISTS")
        #expect(await refusal { try await fixture.newUser(from: prober) } == "EMAIL_EXISTS")
        #expect(await refusal { try await fixture.newUser("other@example.org", from: prober) } == "wait 1800")
    }

    @Test func clientsOfEarlierGenerationsGetUIDsOfTheirForm() async throws {
        let fixture = try await IdentityFixture()
        let legacy = fixture.caller(generation: .legacy)
        #expect(try await fixture.newUser("a@example.org", from: legacy).account.id == "simplelogin:1")
        #expect(try await fixture.newUser("b@example.org", from: legacy).account.id == "simplelogin:2")
        #expect(try await fixture.signUp.anonymously(legacy).account.id.rawValue.hasPrefix("anonymous:"))
        #expect(try await fixture.newUser("c@example.org").account.id.rawValue.count == 28)
    }

    @Test func aTakenNumberOfAnImportIsSkipped() async throws {
        let fixture = try await IdentityFixture()
        let legacy = fixture.caller(generation: .legacy)
        #expect(try await fixture.newUser("a@example.org", from: legacy).account.id == "simplelogin:1")
        try await fixture.store.write { try $0.insert(Account.sample("simplelogin:2")) }
        try await fixture.store.write { try $0.insert(Account.sample("simplelogin:40")) }
        #expect(try await fixture.newUser("b@example.org", from: legacy).account.id == "simplelogin:41")
    }

    @Test func aSessionOfAnEarlierGenerationEndsWhenTheProjectSays() async throws {
        let fixture = try await IdentityFixture()
        let legacy = fixture.caller(generation: .legacy) { $0.legacy.sessionSeconds = 600 }
        let tokens = try await fixture.newUser(from: legacy)
        #expect(tokens.expiresInSeconds == 600, "an ID token does not outlast its session")
        fixture.clock.advance(bySeconds: 599)
        #expect(await fixture.endOfSession(tokens) == nil)
        fixture.clock.advance(bySeconds: 1)
        #expect(await fixture.endOfSession(tokens) == "TOKEN_EXPIRED")
    }
}
