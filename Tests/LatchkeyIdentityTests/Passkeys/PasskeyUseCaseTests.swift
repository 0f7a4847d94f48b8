import Crypto
import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// Enrollment and sign-in with passkeys, by an authenticator in this process.
@Suite struct PasskeyUseCaseTests {
    private static let site = RelyingParty(id: "auth.example.org", origin: "https://auth.example.org")
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    /// Adds a passkey to an account.
    private func enrol(
        _ authenticator: ScriptedAuthenticator, to tokens: IssuedTokens, named name: String? = nil
    ) async throws -> IssuedTokens {
        let holder = try await fixture.holder(of: tokens)
        let offer = try await fixture.passkeyEnrollment.start(holder, at: Self.site)
        return try await fixture.passkeyEnrollment.finish(try registration(authenticator, offer.offer.challenge), name: name, by: holder)
    }

    private func registration(_ authenticator: ScriptedAuthenticator, _ challenge: String) throws -> PasskeyRegistration {
        let made = authenticator.register(challenge)
        return try PasskeyRegistration(
            credentialID: made.credentialID, clientDataJSON: made.clientDataJSON, attestationObject: made.attestationObject)
    }

    private func assertion(_ authenticator: ScriptedAuthenticator, _ challenge: String) throws -> PasskeyAssertion {
        let made = try authenticator.sign(challenge)
        return try PasskeyAssertion(
            credentialID: made.credentialID, clientDataJSON: made.clientDataJSON, authenticatorData: made.authenticatorData,
            signature: made.signature, userHandle: made.userHandle)
    }

    private func enter(_ authenticator: ScriptedAuthenticator, as caller: Caller? = nil) async throws -> IssuedTokens {
        let caller = caller ?? fixture.caller()
        let offer = try await fixture.passkeySignIn.start(caller, at: Self.site)
        return try await fixture.passkeySignIn.finish(try assertion(authenticator, offer.challenge), caller: caller)
    }

    /// A new user with a passkey.
    private func userWithPasskey(_ id: [UInt8] = Array(1...32)) async throws -> (tokens: IssuedTokens, authenticator: ScriptedAuthenticator)
    {
        let tokens = try await fixture.newUser(verified: true)
        var authenticator = ScriptedAuthenticator(credentialID: id)
        authenticator.userHandle = Passkey.userHandle(of: tokens.account.id)
        return (try await enrol(authenticator, to: tokens), authenticator)
    }

    @Test func aPasskeySignsInAndCountsAsTwoFactors() async throws {
        let (tokens, authenticator) = try await userWithPasskey()
        _ = try await fixture.enrolTOTP(tokens)
        let entered = try await enter(authenticator)
        #expect(entered.account.id == tokens.account.id)
        #expect(entered.session.method == .passkey)
        #expect(entered.session.secondFactor == nil)
        let holder = try await fixture.holder(of: entered)
        let factor = try #require(try await fixture.store.read { try $0.secondFactors(of: tokens.account.id, in: .sample) }.first)
        #expect(await refusal { try await fixture.enrollment.withdraw(factor.id, for: holder) } == nil)
    }

    @Test func aPasskeyHasANameAndIsRememberedWithItsLastUse() async throws {
        let tokens = try await fixture.newUser()
        _ = try await enrol(ScriptedAuthenticator(credentialID: [1]), to: tokens, named: String(repeating: "é", count: 65))
        _ = try await enrol(ScriptedAuthenticator(credentialID: [2]), to: try await fixture.signIn())
        let passkeys = try await fixture.store.read { try $0.passkeys(of: tokens.account.id, in: .sample) }
        #expect(passkeys.map(\.name) == [String(repeating: "é", count: 64), "Unnamed Passkey"])
        #expect(passkeys.map(\.lastUsedAt) == [nil, nil])
        #expect(passkeys.map(\.relyingPartyID) == ["auth.example.org", "auth.example.org"])
    }

