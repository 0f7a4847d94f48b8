import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

extension TestServer.Caller {
    fileprivate func link(_ email: String, _ code: String, idToken: String? = nil) async throws -> Reply {
        var body: [String: any Sendable] = ["email": email, "oobCode": code]
        body["idToken"] = idToken
        return try await call("accounts:signInWithEmailLink", body)
    }
}

@Suite struct EmailLinkTests {
    private static let settings = ProjectSettings(anonymousSignIn: true, emailLinkSignIn: true)
    private static let eve = "access_token=t-eve&oauth_token_secret=s&providerId=twitter.com"

    private func server(_ settings: ProjectSettings = settings) async throws -> TestServer {
        let provider = PlayedProvider()
        provider.add(.init(id: "8", name: "Eve", username: "eve", email: nil), token: "t-eve")
        return try await TestServer(settings, provider: provider)
    }

    private func code(_ email: String, _ caller: TestServer.Caller, _ server: TestServer) async throws -> String {
        let received = try await caller.send(
            "EMAIL_SIGNIN", email, ["continueUrl": "https://app.example.org/finish", "canHandleCodeInApp": true])
        #expect(received.status == .ok && received["email"] == email, "\(received.text)")
        let mail = try await server.lastMail(to: email)
        #expect(mail.kind == .emailSignIn && mail.parameter("mode") == "signIn")
        return mail.code
    }

    @Test func linkCreatesAnAccountAndSignsInAgain() async throws {
        let server = try await server()
        try await server.run { caller in
            let first = try await code("ada@example.org", caller, server)
            let seen = try await caller.reset(first)
            #expect(seen["requestType"] == "EMAIL_SIGNIN" && seen.json["email"] == nil, "the code does not reveal the address")
            let wrong = try await caller.link("eve@example.org", first)
            #expect(wrong.text.contains("INVALID_EMAIL : The email provided does not match the sign-in email address."))
            let new = try await caller.link("Ada@Example.org", first)
            #expect(new.status == .ok && new["kind"] == "identitytoolkit#EmailLinkSigninResponse", "\(new.text)")
            #expect(new.json["isNewUser"] as? Bool == true && new["email"] == "ada@example.org")
            #expect(try await caller.link("ada@example.org", first).error == "INVALID_OOB_CODE")
            let user = try #require(try await caller.user(new["idToken"]))
            #expect(user["emailVerified"] as? Bool == true && user["emailLinkSignin"] as? Bool == true && user["passwordHash"] == nil)
            let entries = user["providerUserInfo"] as? [[String: Any]]
            #expect(entries?.map { $0["providerId"] as? String } == ["password"])

            let again = try await caller.link("ada@example.org", try await code("ada@example.org", caller, server))
            #expect(again["localId"] == new["localId"] && again.json["isNewUser"] as? Bool == false)
            let token = try #require(new["idToken"])
            let claims = try await server.authority.claims(of: token, for: .standard)
            #expect(claims.firebase.signInProvider == "password")
        }
    }

    @Test func emailLinkSignInIsOffByDefault() async throws {
        let server = try await server(ProjectSettings())
        try await server.run { caller in
            let received = try await caller.send("EMAIL_SIGNIN", "ada@example.org")
            #expect(received.error == "OPERATION_NOT_ALLOWED")
            #expect(try await caller.link("ada@example.org", "x").error == "OPERATION_NOT_ALLOWED")
            #expect(try await server.mails().isEmpty)
        }
    }

    @Test func linkToAnUnverifiedAddressRemovesOtherCredentials() async throws {
        let server = try await server()
        try await server.run { caller in
            let eve = try await caller.signUp("ada@example.org", "eves password")
            _ = try await caller.idp(Self.eve, ["idToken": eve["idToken"]])
            let ada = try await caller.link("ada@example.org", try await code("ada@example.org", caller, server))
            #expect(ada["localId"] == eve["localId"] && ada.json["isNewUser"] as? Bool == false)
            let account = try #require(try await server.account("ada@example.org"))
            #expect(account.emailVerified && account.password == nil && account.identities.isEmpty)
            #expect(try await caller.user(eve["idToken"]) == nil)
            #expect(try await caller.user(ada["idToken"]) != nil)
        }
    }

