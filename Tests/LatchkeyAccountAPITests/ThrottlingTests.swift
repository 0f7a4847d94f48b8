import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

@Suite struct ThrottlingTests {
    private func body(_ email: String, _ password: String = "secret1") -> [String: any Sendable] {
        ["email": email, "password": password, "returnSecureToken": true]
    }

    @Test func guessingIsSlowedDownForAddressesWithAndWithoutAnAccount() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            #expect(try await caller.call("accounts:signUp", body("ada@example.org")).status == .ok)
            var told: [String: [String]] = [:]
            for email in ["ada@example.org", "nobody@example.org"] {
                for _ in 0..<5 {
                    let reply = try await caller.call("accounts:signInWithPassword", body(email, "wrong"))
                    #expect(reply.error == "INVALID_LOGIN_CREDENTIALS")
                }
                let reply = try await caller.call("accounts:signInWithPassword", body(email))
                #expect(reply.error == "TOO_MANY_ATTEMPTS_TRY_LATER", "even the right password waits")
                #expect(reply.headers[.retryAfter] == "1")
                told[email] = ["\(reply.status)", reply.text]
            }
            #expect(told["ada@example.org"] == told["nobody@example.org"])
            server.clock.advance(bySeconds: 1)
            #expect(try await caller.call("accounts:signInWithPassword", body("ada@example.org")).status == .ok)
            let events = try await server.store.read { try $0.events(of: server.project.id, subject: nil, limit: 50) }
            #expect(events.filter { $0.reason == "TOO_MANY_ATTEMPTS_TRY_LATER" }.count == 2, "the first refusal is written down")
        }
    }

    /// Otherwise every user with a mistyped password would have to wait for a day.
    @Test func aClockThatIsSetBackMakesNoWaitLonger() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            #expect(try await caller.call("accounts:signUp", body("ada@example.org")).status == .ok)
            for _ in 0..<5 { _ = try await caller.call("accounts:signInWithPassword", body("ada@example.org", "wrong")) }
            server.clock.advance(bySeconds: -86_400)
            let throttled = try await caller.call("accounts:signInWithPassword", body("ada@example.org"))
            #expect(throttled.status == .tooManyRequests && throttled.headers[.retryAfter] == "1", "\(throttled.text)")
            server.clock.advance(bySeconds: 1)
            #expect(try await caller.call("accounts:signInWithPassword", body("ada@example.org")).status == .ok)
        }
    }

    /// Calls the sign-in of a server from several addresses.
    private struct Door {
        let signIn: PasswordSignIn
        let project: Project
        let email: EmailAddress

        func open(_ password: String, from address: String) async throws {
            _ = try await signIn.signIn(
                email: email, password: Secret(password),
                caller: LatchkeyIdentity.Caller(project: project, client: ClientDescription(address: address)))
        }
    }

    @Test func guessingFromManyNetworksDoesNotShutOutTheHolder() async throws {
        let server = try await TestServer()
        let clock = server.clock
        let sessions = Sessions(store: server.store, authority: server.authority, now: { clock.now })
        // Password hashes cannot be made cheaper, so a few guesses from each of many networks have to do.
        let vault = PasswordVault(pool: HashingPool(width: 2), sealer: server.sealer)
        let ada = try #require(EmailAddress("ada@example.org"))
        func door() -> Door {
            Door(
                signIn: PasswordSignIn(
                    store: server.store, sessions: sessions, passwords: vault, throttle: Throttle(now: { clock.now }), now: { clock.now }),
                project: server.project, email: ada)
        }
        try await server.run { caller in
            let made = try await caller.call("accounts:signUp", body("ada@example.org"))
            #expect(made.status == .ok)
        }
        try await door().open("secret1", from: "198.51.100.7")
        // Another process knows the holder's network only from the session.
        let door = door()
        for index in 0..<50 {
            await #expect(throws: SignInError(.invalidLoginCredentials)) {
                try await door.open("wrong", from: "203.0.113.\(index)")
            }
        }
        await #expect(throws: TooManyAttempts.self) { try await door.open("secret1", from: "192.0.2.1") }
        try await door.open("secret1", from: "198.51.100.7")
    }

    private func sessions(at server: TestServer) -> Sessions {
        let clock = server.clock
        return Sessions(store: server.store, authority: server.authority, throttle: Throttle(now: { clock.now }), now: { clock.now })
    }

    private func signUp(at server: TestServer, _ sessions: Sessions) -> SignUp {
        let clock = server.clock
        return SignUp(
            store: server.store, sessions: sessions, passwords: PasswordVault(pool: HashingPool(width: 2), sealer: server.sealer),
            codes: CodeIssuer(outbox: Outbox(sealer: server.sealer)) { $0.mode.rawValue }, now: { clock.now })
    }

    /// The response to a change of the email address reveals whether it is taken, like that of a sign-up, so it has the same limit.
    @Test(arguments: [
        ("an anonymous account", nil), ("an account with another sign-in method, which can restore addresses", "+4915112345678"),
    ]) func networkCanTryAsManyAddressesAsTheProjectAllows(_ who: String, _ phoneNumber: String?) async throws {
        let server = try await TestServer(ProjectSettings(anonymousSignIn: true, signUpsPerHour: 5))
        let sessions = sessions(at: server)
        let signUp = signUp(at: server, sessions)
        func caller(_ address: String) -> LatchkeyIdentity.Caller {
            LatchkeyIdentity.Caller(project: server.project, client: ClientDescription(address: address))
        }
        try await server.run { caller in
            let known = try await caller.call("accounts:signUp", body("known@example.org"))
            #expect(known.status == .ok)
        }
        let made = try await signUp.anonymously(caller("192.0.2.1"))
        if let phoneNumber {
            var account = made.account
            account.phoneNumber = phoneNumber
            let changed = account
            try await server.store.write { try $0.update(changed) }
        }
        func request(for email: String, from address: String, with idToken: String) async throws -> IssuedTokens {
            let holder = try await sessions.check(idToken, from: caller(address))
            return try await signUp.upgrade(holder, email: try #require(EmailAddress(email)), password: "secret1")
        }
        for _ in 0..<3 {
            await #expect(throws: SignInError(.emailExists)) {
                try await request(for: "known@example.org", from: "192.0.2.1", with: made.idToken)
            }
        }
        let got = try await request(for: "free@example.org", from: "192.0.2.1", with: made.idToken)
        await #expect(throws: TooManyAttempts.self) { _ = try await signUp.anonymously(caller("192.0.2.1")) }
        let again = try await request(for: "free@example.org", from: "192.0.2.1", with: got.idToken)
        #expect(again.account.id == made.account.id, "a new password for the address that is there has no such limit")
        await #expect(throws: TooManyAttempts.self) {
            try await request(for: "known@example.org", from: "192.0.2.1", with: try await signUp.anonymously(caller("192.0.2.9")).idToken)
        }
        await #expect(throws: SignInError(.emailExists), "other networks do not wait") {
            try await request(for: "known@example.org", from: "192.0.2.2", with: try await signUp.anonymously(caller("192.0.2.9")).idToken)
        }
    }

    @Test func oneNetworkMakesAsManyAccountsAsTheProjectAllows() async throws {
        let server = try await TestServer(ProjectSettings(anonymousSignIn: true, signUpsPerHour: 2))
        let clock = server.clock
        let signUp = signUp(at: server, sessions(at: server))
        func caller(_ address: String) -> LatchkeyIdentity.Caller {
            LatchkeyIdentity.Caller(project: server.project, client: ClientDescription(address: address))
        }
        for _ in 0..<2 { _ = try await signUp.anonymously(caller("192.0.2.1")) }
        await #expect(throws: TooManyAttempts.self) { _ = try await signUp.anonymously(caller("192.0.2.1")) }
        _ = try await signUp.anonymously(caller("192.0.2.2"))
        clock.advance(bySeconds: 1800)
        _ = try await signUp.anonymously(caller("192.0.2.1"))
    }
}
