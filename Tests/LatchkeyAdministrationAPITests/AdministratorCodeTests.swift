import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

@Suite struct AdministratorCodeTests {
    private func run(
        _ settings: ProjectSettings = ProjectSettings(emailLinkSignIn: true),
        _ body: @escaping @Sendable (TestServer, Administering) async throws -> Void
    ) async throws {
        let server = try await TestServer(settings)
        try await server.run { caller in
            #expect(try await caller.signUp("ada@example.org").status == .ok)
            try await body(server, try await Administering(server, caller))
        }
    }

    private static func request(_ type: String, _ more: [String: any Sendable] = [:]) -> [String: any Sendable] {
        ["requestType": type, "email": "ada@example.org", "returnOobLink": true].merging(more) { $1 }
    }

    @Test(arguments: [
        ("PASSWORD_RESET", "resetPassword"), ("VERIFY_EMAIL", "verifyEmail"), ("EMAIL_SIGNIN", "signIn"),
        ("VERIFY_AND_CHANGE_EMAIL", "verifyAndChangeEmail"),
    ])
    func aLinkIsReturnedAndNoMailIsSent(_ type: String, _ mode: String) async throws {
        try await run { server, admin in
            let reply = try await admin.call(
                "accounts:sendOobCode", Self.request(type, ["newEmail": "new@example.org", "continueUrl": "https://app.example.org/x?a=b"]))
            #expect(reply.status == .ok, "\(reply.text)")
            #expect(reply["kind"] == "identitytoolkit#GetOobConfirmationCodeResponse" && reply["email"] == "ada@example.org")
            let code = try #require(reply["oobCode"])
            let text = try #require(reply["oobLink"])
            let link = try #require(URLComponents(string: text))
            let values = Dictionary((link.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
            #expect(link.path == "/__/auth/action" && link.host == "auth.example.org")
            #expect(values["mode"] == mode && values["oobCode"] == code && values["apiKey"] == server.apiKey)
            #expect(values["continueUrl"] == "https://app.example.org/x?a=b" && values["lang"] == "en")
            #expect(try await server.mails().isEmpty)
            let info = try await admin.caller.reset(code)
            #expect(info["requestType"] == type, "\(info.text)")
            let events = try await server.store.read { try $0.events(of: .standard, subject: nil, limit: 1) }
            #expect(events.first?.kind == .sendCode && events.first?.actor == Administering.actor)
        }
    }

    @Test func theCodesWork() async throws {
        try await run { server, admin in
            let reset = try await admin.call("accounts:sendOobCode", Self.request("PASSWORD_RESET"))
            #expect(try await admin.caller.reset(try #require(reset["oobCode"]), "new-password").status == .ok)
            #expect(try await admin.caller.signIn("ada@example.org", "new-password").status == .ok)
            let change = try await admin.call(
                "accounts:sendOobCode", Self.request("VERIFY_AND_CHANGE_EMAIL", ["newEmail": "new@example.org"]))
            #expect(try await admin.caller.apply(try #require(change["oobCode"])).status == .ok)
            #expect(try await server.account("new@example.org")?.emailVerified == true)
            let link = try await admin.call(
                "accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "newcomer@example.org", "returnOobLink": true])
            let entered = try await admin.caller.call(
                "accounts:signInWithEmailLink", ["email": "newcomer@example.org", "oobCode": try #require(link["oobCode"])])
            #expect(entered.status == .ok, "\(entered.text)")
        }
    }

    @Test func withoutTheLinkAMailIsSent() async throws {
        try await run { server, admin in
            let reply = try await admin.call("accounts:sendOobCode", Self.request("VERIFY_EMAIL", ["returnOobLink": false]))
            #expect(reply.status == .ok && reply["oobCode"] == nil && reply["oobLink"] == nil, "\(reply.text)")
            let mail = try await server.lastMail(to: "ada@example.org")
            #expect(mail.kind == .verifyEmail && mail.content.denyLink != nil)
            #expect(try await admin.caller.apply(mail.code).status == .ok)
        }
    }

    @Test func administratorsAreNotRateLimited() async throws {
        try await run { server, admin in
            for _ in 0..<5 { #expect(try await admin.caller.send("PASSWORD_RESET", "ada@example.org").status == .ok) }
            #expect(try await admin.caller.send("PASSWORD_RESET", "ada@example.org").error == "RESET_PASSWORD_EXCEED_LIMIT")
            for sent in [true, false, true] {
                let reply = try await admin.call("accounts:sendOobCode", Self.request("PASSWORD_RESET", ["returnOobLink": sent]))
                #expect(reply.status == .ok, "\(reply.text)")
            }
        }
    }

    @Test func idTokenIdentifiesTheUser() async throws {
        try await run { _, admin in
            let idToken = try #require(try await admin.caller.signIn("ada@example.org")["idToken"])
            let reply = try await admin.call(
                "accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": idToken, "returnOobLink": true])
            #expect(reply["email"] == "ada@example.org" && reply["oobCode"] != nil, "\(reply.text)")
        }
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: [String: any Sendable]
        let error: String
        var settings = ProjectSettings(emailLinkSignIn: true)
    }

    @Test(arguments: [
        Wrong(testDescription: "no type", body: ["email": "ada@example.org"], error: "MISSING_REQ_TYPE"),
        Wrong(testDescription: "an internal type", body: request("REVERT_SECOND_FACTOR_ADDITION"), error: "INVALID_REQ_TYPE"),
        Wrong(testDescription: "no address", body: request("PASSWORD_RESET", ["email": ""]), error: "MISSING_EMAIL"),
        Wrong(testDescription: "a reset, unknown", body: request("PASSWORD_RESET", ["email": "x@example.org"]), error: "EMAIL_NOT_FOUND"),
        Wrong(
            testDescription: "a confirmation, unknown", body: request("VERIFY_EMAIL", ["email": "x@example.org"]), error: "USER_NOT_FOUND"
        ),
        Wrong(testDescription: "no new address", body: request("VERIFY_AND_CHANGE_EMAIL"), error: "MISSING_NEW_EMAIL"),
        Wrong(
            testDescription: "a new address that is none", body: request("VERIFY_AND_CHANGE_EMAIL", ["newEmail": "x"]),
            error: "INVALID_NEW_EMAIL"),
        Wrong(
            testDescription: "the same address", body: request("VERIFY_AND_CHANGE_EMAIL", ["newEmail": "ada@example.org"]),
            error: "INVALID_NEW_EMAIL"),
        Wrong(
            testDescription: "a new address that is taken", body: request("VERIFY_AND_CHANGE_EMAIL", ["newEmail": "bob@example.org"]),
            error: "EMAIL_EXISTS"),
        Wrong(
            testDescription: "links are switched off", body: request("EMAIL_SIGNIN"), error: "OPERATION_NOT_ALLOWED", settings: .init()),
        Wrong(
            testDescription: "passwords are switched off", body: request("PASSWORD_RESET"), error: "OPERATION_NOT_ALLOWED",
            settings: ProjectSettings(passwordSignIn: false)),
        Wrong(
            testDescription: "a foreign page", body: request("PASSWORD_RESET", ["continueUrl": "https://evil.example.com"]),
            error: "UNAUTHORIZED_DOMAIN"),
        Wrong(
            testDescription: "a disabled account", body: request("PASSWORD_RESET", ["email": "bob@example.org"]), error: "USER_DISABLED"),
    ])
    func invalidCodeRequestsAreRejected(_ wrong: Wrong) async throws {
        let server = try await TestServer(wrong.settings)
        let realm = Realm(project: server.project.id)
        let (ada, bob) = (try #require(EmailAddress("ada@example.org")), try #require(EmailAddress("bob@example.org")))
        let now = server.clock.now
        try await server.store.write { transaction in
            try transaction.insert(Account(id: "ada", realm: realm, email: ada, createdAt: now))
            try transaction.insert(Account(id: "bob", realm: realm, email: bob, disabled: true, createdAt: now))
        }
        try await server.run { caller in
            let reply = try await Administering(server, caller).call("accounts:sendOobCode", wrong.body)
            #expect(reply.error == wrong.error, "\(reply.text)")
            #expect(try await server.mails().isEmpty)
        }
    }
}