    @Test func anAnonymousUserBecomesPermanent() async throws {
        let anonymous = try await fixture.signUp.anonymously(fixture.caller())
        fixture.clock.advance(bySeconds: 1000)
        let renewed = try await enrol(ScriptedAuthenticator(), to: anonymous)
        #expect(renewed.account.id == anonymous.account.id)
        #expect(!renewed.account.isAnonymous)
        #expect(renewed.session.authenticatedAt == fixture.clock.now())
    }

    @Test func aPasskeyOutlivesTheSessionSoThatARecentSignInIsNeeded() async throws {
        let tokens = try await fixture.newUser()
        let holder = try await fixture.holder(of: tokens)
        let offer = try await fixture.passkeyEnrollment.start(holder, at: Self.site)
        fixture.clock.advance(bySeconds: 301)
        #expect(await refusal { try await fixture.passkeyEnrollment.start(holder, at: Self.site) } == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        let late = await refusal {
            try await fixture.passkeyEnrollment.finish(
                try registration(ScriptedAuthenticator(), offer.offer.challenge), name: nil, by: holder)
        }
        #expect(late == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }

    @Test(arguments: [(299.0, nil), (300.0, "INVALID_AUTHENTICATOR_RESPONSE")])
    func aChallengeLastsFiveMinutes(_ seconds: Double, _ expected: String?) async throws {
        let (_, authenticator) = try await userWithPasskey()
        let offer = try await fixture.passkeySignIn.start(fixture.caller(), at: Self.site)
        fixture.clock.advance(bySeconds: seconds)
        let code = await refusal {
            try await fixture.passkeySignIn.finish(try assertion(authenticator, offer.challenge), caller: fixture.caller())
        }
        #expect(code == expected)
    }

    @Test func aChallengeWorksOnceEvenAfterAFailure() async throws {
        let (_, authenticator) = try await userWithPasskey()
        let offer = try await fixture.passkeySignIn.start(fixture.caller(), at: Self.site)
        func finish(_ authenticator: ScriptedAuthenticator) async -> String? {
            await refusal {
                try await fixture.passkeySignIn.finish(try assertion(authenticator, offer.challenge), caller: fixture.caller())
            }
        }
        var thief = ScriptedAuthenticator(credentialID: authenticator.credentialID)
        thief.userHandle = authenticator.userHandle
        #expect(await finish(thief) == "PASSKEY_CREDENTIAL_NOT_FOUND", "another key")
        #expect(await finish(authenticator) == "INVALID_AUTHENTICATOR_RESPONSE")
        #expect(try await fixture.events().suffix(1) == ["sign_in refused passkey_signature"])
    }

    @Test func anUnknownPasskeyAndAWrongSignatureLookAlike() async throws {
        let (_, authenticator) = try await userWithPasskey()
        var unknown = ScriptedAuthenticator(credentialID: [9, 9])
        unknown.userHandle = authenticator.userHandle
        #expect(await refusal { try await enter(unknown) } == "PASSKEY_CREDENTIAL_NOT_FOUND")
        var forged = authenticator
        forged.key = P256.Signing.PrivateKey()
        #expect(await refusal { try await enter(forged) } == "PASSKEY_CREDENTIAL_NOT_FOUND")
        var stolen = authenticator
        stolen.userHandle = Passkey.userHandle(of: "eve")
        #expect(await refusal { try await enter(stolen) } == "PASSKEY_CREDENTIAL_NOT_FOUND")
    }

    @Test func aCopiedKeyIsNoticedByItsCounter() async throws {
        let tokens = try await fixture.newUser()
        var authenticator = ScriptedAuthenticator()
        authenticator.userHandle = Passkey.userHandle(of: tokens.account.id)
        authenticator.counter = 5
        _ = try await enrol(authenticator, to: tokens)
        authenticator.counter = 6
        #expect(await refusal { try await enter(authenticator) } == nil)
        #expect(await refusal { try await enter(authenticator) } == "PASSKEY_CREDENTIAL_NOT_FOUND", "the same count again")
        authenticator.counter = 7
        #expect(await refusal { try await enter(authenticator) } == nil)
        #expect(try await fixture.events().contains("sign_in refused passkey_counter"))
    }

