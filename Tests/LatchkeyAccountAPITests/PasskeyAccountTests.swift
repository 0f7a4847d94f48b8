import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

/// Passkeys as one of several sign-in methods of an account.
@Suite struct PasskeyAccountTests {
    private let server: TestServer

    init() async throws {
        server = try await TestServer()
    }

    @Test func aPasskeyBelongsToOneAccount() async throws {
        try await server.run { caller in
            let (ada, bob) = (try await caller.signUp(), try await caller.signUp("bob@example.org"))
            var authenticator = ScriptedAuthenticator()
            _ = try await caller.enrol(ada["idToken"], &authenticator)
            #expect(try await caller.enrol(bob["idToken"], &authenticator).error == "CREDENTIAL_ALREADY_IN_USE")
            #expect(try await caller.enrol(ada["idToken"], &authenticator).error == "CREDENTIAL_ALREADY_IN_USE")
        }
    }

    @Test func anAccountHasAtMostTwenty() async throws {
        try await server.run { caller in
            let ada = try await caller.signUp()
            var authenticator = ScriptedAuthenticator()
            let last = try await caller.passkeys("passkeyEnrollment:start", ["idToken": ada["idToken"]])
            for number in 0..<UInt8(Passkey.maxPerAccount) {
                authenticator.credentialID = [number]
                #expect(try await caller.enrol(ada["idToken"], &authenticator).status == .ok)
            }
            let start = try await caller.passkeys("passkeyEnrollment:start", ["idToken": ada["idToken"]])
            #expect(start.error == "OPERATION_NOT_ALLOWED")
            // A challenge from before is not accepted either.
            authenticator.credentialID = [99]
            let registration = authenticator.register(
                try #require(try last.options("credentialCreationOptions")["challenge"] as? String))
            let finish = try await caller.passkeys(
                "passkeyEnrollment:finalize",
                ["idToken": ada["idToken"], "authenticatorRegistrationResponse": registration.json])
            #expect(finish.error == "OPERATION_NOT_ALLOWED")
        }
    }

    @Test func enrollmentRequiresAValidRecentSignIn() async throws {
        try await server.run { caller in
            let ada = try await caller.signUp()
            var authenticator = ScriptedAuthenticator()
            let start = try await caller.passkeys("passkeyEnrollment:start", ["idToken": ada["idToken"]])
            let text = try #require(try start.options("credentialCreationOptions")["challenge"] as? String)
            // A session from before the password change cannot add a passkey.
            _ = try await caller.call("accounts:update", ["idToken": ada["idToken"], "password": "another password"])
            let finish = try await caller.passkeys(
                "passkeyEnrollment:finalize",
                ["idToken": ada["idToken"], "authenticatorRegistrationResponse": authenticator.register(text).json])
            #expect(finish.error == "TOKEN_EXPIRED")
            let again = try await caller.call(
                "accounts:signInWithPassword", ["email": "ada@example.org", "password": "another password"])
            server.clock.advance(bySeconds: 301)
            #expect(
                try await caller.passkeys("passkeyEnrollment:start", ["idToken": again["idToken"]]).error
                    == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            // Signing in with a passkey counts as recent; adding one is not a sign-in.
            let fresh = try await caller.call(
                "accounts:signInWithPassword", ["email": "ada@example.org", "password": "another password"])
            server.clock.advance(bySeconds: 200)
            let added = try await caller.enrol(fresh["idToken"], &authenticator)
            server.clock.advance(bySeconds: 200)
            #expect(
                try await caller.passkeys("passkeyEnrollment:start", ["idToken": added["idToken"]]).error
                    == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            let signedIn = try await caller.signIn(authenticator)
            #expect(try await caller.passkeys("passkeyEnrollment:start", ["idToken": signedIn["idToken"]]).status == .ok)
        }
    }

    @Test func anAnonymousAccountBecomesPermanent() async throws {
        try await server.run { caller in
            let somebody = try await caller.call("accounts:signUp", [:])
            server.clock.advance(bySeconds: 1000)
            var authenticator = ScriptedAuthenticator()
            let added = try await caller.enrol(somebody["idToken"], &authenticator)
            #expect(try Reply.claims(of: added["idToken"])["provider_id"] == nil)
            let signedIn = try await caller.signIn(authenticator)
            #expect(try Reply.claims(of: signedIn["idToken"])["sub"] as? String == somebody["localId"])
            // The only sign-in method cannot be removed.
            let id = Base64URL.encode(authenticator.credentialID)
            let removal = try await caller.call("accounts:update", ["idToken": signedIn["idToken"], "deletePasskey": [id]])
            #expect(removal.error == "OPERATION_NOT_ALLOWED")
            #expect(try await caller.signIn(authenticator).status == .ok)
        }
    }

    @Test func removedPasskeyCannotSignIn() async throws {
        try await server.run { caller in
            let (ada, bob) = (try await caller.signUp(), try await caller.signUp("bob@example.org"))
            var authenticator = ScriptedAuthenticator()
            let added = try await caller.enrol(ada["idToken"], &authenticator)
            let id = Base64URL.encode(authenticator.credentialID)
            // Other accounts' passkeys and unknown ones are ignored.
            for name in [id, "AAAA"] {
                #expect(try await caller.call("accounts:update", ["idToken": bob["idToken"], "deletePasskey": [name]]).status == .ok)
            }
            #expect(
                try await caller.call("accounts:update", ["idToken": bob["idToken"], "deletePasskey": [""]]).error
                    == "INVALID_CREDENTIAL_ID")
            let signedIn = try await caller.signIn(authenticator)
            #expect(signedIn.status == .ok)
            let removed = try await caller.call("accounts:update", ["idToken": added["idToken"], "deletePasskey": [id]])
            #expect(removed.status == .ok && removed["idToken"] != nil, "\(removed.text)")
            #expect(try await caller.signIn(authenticator).error == "PASSKEY_CREDENTIAL_NOT_FOUND")
            // The sessions of the passkey have ended.
            #expect(try await caller.call("accounts:lookup", ["idToken": signedIn["idToken"]]).error == "TOKEN_EXPIRED")
            let users = try await caller.call("accounts:lookup", ["idToken": removed["idToken"]]).json["users"] as? [[String: Any]]
            #expect(users?.first != nil && users?.first?["passkeyInfo"] == nil)
            server.clock.advance(bySeconds: 301)
            let late = try await caller.call("accounts:update", ["idToken": removed["idToken"], "deletePasskey": [id]])
            #expect(late.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        }
    }

    @Test func aTakeoverRemovesPasskeys() async throws {
        try await server.run { caller in
            let ada = try await caller.signUp()
            var authenticator = ScriptedAuthenticator()
            _ = try await caller.enrol(ada["idToken"], &authenticator)
            let waiting = try await caller.passkeys("passkeyEnrollment:start", ["idToken": ada["idToken"]])
            #expect(waiting.status == .ok)
            let id = AccountID(rawValue: try #require(ada["localId"]))
            try await server.store.write { try $0.removeAllCredentials(of: id, in: Realm(project: .standard)) }
            #expect(try await caller.signIn(authenticator).error == "PASSKEY_CREDENTIAL_NOT_FOUND")
        }
    }

    @Test func disabledAccountIsRevealedToItsPasskeyOnly() async throws {
        try await server.run { caller in
            let ada = try await caller.signUp()
            var authenticator = ScriptedAuthenticator()
            _ = try await caller.enrol(ada["idToken"], &authenticator)
            let id = AccountID(rawValue: try #require(ada["localId"]))
            try await server.store.write { transaction in
                guard var account = try transaction.account(id, in: Realm(project: .standard)) else { return }
                account.disabled = true
                try transaction.update(account)
            }
            #expect(try await caller.signIn(authenticator).error == "USER_DISABLED")
            authenticator.key = ScriptedAuthenticator().key
            #expect(try await caller.signIn(authenticator).error == "PASSKEY_CREDENTIAL_NOT_FOUND")
        }
    }
}
