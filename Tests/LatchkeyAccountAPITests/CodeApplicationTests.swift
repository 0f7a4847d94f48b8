import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

/// Codes that change an email address or its verification.
@Suite struct CodeApplicationTests {
    private static let eve = "access_token=t-eve&oauth_token_secret=s&providerId=twitter.com"

    private func server(_ settings: ProjectSettings = ProjectSettings(emailLinkSignIn: true)) async throws -> TestServer {
        let provider = PlayedProvider()
        provider.add(.init(id: "8", name: "Eve", username: "eve", email: nil), token: "t-eve")
        return try await TestServer(settings, provider: provider)
    }

    /// An account with a verified email address.
    private func verified(_ email: String, _ caller: TestServer.Caller, _ server: TestServer) async throws -> Reply {
        let reply = try await caller.signUp(email)
        try await server.edit(email) { $0.emailVerified = true }
        return reply
    }

    @Test func verificationConfirmsTheAddressAndKeepsCredentials() async throws {
        let server = try await server()
        try await server.run { caller in
            let ada = try await caller.signUp("ada@example.org")
            _ = try await caller.idp(Self.eve, ["idToken": ada["idToken"]])
            let sent = try await caller.send("VERIFY_EMAIL", idToken: ada["idToken"])
            #expect(sent["email"] == "ada@example.org", "\(sent.text)")
            let mail = try await server.lastMail()
            #expect(mail.kind == .verifyEmail && mail.content.denyLink?.contains("mode=disownEmail") == true)
            #expect(try await caller.reset(mail.code)["requestType"] == "VERIFY_EMAIL")
            #expect(try await caller.reset(mail.code, "a new password").error == "INVALID_OOB_CODE")
            let applied = try await caller.apply(mail.code)
            #expect(applied.status == .ok && applied.json["emailVerified"] as? Bool == true && applied["idToken"] == nil)
            #expect(try await caller.apply(mail.code).error == "INVALID_OOB_CODE")
            let account = try #require(try await server.account("ada@example.org"))
            #expect(account.emailVerified && account.password != nil && account.identities.count == 1)
            #expect(try await caller.user(ada["idToken"])?["emailVerified"] as? Bool == true, "the session goes on")
        }
    }