    @Test func disabledAccountIsRevealedToItsPasskeyOnly() async throws {
        let (tokens, authenticator) = try await userWithPasskey()
        try await fixture.edit(tokens.account.id) { $0.disabled = true }
        #expect(await refusal { try await enter(authenticator) } == "USER_DISABLED")
        var forged = authenticator
        forged.key = P256.Signing.PrivateKey()
        #expect(await refusal { try await enter(forged) } == "PASSKEY_CREDENTIAL_NOT_FOUND")
    }

    @Test func aPasskeyOfOneTenantIsUnknownInAnother() async throws {
        try await fixture.addTenant("tenant-a")
        let (_, authenticator) = try await userWithPasskey()
        #expect(await refusal { try await enter(authenticator, as: fixture.caller(in: "tenant-a")) } == "PASSKEY_CREDENTIAL_NOT_FOUND")
    }

    @Test func theChallengeOfOneUserAddsNoPasskeyToAnother() async throws {
        let ada = try await fixture.holder(of: try await fixture.newUser())
        let bob = try await fixture.holder(of: try await fixture.newUser("bob@example.org"))
        let offer = try await fixture.passkeyEnrollment.start(ada, at: Self.site)
        let made = try registration(ScriptedAuthenticator(), offer.offer.challenge)
        #expect(await refusal { try await fixture.passkeyEnrollment.finish(made, name: nil, by: bob) } == "INVALID_AUTHENTICATOR_RESPONSE")
        let signIn = try await fixture.passkeySignIn.start(fixture.caller(), at: Self.site)
        let confused = try registration(ScriptedAuthenticator(), signIn.challenge)
        #expect(
            await refusal { try await fixture.passkeyEnrollment.finish(confused, name: nil, by: ada) } == "INVALID_AUTHENTICATOR_RESPONSE")
    }

    @Test func thePasskeyOfAnotherAccountIsNotTakenOver() async throws {
        let (tokens, authenticator) = try await userWithPasskey()
        let bob = try await fixture.newUser("bob@example.org")
        #expect(await refusal { try await enrol(authenticator, to: bob) } == "CREDENTIAL_ALREADY_IN_USE")
        #expect(try await enter(authenticator).account.id == tokens.account.id)
        #expect(try await fixture.account(bob.account.id).hasPasskey == false)
    }

    @Test func anAccountHasTwentyPasskeys() async throws {
        let tokens = try await fixture.newUser()
        let id = tokens.account.id
        try await fixture.store.write { transaction in
            for number in 0..<20 { try transaction.insert(Passkey.sample(of: id, id: [UInt8(number)])) }
        }
        let holder = try await fixture.holder(of: tokens)
        #expect(await refusal { try await fixture.passkeyEnrollment.start(holder, at: Self.site) } == "OPERATION_NOT_ALLOWED")
        try await fixture.store.write { _ = try $0.deletePasskey([0], of: id, in: .sample) }
        #expect(await refusal { try await fixture.passkeyEnrollment.start(holder, at: Self.site) } == nil)
    }

    @Test func aRemovedPasskeyEndsSessionsAndTheLastWayInStays() async throws {
        let (tokens, authenticator) = try await userWithPasskey()
        let withPasskey = try await enter(authenticator)
        let outcome = try await fixture.update.apply(
            AccountEdit(removingPasskeys: [authenticator.credentialID]), by: try await fixture.holder(of: tokens))
        #expect(await fixture.endOfSession(withPasskey) == "TOKEN_EXPIRED")
        #expect(await refusal { try await enter(authenticator) } == "PASSKEY_CREDENTIAL_NOT_FOUND")
        #expect(outcome.tokens != nil, "the own session is replaced")

        let anonymous = try await fixture.signUp.anonymously(fixture.caller())
        let only = ScriptedAuthenticator(credentialID: [7])
        let renewed = try await enrol(only, to: anonymous)
        let holder = try await fixture.holder(of: renewed)
        #expect(
            await refusal { try await fixture.update.apply(AccountEdit(removingPasskeys: [[7]]), by: holder) } == "OPERATION_NOT_ALLOWED")
    }
}
