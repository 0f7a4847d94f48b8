import Foundation
import Testing

@testable import LatchkeyAuth

@Suite struct TokenTests {
    @Test func aGoodTokenIsUsedAgain() async throws {
        let clock = HandClock()
        let transport = ScriptedTransport(Sample.token("2"))
        let (_, user) = try await Sample.signedIn(transport, clock: clock)
        #expect(try await user.getIDToken() == "id-1")
        clock.advance(seconds: 3600 - 301)
        #expect(try await user.getIDToken() == "id-1", "more than five minutes are left")
        #expect(transport.requests.isEmpty)
        clock.advance(seconds: 1)
        #expect(try await user.getIDToken() == "id-2", "five minutes are left")
        #expect(try await user.getIDToken() == "id-2")
        #expect(transport.requests.count == 1)
    }

    /// On the main actor, callers run one after another, each until it suspends.
    @Test @MainActor func manyCallersWaitForOneRenewal() async throws {
        let transport = ScriptedTransport([.success(.init(body: Sample.token("2")))], paused: true)
        let clock = HandClock()
        let (_, user) = try await Sample.signedIn(transport, clock: clock)
        clock.advance(seconds: 3600)
        let callers = (0..<10_000).map { number in
            Task { @MainActor in try await user.getIDToken(forcingRefresh: number % 2 == 0) }
        }
        await Task { @MainActor in transport.goOn() }.value
        for caller in callers { #expect(try await caller.value == "id-2") }
        #expect(transport.requests.count == 1)
    }

    @Test func aFailedRenewalFailsForAllAndIsTriedAgain() async throws {
        let transport = ScriptedTransport([
            .failure(.init(text: "unplugged")), .success(.init(body: Sample.token("2"))),
        ])
        let (auth, user) = try await Sample.signedIn(transport)
        #expect(code(await failure { try await user.getIDToken(forcingRefresh: true) }) == .networkError)
        #expect(auth.currentUser === user, "a broken connection ends no session")
        #expect(try await user.getIDToken(forcingRefresh: true) == "id-2")
    }

    @Test func aNewerSignInWinsOverARenewal() async throws {
        let transport = ScriptedTransport([.success(.init(body: Sample.token("2")))], paused: true)
        let (_, user) = try await Sample.signedIn(transport)
        async let renewed = user.getIDToken(forcingRefresh: true)
        await transport.firstRequest()
        user.session.tokens.adopt(
            try TokenSet(idToken: "id-9", refreshToken: "refresh-9", expiresIn: "3600", now: HandClock().now()))
        transport.goOn()
        #expect(try await renewed == "id-9")
        #expect(user.refreshToken == "refresh-9")
        #expect(try await user.getIDToken() == "id-9")
    }

    /// A password change ends the old session while its token is being refreshed.
    @Test func aNewerSignInOutlivesTheEndOfTheOldSession() async throws {
        let expired = #"{"error":{"code":400,"message":"TOKEN_EXPIRED"}}"#
        let transport = ScriptedTransport([.success(.init(status: 400, body: expired))], paused: true)
        let (auth, user) = try await Sample.signedIn(transport)
        async let renewed = user.getIDToken(forcingRefresh: true)
        await transport.firstRequest()
        user.session.tokens.adopt(
            try TokenSet(idToken: "id-9", refreshToken: "refresh-9", expiresIn: "3600", now: HandClock().now()))
        transport.goOn()
        #expect(try await renewed == "id-9")
        #expect(auth.currentUser === user)
    }

    @Test func aRotatedRefreshTokenIsKept() async throws {
        let transport = ScriptedTransport(
            Sample.token("2").replacing("refresh-1", with: "refresh-2"), Sample.token("3"))
        let storage = MemorySessionStorage()
        let (_, user) = try await Sample.signedIn(transport, storage: storage)
        try await user.getIDToken(forcingRefresh: true)
        #expect(try StoredSession(reading: storage.load() ?? []).tokens.refreshToken == "refresh-2")
        try await user.getIDToken(forcingRefresh: true)
        #expect(transport.calls[1] == #"token {"grantType":"refresh_token","refreshToken":"refresh-2"}"#)
    }

    /// The errors that end a session.
    @Test(arguments: [
        ("USER_NOT_FOUND", true), ("USER_DISABLED", true), ("INVALID_ID_TOKEN", true), ("TOKEN_EXPIRED", true),
        ("INVALID_REFRESH_TOKEN", true), ("TOO_MANY_ATTEMPTS_TRY_LATER", false),
        ("CREDENTIAL_TOO_OLD_LOGIN_AGAIN", false), ("PROJECT_DISABLED", false),
    ])
    func endsTheSession(_ message: String, _ ends: Bool) async throws {
        let operations: [@Sendable (User) async throws -> Void] = [
            { try await $0.getIDToken(forcingRefresh: true) }, { try await $0.reload() },
            { try await $0.updatePassword(to: "secret-2") }, { try await $0.delete() },
            { try await $0.link(with: GitHubAuthProvider.credential(withToken: "t")) },
        ]
        for operation in operations {
            let storage = MemorySessionStorage()
            let (auth, user) = try await Sample.signedIn(ScriptedTransport(failing: message), storage: storage)
            let error = await failure { try await operation(user) }
            #expect(error != nil)
            #expect((auth.currentUser == nil) == ends)
            #expect((storage.load() == nil) == ends)
        }
    }

    @Test func expiredFormerUserDoesNotSignOutTheCurrentUser() async throws {
        let transport = ScriptedTransport(Sample.passwordSignIn, Sample.account("u2"))
        let (auth, old) = try await Sample.signedIn(transport)
        let new = try await auth.signIn(withEmail: "bob@example.com", password: "secret-1").user
        transport.add(.error("TOKEN_EXPIRED"))
        _ = await failure { try await old.getIDToken(forcingRefresh: true) }
        #expect(auth.currentUser === new)
    }

    @Test func wrongCredentialsOfASignInEndNoSession() async throws {
        let (auth, user) = try await Sample.signedIn(ScriptedTransport(failing: "EMAIL_NOT_FOUND"))
        let error = await failure { try await auth.signIn(withEmail: "x@example.com", password: "secret-1") }
        #expect(code(error) == .userNotFound)
        #expect(auth.currentUser === user)
    }

    @Test func reauthenticatingAsAnotherUserIsAMismatch() async throws {
        let credential = TwitterAuthProvider.credential(withToken: "t", secret: "s")
        for script in [
            [ScriptedTransport.Reply.error("USER_NOT_FOUND")],
            [.init(body: Sample.twitter.replacing(#""localId":"u1""#, with: #""localId":"u2""#))],
            [.init(body: Sample.twitter.replacing(#""localId":"u1","#, with: "")), .init(body: Sample.account("u2"))],
        ] {
            let (auth, user) = try await Sample.signedIn(ScriptedTransport(script.map { .success($0) }))
            let error = await failure { try await user.reauthenticate(with: credential) }
            #expect(code(error) == .userMismatch)
            #expect(auth.currentUser === user)
            #expect(user.refreshToken == "refresh-1", "the session goes on with its own tokens")
        }
    }

    @Test func readsTheClaimsOfAToken() async throws {
        let payload = #"""
            {"iss":"https://login.example.com/default","aud":"default","sub":"u1","auth_time":1700000000,"iat":1700000100,
            "exp":1700003700,"admin":true,"level":3,"firebase":{"sign_in_provider":"twitter.com",
            "sign_in_second_factor":"totp","identities":{"twitter.com":["111"]}}}
            """#
        let token = "e30." + Data(payload.utf8).base64EncodedString().filter { $0 != "=" } + "."
        let transport = ScriptedTransport(Sample.token("2").replacing("id-2", with: token))
        let (_, user) = try await Sample.signedIn(transport)
        let result = try await user.getIDTokenResult(forcingRefresh: true)
        #expect(result.token == token)
        #expect(result.authDate == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(result.issuedAtDate == Date(timeIntervalSince1970: 1_700_000_100))
        #expect(result.expirationDate == Date(timeIntervalSince1970: 1_700_003_700))
        #expect(result.signInProvider == "twitter.com")
        #expect(result.signInSecondFactor == "totp")
        #expect(result.claims["admin"] as? Bool == true)
        #expect(result.claims["level"] as? Int == 3)
        let identities = (result.claims["firebase"] as? [String: any Sendable])?["identities"] as? [String: any Sendable]
        #expect((identities?["twitter.com"] as? [any Sendable])?.first as? String == "111")
    }

    @Test(arguments: ["", "a.b", "a.b.c", "e30.e30.", "e30.W10.", "a.b.c.d"])
    func malformedTokenIsReported(_ token: String) {
        let error = #expect(throws: (any Error).self) { try AuthTokenResult(token: token) }
        #expect(code(error) == .malformedJWT)
    }

    @Test(arguments: [(nil, 0.0), ("3600", 3600), ("-5", 0), ("soon", 0), ("1e300", 86_400), ("nan", 0)] as [(String?, Double)])
    func theLifeOfATokenIsBounded(_ text: String?, _ seconds: Double) throws {
        let now = Date(timeIntervalSince1970: 0)
        let tokens = try TokenSet(idToken: "i", refreshToken: "r", expiresIn: text, now: now)
        #expect(tokens.expiresAt.timeIntervalSince(now) == seconds)
    }
}
