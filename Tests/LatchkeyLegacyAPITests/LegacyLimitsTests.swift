import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyIdentity

/// These routes do not bypass the limits of the other routes.
@Suite struct LegacyLimitsTests {
    private static let ada = "email=ada%40example.org&password=lovelace"

    /// One lockout for all routes: guesses here count there, and guesses there count here, even for email addresses without an account.
    @Test(arguments: ["ada%40example.org", "nobody%40example.org"]) func guessesAreCountedTogether(email: String) async throws {
        let server = try await DatabaseServer.servingLegacy()
        try await server.server.run { caller in
            _ = try await caller.legacyGet("/auth/firebase/create?firebase=default&\(Self.ada)")
            let guesses = [
                "/auth/firebase?firebase=default&email=\(email)&password=x", "/v2/default/auth/password?email=\(email)&password=x",
                "/auth/firebase/remove?firebase=default&email=\(email)&password=x",
                "/v2/default/users/\(email)/password?_method=PUT&oldPassword=x&password=countess",
                "/v2/default/users/\(email)?_method=DELETE&password=x",
            ]
            for guess in guesses { #expect(try await caller.legacyGet(guess).legacyError == "INVALID_PASSWORD", "\(guess)") }
            let plain = email.replacingOccurrences(of: "%40", with: "@")
            let modern = try await caller.call("accounts:signInWithPassword", ["email": plain, "password": "lovelace"])
            #expect(modern.error == "TOO_MANY_ATTEMPTS_TRY_LATER")
            for guess in guesses { #expect(try await caller.legacyGet(guess).legacyError == "LIMITS_EXCEEDED", "\(guess)") }
        }
    }

    @Test func accountsAndMailsAreCounted() async throws {
        let server = try await DatabaseServer.servingLegacy { $0.signUpsPerHour = 2 }
        // Limits count networks, so the test needs a real connection.
        let app = Application(responder: ServerRoutes.router(server.server.parts()).buildResponder())
        try await app.test(.live) { client in
            let caller = TestServer.Caller(client: client, apiKey: server.server.apiKey)
            _ = try await caller.legacyGet("/auth/firebase/create?firebase=default&\(Self.ada)")
            #expect(try await caller.legacyGet("/v2/default/auth/anonymous")["token"] != nil)
            #expect(try await caller.legacyGet("/v2/default/auth/anonymous").legacyError == "LIMITS_EXCEEDED")
            let more = try await caller.legacyGet("/v2/default/users?_method=POST&email=b%40example.org&password=lovelace")
            #expect(more.legacyError == "LIMITS_EXCEEDED")
            var last: String?
            for _ in 0...OneTimeCode.Kind.maxPerHour {
                last = try await caller.legacyGet("/v2/default/users/ada%40example.org/password?_method=POST").legacyError
            }
            #expect(last == "LIMITS_EXCEEDED")
            #expect(try await server.server.mails(to: "ada@example.org").count == OneTimeCode.Kind.maxPerHour)
        }
    }

    /// Under enumeration protection, the responses do not reveal which accounts exist; without it they do, as those of today's clients.
    @Test(arguments: [true, false]) func responsesRevealAccountsOnlyWithoutProtection(isProtected: Bool) async throws {
        let server = try await DatabaseServer.servingLegacy { $0.enumerationProtection = isProtected }
        try await server.server.run { caller in
            _ = try await caller.legacyGet("/auth/firebase/create?firebase=default&\(Self.ada)")
            for path in ["/v2/default/auth/password?email=%&password=wrong", "/auth/firebase/reset_password?firebase=default&email=%"] {
                let known = try await caller.legacyGet(path.replacingOccurrences(of: "%", with: "ada@example.org"))
                let unknown = try await caller.legacyGet(path.replacingOccurrences(of: "%", with: "bob@example.org"))
                #expect((known.text == unknown.text) == isProtected, "\(known.text) \(unknown.text)")
                if !isProtected { #expect(unknown.legacyError == "INVALID_USER") }
            }
            let change = "/v2/default/users/ada%40example.org/email?_method=PUT&password=lovelace&email=new%40example.org"
            #expect(try await caller.legacyGet(change).legacyError == (isProtected ? "AUTHENTICATION_DISABLED" : nil))
        }
    }

    @Test func oversizedAndMalformedRequestsAreRejected() async throws {
        let server = try await DatabaseServer.servingLegacy()
        let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        let json: HTTPFields = [.contentType: "application/json"]
        try await server.server.run { caller in
            let long = String(repeating: "x", count: 20_000)
            #expect(try await caller.legacyGet("/v2/default/auth/anonymous?more=\(long)").legacyError == "INVALID_ARGUMENTS")
            #expect(try await caller.legacyGet("/v2/default/auth/anonymous?more=%zz").legacyError == "INVALID_ARGUMENTS")
            #expect(try await caller.send(.post, "/v2/default/users", headers: form, body: "email=\(long)").status == .contentTooLarge)
            for (headers, body) in [(form, "email=%zz"), (json, "[1]"), (json, #"{"email":1}"#), (json, "{")] {
                let reply = try await caller.send(.post, "/v2/default/users", headers: headers, body: body)
                #expect(reply.legacyError == "INVALID_ARGUMENTS", "\(body): \(reply.text)")
            }
            let password = String(repeating: "x", count: 5000)
            let refused = try await caller.legacyGet("/v2/default/users?_method=POST&email=a%40example.org&password=\(password)")
            #expect(refused.legacyError == "INVALID_PASSWORD", "\(refused.text)")
            for missing in ["email=a%40example.org", "password=lovelace", "email=nobody&password=lovelace"] {
                let reply = try await caller.legacyGet("/v2/default/users?_method=POST&\(missing)")
                #expect(["INVALID_EMAIL", "INVALID_PASSWORD"].contains(reply.legacyError), "\(reply.text)")
            }
        }
        #expect(try await server.server.account("a@example.org") == nil)
    }

    @Test(arguments: [true, false]) func secondFactorsAndLocksAreEnforced(isDisabled: Bool) async throws {
        let server = try await DatabaseServer.servingLegacy { $0.smsSecondFactor = true }
        try await server.server.run { caller in
            _ = try await caller.legacyGet("/auth/firebase/create?firebase=default&\(Self.ada)")
            let factor = SecondFactor(
                id: "factor", account: "simplelogin:1", realm: Realm(project: .standard),
                means: .phone(try #require(PhoneNumber("+4915110000000"))), displayName: nil, enrolledAt: server.server.clock.now)
            try await server.server.store.write { transaction in
                let realm = Realm(project: .standard)
                var account = try #require(try transaction.account("simplelogin:1", in: realm))
                account.disabled = isDisabled
                try transaction.update(account)
                if !isDisabled { try transaction.insert(factor) }
            }
            for path in ["/auth/firebase?firebase=default&\(Self.ada)", "/auth/firebase/remove?firebase=default&\(Self.ada)"] {
                let reply = try await caller.legacyGet(path)
                #expect(reply.legacyError == (isDisabled ? "USER_DENIED" : "AUTHENTICATION_DISABLED"), "\(reply.text)")
            }
        }
        #expect(try await server.server.account("ada@example.org") != nil)
    }
}
