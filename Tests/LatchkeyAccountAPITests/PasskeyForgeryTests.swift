import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

/// Signing in without the passkey is impossible.
@Suite struct PasskeyForgeryTests {
    private let server: TestServer

    init() async throws {
        server = try await TestServer()
    }

    @Test func responsesDoNotRevealAccounts() async throws {
        try await server.run { caller in
            let account = try await caller.signUp()
            var authenticator = ScriptedAuthenticator()
            _ = try await caller.enrol(account["idToken"], &authenticator)
            var wrongs: [ScriptedAuthenticator] = []
            var unknown = authenticator
            unknown.credentialID = Array(2...33)
            wrongs.append(unknown)
            var forged = authenticator
            forged.key = ScriptedAuthenticator().key
            wrongs.append(forged)
            var stranger = authenticator
            stranger.userHandle = Array("somebody else".utf8)
            wrongs.append(stranger)
            var other = authenticator
            other.flags &= ~0x18
            wrongs.append(other)
            var texts: Set<String> = []
            for wrong in wrongs {
                let reply = try await caller.signIn(wrong)
                #expect(reply.status == .badRequest && reply.error == "PASSKEY_CREDENTIAL_NOT_FOUND")
                texts.insert(reply.text)
            }
            #expect(texts.count == 1)
            // The operator sees the difference.
            let events = try await server.store.read { try $0.events(of: .standard, subject: nil, limit: 4) }
            #expect(
                events.reversed().map(\.reason) == [
                    "passkey_unknown", "passkey_signature", "passkey_user_handle", "passkey_backup_eligibility",
                ])
            #expect(events.allSatisfy { $0.outcome == .refused && $0.method == .passkey })
        }
    }

    @Test func aCopiedKeyIsRefusedAndWrittenDown() async throws {
        try await server.run { caller in
            let account = try await caller.signUp()
            var authenticator = ScriptedAuthenticator()
            authenticator.counter = 7
            _ = try await caller.enrol(account["idToken"], &authenticator)
            for (counter, status) in [(8, 200), (8, 400), (7, 400), (0, 400), (9, 200), (200, 200), (199, 400)] as [(UInt32, Int)] {
                authenticator.counter = counter
                #expect(try await caller.signIn(authenticator).status.code == status, "\(counter)")
            }
            let events = try await server.store.read { try $0.events(of: .standard, subject: nil, limit: 1) }
            #expect(events.first?.reason == "passkey_counter" && events.first?.outcome == .refused)
            #expect(events.first?.subject?.rawValue == account["localId"])
        }
    }

    @Test func challengeIsConsumedByAnyAttempt() async throws {
        try await server.run { caller in
            let account = try await caller.signUp()
            var authenticator = ScriptedAuthenticator()
            _ = try await caller.enrol(account["idToken"], &authenticator)
            let text = try await caller.passkeyChallenge()
            let good = try authenticator.sign(text)
            var elsewhere = authenticator
            elsewhere.origin = "https://evil.example"
            let bad = try elsewhere.sign(text)
            #expect(
                try await caller.passkeys("passkeySignIn:finalize", ["authenticatorAuthenticationResponse": bad.json]).error
                    == "INVALID_AUTHENTICATOR_RESPONSE")
            #expect(
                try await caller.passkeys("passkeySignIn:finalize", ["authenticatorAuthenticationResponse": good.json]).error
                    == "INVALID_AUTHENTICATOR_RESPONSE")
            let late = try authenticator.sign(try await caller.passkeyChallenge())
            server.clock.advance(bySeconds: 300)
            #expect(
                try await caller.passkeys("passkeySignIn:finalize", ["authenticatorAuthenticationResponse": late.json]).error
                    == "INVALID_AUTHENTICATOR_RESPONSE")
            let inTime = try authenticator.sign(try await caller.passkeyChallenge())
            server.clock.advance(bySeconds: 299)
            #expect(
                try await caller.passkeys("passkeySignIn:finalize", ["authenticatorAuthenticationResponse": inTime.json]).status == .ok)
        }
    }

    @Test func challengeIsBoundToItsPurposeAndAccount() async throws {
        try await server.run { caller in
            let (ada, bob) = (try await caller.signUp(), try await caller.signUp("bob@example.org"))
            func enrollmentChallenge(_ account: Reply) async throws -> String {
                let start = try await caller.passkeys("passkeyEnrollment:start", ["idToken": account["idToken"]])
                return try #require(try start.options("credentialCreationOptions")["challenge"] as? String)
            }
            let authenticator = ScriptedAuthenticator()
            // Ada's challenge for Bob's account, and a sign-in's challenge for an enrollment.
            for text in [try await enrollmentChallenge(ada), try await caller.passkeyChallenge()] {
                let reply = try await caller.passkeys(
                    "passkeyEnrollment:finalize",
                    ["idToken": bob["idToken"], "authenticatorRegistrationResponse": authenticator.register(text).json])
                #expect(reply.error == "INVALID_AUTHENTICATOR_RESPONSE")
            }
            var own = authenticator
            _ = try await caller.enrol(ada["idToken"], &own)
            let assertion = try own.sign(try await enrollmentChallenge(ada))
            let reply = try await caller.passkeys("passkeySignIn:finalize", ["authenticatorAuthenticationResponse": assertion.json])
            #expect(reply.error == "INVALID_AUTHENTICATOR_RESPONSE")
        }
    }

    @Test func projectsAreIsolated() async throws {
        let clock = server.clock
        let setup = ProjectSetup(store: server.store, sealer: server.sealer, now: { clock.now })
        let (_, otherKey) = try await setup.create("other", displayName: "Other")
        try await server.run { caller in
            let other = TestServer.Caller(client: caller.client, apiKey: otherKey.text)
            let ada = try await caller.signUp()
            var authenticator = ScriptedAuthenticator()
            _ = try await caller.enrol(ada["idToken"], &authenticator)
            // The passkey of one project with a challenge of the other, and a challenge of one project in the other.
            #expect(try await other.signIn(authenticator).error == "PASSKEY_CREDENTIAL_NOT_FOUND")
            let assertion = try authenticator.sign(try await caller.passkeyChallenge())
            let reply = try await other.passkeys("passkeySignIn:finalize", ["authenticatorAuthenticationResponse": assertion.json])
            #expect(reply.error == "INVALID_AUTHENTICATOR_RESPONSE")
            // Both projects may register one authenticator.
            let bob = try await other.signUp()
            #expect(try await other.enrol(bob["idToken"], &authenticator).status == .ok)
        }
    }
}
