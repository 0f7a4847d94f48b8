import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct PasswordSignInTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    @Test func opensASessionAndRecordsIt() async throws {
        let created = try await fixture.newUser()
        fixture.clock.advance(bySeconds: 86_400)
        let tokens = try await fixture.signIn()
        #expect(tokens.account.id == created.account.id)
        #expect(tokens.account.createdAt == ManualClock.start)
        #expect(tokens.account.lastSignInAt == fixture.clock.now())
        #expect(tokens.session.authenticatedAt == fixture.clock.now())
        #expect(try await fixture.sessionCount(of: tokens.account.id) == 2)
        #expect(try await fixture.events() == ["sign_up allowed", "sign_in allowed"])
    }

    /// Whether the account exists, has a password, and is enabled: with protection, every wrong password gives one response.
    @Test(arguments: [
        ("ada@example.org", "INVALID_LOGIN_CREDENTIALS", "INVALID_PASSWORD"),
        ("unknown@example.org", "INVALID_LOGIN_CREDENTIALS", "EMAIL_NOT_FOUND"),
        ("provider@example.org", "INVALID_LOGIN_CREDENTIALS", "INVALID_PASSWORD"),
        ("disabled@example.org", "INVALID_LOGIN_CREDENTIALS", "INVALID_PASSWORD"),
    ])
    func wrongPasswordRevealsNoAccountWithProtection(_ email: String, _ protected: String, _ open: String) async throws {
        _ = try await fixture.newUser()
        let disabled = try await fixture.newUser("disabled@example.org")
        try await fixture.edit(disabled.account.id) { $0.disabled = true }
        try await fixture.store.write {
            try $0.insert(Account.sample("linked", email: "provider@example.org", identities: [.sample("1")]))
        }
        #expect(await refusal { try await fixture.signIn(email, "wrong password") } == protected)
        let unprotected = fixture.caller { $0.enumerationProtection = false }
        #expect(await refusal { try await fixture.signIn(email, "wrong password", from: unprotected) } == open)
    }

    @Test func disabledAccountIsRevealedToTheRightPasswordOnly() async throws {
        let tokens = try await fixture.newUser()
        try await fixture.edit(tokens.account.id) { $0.disabled = true }
        #expect(await refusal { try await fixture.signIn() } == "USER_DISABLED")
        #expect(await refusal { try await fixture.signIn(IdentityFixture.adaText, "wrong password") } == "INVALID_LOGIN_CREDENTIALS")
        #expect(try await fixture.sessionCount(of: tokens.account.id) == 1, "no session is opened")
        #expect(
            try await fixture.events().suffix(2) == ["sign_in refused USER_DISABLED", "sign_in refused INVALID_LOGIN_CREDENTIALS"])
    }

    @Test func aProjectWithoutPasswordsRefusesTheRightOne() async throws {
        _ = try await fixture.newUser()
        let caller = fixture.caller { $0.passwordSignIn = false }
        #expect(await refusal { try await fixture.signIn(from: caller) } == "PASSWORD_LOGIN_DISABLED")
    }

    @Test func aPasswordOfOneTenantOpensNoAccountOfAnother() async throws {
        try await fixture.addTenant("tenant-a")
        _ = try await fixture.newUser(from: fixture.caller(in: "tenant-a"))
        #expect(await refusal { try await fixture.signIn(from: fixture.caller(in: "tenant-a")) } == nil)
        #expect(await refusal { try await fixture.signIn(from: fixture.caller()) } == "INVALID_LOGIN_CREDENTIALS")
        #expect(await refusal { try await fixture.signIn(from: fixture.caller(in: "tenant-b")) } == "INVALID_LOGIN_CREDENTIALS")
    }

    @Test func anOverlongPasswordIsWrongAndNotAnError() async throws {
        _ = try await fixture.newUser()
        let long = Secret(String(repeating: "x", count: 100_000))
        #expect(await refusal { try await fixture.signIn(IdentityFixture.adaText, long) } == "INVALID_LOGIN_CREDENTIALS")
    }

    @Test func aForcedUpgradeRefusesAWeakPasswordOnlyWhenItIsRight() async throws {
        _ = try await fixture.newUser()
        let strict = fixture.caller { settings in
            settings.passwordPolicy = PasswordPolicy(requiredKinds: [.digit], isEnforced: true, forcesUpgradeAtSignIn: true)
        }
        #expect(await refusal { try await fixture.signIn(from: strict) } == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
        let wrong = await refusal { try await fixture.signIn(IdentityFixture.adaText, "wrong", from: strict) }
        #expect(wrong == "INVALID_LOGIN_CREDENTIALS")
        let lenient = fixture.caller { $0.passwordPolicy = PasswordPolicy(requiredKinds: [.digit], isEnforced: true) }
        #expect(await refusal { try await fixture.signIn(from: lenient) } == nil, "without the force, the old password still works")
    }

    @Test(arguments: [("ada@example.org", 5), ("unknown@example.org", 5)])
    func wrongPasswordsAreSlowedDownForEveryAddressAlike(_ email: String, _ free: Int) async throws {
        _ = try await fixture.newUser()
        for _ in 0..<free {
            #expect(await refusal { try await fixture.signIn(email, "wrong password") } == "INVALID_LOGIN_CREDENTIALS")
        }
        #expect(await refusal { try await fixture.signIn(email, "wrong password") } == "wait 1")
        #expect(await refusal { try await fixture.signIn(email) } == "wait 1", "the right password has to wait too")
        fixture.clock.advance(bySeconds: 1)
        #expect(await refusal { try await fixture.signIn(email, "wrong password") } == "INVALID_LOGIN_CREDENTIALS")
        #expect(await refusal { try await fixture.signIn(email, "wrong password") } == "wait 2")
    }

    @Test func theRightPasswordResetsTheCount() async throws {
        _ = try await fixture.newUser()
        for round in 0..<3 {
            for _ in 0..<4 { _ = await refusal { try await fixture.signIn(IdentityFixture.adaText, "wrong password") } }
            #expect(await refusal { try await fixture.signIn() } == nil, "round \(round)")
        }
    }

    @Test func aClockThatGoesBackProlongsNoWait() async throws {
        _ = try await fixture.newUser()
        fixture.clock.advance(bySeconds: 10_000)
        for _ in 0..<6 { _ = await refusal { try await fixture.signIn(IdentityFixture.adaText, "wrong password") } }
        fixture.clock.advance(bySeconds: -9000)
        #expect(await refusal { try await fixture.signIn() } == "wait 1")
        fixture.clock.advance(bySeconds: 1)
        #expect(await refusal { try await fixture.signIn() } == nil)
    }

    @Test func guessesFromElsewhereDoNotLockOutANetworkWithASession() async throws {
        _ = try await fixture.newUser(from: fixture.caller(from: "203.0.113.5"))
        // Fifty failures, five from each of ten networks.
        for network in 0..<10 {
            let stranger = fixture.caller(from: "198.51.\(network).1")
            for _ in 0..<5 { _ = await refusal { try await fixture.signIn(IdentityFixture.adaText, "wrong password", from: stranger) } }
        }
        let newcomer = fixture.caller(from: "192.0.2.77")
        #expect(await refusal { try await fixture.signIn(from: newcomer) } == "wait 1", "other networks have to wait")
        #expect(await refusal { try await fixture.signIn(from: fixture.caller(from: "203.0.113.5")) } == nil)
    }

    @Test func theFirstRefusalOfASeriesIsRecorded() async throws {
        _ = try await fixture.newUser()
        for _ in 0..<9 { _ = await refusal { try await fixture.signIn(IdentityFixture.adaText, "wrong password") } }
        let events = try await fixture.events()
        #expect(events.count { $0 == "sign_in refused INVALID_LOGIN_CREDENTIALS" } == 5)
        #expect(events.count { $0 == "sign_in refused TOO_MANY_ATTEMPTS_TRY_LATER" } == 1)
    }

    @Test func anImportedHashIsReplacedByTheProjectsOwnAtTheFirstSignIn() async throws {
        let tokens = try await fixture.newUser()
        let project = fixture.project
        var parameters = HashParameters(algorithm: .sha256)
        parameters.rounds = 1
        let given = parameters
        let (vault, clock) = (fixture.vault, fixture.clock)
        let method = try await fixture.store.write {
            try vault.method(for: given, of: project, at: clock.now(), in: $0)
        }
        #expect(method == .imported(1))
        // SHA-256 of the salt "s" and "correct horse", computed with sha256sum.
        let hash = Self.bytes("06d97cefba9efab2b818ca9a9224515e939b16e2dadfa7884d1bcd3341e1188a")
        try await fixture.edit(tokens.account.id) { $0.password = PasswordHash(hash: hash, salt: [0x73], method: method) }
        #expect(await refusal { try await fixture.signIn(IdentityFixture.adaText, "wrong password") } == "INVALID_LOGIN_CREDENTIALS")
        #expect(try await fixture.account(tokens.account.id).password?.configuration == 1, "a wrong password changes nothing")
        #expect(await refusal { try await fixture.signIn() } == nil)
        #expect(try await fixture.account(tokens.account.id).password?.configuration == nil)
        #expect(await refusal { try await fixture.signIn() } == nil)
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
    }
}