    @Test func aNewAddressIsConfirmedBeforeItCounts() async throws {
        let server = try await server()
        try await server.run { caller in
            let ada = try await verified("ada@example.org", caller, server)
            #expect(
                try await caller.call("accounts:update", ["idToken": ada["idToken"], "email": "new@example.org"]).error
                    == "OPERATION_NOT_ALLOWED")
            let sent = try await caller.send("VERIFY_AND_CHANGE_EMAIL", idToken: ada["idToken"], ["newEmail": "New@example.org"])
            #expect(sent.status == .ok && sent["email"] == "ada@example.org", "\(sent.text)")
            let mail = try await server.lastMail()
            #expect(mail.kind == .verifyAndChangeEmail && mail.recipient == "new@example.org")
            let seen = try await caller.reset(mail.code)
            #expect(seen["email"] == "ada@example.org" && seen["newEmail"] == "new@example.org")
            #expect(try await server.account("ada@example.org") != nil)
            let applied = try await caller.apply(mail.code)
            #expect(applied["email"] == "new@example.org" && applied["newEmail"] == "new@example.org", "\(applied.text)")
            let account = try #require(try await server.account("new@example.org"))
            #expect(account.emailVerified && account.initialEmail?.text == "ada@example.org" && account.password != nil)
            #expect(try await caller.call("accounts:lookup", ["idToken": ada["idToken"]]).error == "TOKEN_EXPIRED")
            let told = try await server.lastMail(to: "ada@example.org")
            #expect(told.kind == .recoverEmail && told.content.newEmail == "new@example.org")
        }
    }

    /// An attacker with a stolen session moves the account to their own address and links a provider.
    @Test func recoveryRestoresTheAddressAndRemovesOtherCredentials() async throws {
        let server = try await server()
        try await server.run { caller in
            let stolen = try await verified("ada@example.org", caller, server)
            _ = try await caller.idp(Self.eve, ["idToken": stolen["idToken"]])
            try await caller.send("VERIFY_AND_CHANGE_EMAIL", idToken: stolen["idToken"], ["newEmail": "eve@example.org"])
            _ = try await caller.apply(try await server.lastMail().code)
            let adas = try await server.lastMail(to: "ada@example.org")
            // Another change to a second address, so that the attacker has a recovery code too.
            server.clock.advance(bySeconds: 1)
            let thief = try await caller.signIn("eve@example.org")
            try await caller.send("VERIFY_AND_CHANGE_EMAIL", idToken: thief["idToken"], ["newEmail": "eve2@example.org"])
            _ = try await caller.apply(try await server.lastMail().code)
            let eves = try await server.lastMail(to: "eve@example.org")
            #expect(eves.kind == .recoverEmail)
            server.clock.advance(bySeconds: 1)
            #expect(try await caller.apply(eves.code).status == .ok)
            let seen = try await caller.reset(adas.code)
            #expect(seen["requestType"] == "RECOVER_EMAIL" && seen["email"] == "ada@example.org" && seen["newEmail"] == "eve@example.org")

            let back = try await caller.apply(adas.code)
            #expect(back.status == .ok && back["email"] == "ada@example.org", "the thief's recovery does not void it: \(back.text)")
            let account = try #require(try await server.account("ada@example.org"))
            #expect(account.emailVerified && account.password == nil && account.identities.isEmpty)
            #expect(try await server.store.read { try $0.sessions(of: account.id, in: account.realm) }.isEmpty)
            #expect(try await caller.idp(Self.eve)["localId"] != account.id.rawValue)
            try await caller.send("PASSWORD_RESET", "ada@example.org")
            #expect(try await caller.reset(try await server.lastMail().code, "adas password").status == .ok)
        }
    }

    @Test func onlyVerifiedAddressesGetAChangeMessage() async throws {
        let server = try await server(ProjectSettings(enumerationProtection: false))
        try await server.run { caller in
            let bob = try await caller.signUp("bob@example.org")
            let changed = try await caller.call("accounts:update", ["idToken": bob["idToken"], "email": "bob2@example.org"])
            #expect(changed.status == .ok)
            #expect(try await server.mails().isEmpty)
            try await server.edit("bob2@example.org") { $0.emailVerified = true }
            _ = try await caller.call("accounts:update", ["idToken": changed["idToken"], "email": "bob3@example.org"])
            #expect(try await server.mails().map(\.recipient) == ["bob2@example.org"])
        }
    }

    @Test func denialRemovesTheAddress() async throws {
        let server = try await server()
        try await server.run { caller in
            let eve = try await caller.signUp("ada@example.org", "eves password")
            try await caller.send("VERIFY_EMAIL", idToken: eve["idToken"])
            let mail = try await server.lastMail()
            #expect(try await caller.reset(mail.denyCode)["requestType"] == "DISOWN_EMAIL")
            #expect(try await caller.apply(mail.denyCode).status == .ok)
            #expect(try await server.account("ada@example.org") == nil)
            #expect(try await caller.apply(mail.code).error == "INVALID_OOB_CODE")
            let user = try await caller.user(eve["idToken"])
            #expect(user != nil && user?["email"] == nil, "a user with a mistyped address keeps the session")
            #expect(try await caller.signUp("ada@example.org").status == .ok, "the address is free for its holder")
        }
    }

    /// No user can sign in to such an account again, so a recent sign-in cannot be required.
    @Test func mistypedAddressCanBeCorrectedAfterADenial() async throws {
        let server = try await server()
        try await server.run { caller in
            let ada = try await caller.signUp("typo@example.org")
            let bob = try await caller.signUp("bob@example.org")
            try await caller.send("VERIFY_EMAIL", idToken: ada["idToken"])
            #expect(try await caller.apply(try await server.lastMail().denyCode).status == .ok)
            server.clock.advance(bySeconds: 1000)
            for (person, error) in [(ada, nil), (bob, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")] {
                #expect(try await caller.passkeys("passkeyEnrollment:start", ["idToken": person["idToken"]]).error == error)
            }
            func give(_ email: String, to person: Reply) async throws -> Reply {
                try await caller.call("accounts:signUp", ["idToken": person["idToken"], "email": email, "password": "lovelace"])
            }
            #expect(try await give("bob@example.org", to: bob).error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "needs a recent sign-in")
            let right = try await give("ada@example.org", to: ada)
            #expect(right["localId"] == ada["localId"] && right.status == .ok, "\(right.text)")
            #expect(try await caller.signIn("ada@example.org")["localId"] == ada["localId"])
        }
    }

    @Test func thisWasNotMeWorksAfterAConfirmationByMistakeAndEndsTheSessions() async throws {
        let server = try await server()
        try await server.run { caller in
            let eve = try await caller.signUp("ada@example.org", "eves password")
            try await caller.send("VERIFY_EMAIL", idToken: eve["idToken"])
            let mail = try await server.lastMail()
            _ = try await caller.apply(mail.code)
            #expect(try await caller.apply(mail.denyCode).status == .ok)
            #expect(try await server.account("ada@example.org") == nil)
            #expect(try await caller.call("accounts:lookup", ["idToken": eve["idToken"]]).error == "TOKEN_EXPIRED")
        }
    }

    // MARK: Invalid codes

    /// An event between sending and using a code.
    struct Death: Sendable, CustomTestStringConvertible {
        let name: String
        let type: String
        let error: String
        let event: @Sendable (TestServer, TestServer.Caller, Reply) async throws -> Void
        var testDescription: String { "\(type): \(name)" }
    }

    private static let types = ["PASSWORD_RESET", "EMAIL_SIGNIN", "VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"]

    static let deaths: [Death] =
        types.flatMap { type -> [Death] in
            [
                Death(name: "its account is deleted", type: type, error: "INVALID_OOB_CODE") { _, caller, ada in
                    let deleted = try await caller.call("accounts:delete", ["idToken": ada["idToken"]])
                    #expect(deleted.status == .ok)
                },
                Death(name: "its account was disabled, and is enabled again", type: type, error: "INVALID_OOB_CODE") { server, _, _ in
                    try await server.edit("ada@example.org") { $0.disabled = true }
                    try await server.edit("ada@example.org") { $0.disabled = false }
                },
                Death(name: "the address of its account changes", type: type, error: "INVALID_OOB_CODE") { _, caller, ada in
                    let changed = try await caller.call("accounts:update", ["idToken": ada["idToken"], "email": "other@example.org"])
                    #expect(changed.status == .ok, "\(changed.text)")
                },
                Death(name: "its account is taken over with a proof of the address", type: type, error: "INVALID_OOB_CODE") {
                    server, _, _ in
                    let account = try await server.account("ada@example.org")
                    let id = try #require(account).id
                    try await server.store.write { try $0.removeAllCredentials(of: id, in: Realm(project: .standard)) }
                },
                Death(name: "its time is over", type: type, error: "EXPIRED_OOB_CODE") { server, _, _ in
                    server.clock.advance(bySeconds: OneTimeCode.Kind(rawValue: type).lifetimeSeconds)
                },
            ]
        }
        + ["PASSWORD_RESET", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL"].map { type in
            Death(name: "the password changes", type: type, error: "INVALID_OOB_CODE") { _, caller, ada in
                let changed = try await caller.call("accounts:update", ["idToken": ada["idToken"], "password": "a new password"])
                #expect(changed.status == .ok, "\(changed.text)")
            }
        }

    /// Uses a code for its purpose.
    private func use(_ code: String, of type: String, _ caller: TestServer.Caller) async throws -> Reply {
        switch type {
        case "PASSWORD_RESET": try await caller.reset(code, "a new password")
        case "EMAIL_SIGNIN": try await caller.call("accounts:signInWithEmailLink", ["email": "ada@example.org", "oobCode": code])
        default: try await caller.apply(code)
        }
    }

    private func send(_ type: String, _ ada: Reply, _ caller: TestServer.Caller, _ server: TestServer) async throws -> String {
        let needsSession = type.hasPrefix("VERIFY")
        let sent = try await caller.send(
            type, needsSession ? nil : "ada@example.org", idToken: needsSession ? ada["idToken"] : nil, ["newEmail": "new@example.org"])
        #expect(sent.status == .ok, "\(sent.text)")
        return try await server.lastMail().code
    }

    @Test(arguments: deaths) func codeEndsWithTheStateItDependsOn(_ death: Death) async throws {
        let server = try await server(ProjectSettings(enumerationProtection: false, emailLinkSignIn: true))
        try await server.run { caller in
            let ada = try await caller.signUp("ada@example.org")
            let code = try await send(death.type, ada, caller, server)
            #expect(try await caller.reset(code).status == .ok, "it was good before")
            try await death.event(server, caller, ada)
            #expect(try await use(code, of: death.type, caller).error == death.error)
        }
    }

    @Test(arguments: types) func aCodeIsGoodUntilJustBeforeItsEnd(_ type: String) async throws {
        let server = try await server()
        try await server.run { caller in
            let ada = try await caller.signUp("ada@example.org")
            let code = try await send(type, ada, caller, server)
            server.clock.advance(bySeconds: OneTimeCode.Kind(rawValue: type).lifetimeSeconds - 0.001)
            #expect(try await use(code, of: type, caller).status == .ok)
        }
    }

    @Test(arguments: types) func aCodeIsGoodForItsOwnPurposeOnly(_ type: String) async throws {
        let server = try await server()
        try await server.run { caller in
            let ada = try await caller.signUp("ada@example.org")
            let code = try await send(type, ada, caller, server)
            for other in Self.types where other != type && !(type.hasPrefix("VERIFY") && other.hasPrefix("VERIFY")) {
                #expect(try await use(code, of: other, caller).error == "INVALID_OOB_CODE", "\(type) as \(other)")
            }
            #expect(try await use(code, of: type, caller).status == .ok, "refused uses do not use it up")
        }
    }

    @Test(arguments: types) func aCodeOfAnotherProjectIsUnknown(_ type: String) async throws {
        let server = try await server()
        let clock = server.clock
        let setup = ProjectSetup(store: server.store, sealer: server.sealer, now: { clock.now })
        var (other, key) = try await setup.create("other-project", displayName: "Other")
        other.settings.emailLinkSignIn = true
        let saved = other
        try await server.store.write { try $0.update(saved) }
        try await server.run { [key] caller in
            let ada = try await caller.signUp("ada@example.org")
            let code = try await send(type, ada, caller, server)
            let stranger = TestServer.Caller(client: caller.client, apiKey: key.text)
            #expect(try await stranger.reset(code).error == "INVALID_OOB_CODE")
            #expect(try await use(code, of: type, stranger).error == "INVALID_OOB_CODE")
            #expect(try await use(code, of: type, caller).status == .ok)
        }
    }

    @Test func anAddressThatWasTakenMeanwhileIsRefusedAndTheCodeStays() async throws {
        let server = try await server()
        try await server.run { caller in
            let ada = try await caller.signUp("ada@example.org")
            let code = try await send("VERIFY_AND_CHANGE_EMAIL", ada, caller, server)
            let bob = try await caller.signUp("new@example.org")
            #expect(try await caller.apply(code).error == "EMAIL_EXISTS")
            #expect(try await caller.call("accounts:delete", ["idToken": bob["idToken"]]).status == .ok)
            #expect(try await caller.apply(code).status == .ok)
        }
    }
}