    @Test func verifiedAccountKeepsItsCredentials() async throws {
        let server = try await server()
        try await server.run { caller in
            let ada = try await caller.signUp("ada@example.org")
            _ = try await caller.idp(Self.eve, ["idToken": ada["idToken"]])
            try await server.edit("ada@example.org") { $0.emailVerified = true }
            _ = try await caller.link("ada@example.org", try await code("ada@example.org", caller, server))
            let account = try #require(try await server.account("ada@example.org"))
            #expect(account.password != nil && account.identities.count == 1)
        }
    }

    @Test func aSessionIsLinkedToTheAddress() async throws {
        let server = try await server()
        try await server.run { caller in
            let anonymous = try await caller.call("accounts:signUp", [:])
            let linked = try await caller.link(
                "ada@example.org", try await code("ada@example.org", caller, server), idToken: anonymous["idToken"])
            #expect(linked["localId"] == anonymous["localId"] && linked.json["isNewUser"] as? Bool == false, "\(linked.text)")
            #expect(try await server.account("ada@example.org")?.emailVerified == true)
            let bob = try await caller.signUp("bob@example.org")
            let code = try await code("ada@example.org", caller, server)
            #expect(try await caller.link("ada@example.org", code, idToken: bob["idToken"]).error == "EMAIL_EXISTS")
            let own = try await self.code("bob@example.org", caller, server)
            #expect(try await caller.link("bob@example.org", own, idToken: bob["idToken"]).status == .ok)
            let account = try #require(try await server.account("bob@example.org"))
            #expect(account.emailVerified && account.password != nil, "the holder of the account proved the address: everything stays")
        }
    }

    @Test func anAddressIsChangedByLinkOnlyAfterARecentSignIn() async throws {
        let server = try await server()
        try await server.run { caller in
            let ada = try await caller.signUp("ada@example.org")
            try await server.edit("ada@example.org") { $0.emailVerified = true }
            server.clock.advance(bySeconds: 301)
            let code = try await code("new@example.org", caller, server)
            #expect(try await caller.link("new@example.org", code, idToken: ada["idToken"]).error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            let fresh = try await caller.signIn("ada@example.org")
            #expect(try await caller.link("new@example.org", code, idToken: fresh["idToken"]).status == .ok)
            #expect(try await server.lastMail(to: "ada@example.org").kind == .recoverEmail)
        }
    }

    @Test func unknownAddressGetsNoLinkWithoutSignUp() async throws {
        let server = try await server(ProjectSettings(signUp: false, emailLinkSignIn: true))
        try await server.run { caller in
            let received = try await caller.send("EMAIL_SIGNIN", "ada@example.org")
            #expect(received.status == .ok, "the response does not reveal it")
            #expect(try await server.mails().isEmpty)
        }
    }

    @Test func methodsOfAnAddressNameTheLink() async throws {
        let server = try await server(ProjectSettings(enumerationProtection: false, emailLinkSignIn: true))
        try await server.run { caller in
            _ = try await caller.link("ada@example.org", try await code("ada@example.org", caller, server))
            let input = ["identifier": "ada@example.org", "continueUri": "http://localhost"]
            let link = try await caller.call("accounts:createAuthUri", input)
            #expect(link.json["signinMethods"] as? [String] == ["emailLink"] && link.json["allProviders"] as? [String] == ["password"])
            try await caller.send("PASSWORD_RESET", "ada@example.org")
            #expect(try await caller.reset(try await server.lastMail().code, "a new password").status == .ok)
            let both = try await caller.call("accounts:createAuthUri", input)
            #expect(both.json["signinMethods"] as? [String] == ["password", "emailLink"])
            #expect(both.json["allProviders"] as? [String] == ["password"])
        }
    }
}
