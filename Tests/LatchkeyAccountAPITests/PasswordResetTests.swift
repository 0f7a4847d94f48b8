import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

@Suite struct PasswordResetTests {
    @Test func resetSetsANewPasswordAndEndsAllSessions() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let before = try await caller.signUp("ada@example.org")
            try await server.edit("ada@example.org") { $0.emailVerified = true }
            let received = try await caller.send("PASSWORD_RESET", "Ada@Example.org", ["continueUrl": "https://app.example.org/in?a=1&b=2"])
            #expect(received.status == .ok, "\(received.text)")
            #expect(received["kind"] == "identitytoolkit#GetOobConfirmationCodeResponse" && received["email"] == "ada@example.org")
            #expect(received["oobCode"] == nil && received["oobLink"] == nil)
            let mail = try await server.lastMail()
            #expect(mail.kind == .passwordReset && mail.recipient == "ada@example.org")
            #expect(mail.content.link?.hasPrefix("https://auth.example.org/__/auth/action?mode=resetPassword&oobCode=") == true)
            #expect(mail.code.count == 54 && mail.code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
            #expect(mail.parameter("apiKey") == caller.apiKey && mail.parameter("lang") == "en")
            #expect(mail.parameter("continueUrl") == "https://app.example.org/in?a=1&b=2")

            for _ in 0..<2 {
                let seen = try await caller.reset(mail.code)
                #expect(seen["kind"] == "identitytoolkit#ResetPasswordResponse" && seen["requestType"] == "PASSWORD_RESET")
                #expect(seen["email"] == "ada@example.org" && seen["newEmail"] == nil)
            }
            #expect(try await caller.reset(mail.code, "short").error == "WEAK_PASSWORD", "the code stays good")
            let done = try await caller.reset(mail.code, "a new password")
            #expect(done.status == .ok && done["requestType"] == "PASSWORD_RESET", "\(done.text)")
            #expect(try await caller.reset(mail.code, "another one").error == "INVALID_OOB_CODE")
            #expect(try await caller.reset(mail.code).error == "INVALID_OOB_CODE")
            #expect(try await caller.signIn("ada@example.org").error == "INVALID_LOGIN_CREDENTIALS")
            let after = try await caller.signIn("ada@example.org", "a new password")
            #expect(after["localId"] == before["localId"])
            #expect(try await caller.call("accounts:lookup", ["idToken": before["idToken"]]).error == "TOKEN_EXPIRED")
        }
    }

    /// Eve prepared an account with Ada's address; Ada, unaware of it, resets "her" password.
    @Test func resetOfAnUnverifiedAccountRemovesOtherCredentials() async throws {
        let provider = PlayedProvider()
        provider.add(.init(id: "8", name: "Eve", username: "eve", email: nil), token: "t-eve")
        let server = try await TestServer(provider: provider)
        let body = "access_token=t-eve&oauth_token_secret=s&providerId=twitter.com"
        try await server.run { caller in
            let eve = try await caller.signUp("ada@example.org", "eves password")
            _ = try await caller.idp(body, ["idToken": eve["idToken"]])
            try await caller.send("VERIFY_EMAIL", idToken: eve["idToken"])
            let verification = try await server.lastMail()
            try await caller.send("PASSWORD_RESET", "ada@example.org")
            #expect(try await caller.reset(try await server.lastMail().code, "adas password").status == .ok)
            let account = try #require(try await server.account("ada@example.org"))
            #expect(account.emailVerified && account.identities.isEmpty)
            #expect(account.displayName == nil && account.photoURL == nil && account.screenName == nil)
            for code in [verification.code, verification.denyCode] {
                #expect(try await caller.apply(code).error == "INVALID_OOB_CODE", "what waited for Eve's account is void")
            }
            #expect(try await caller.user(eve["idToken"]) == nil)
            #expect(try await caller.idp(body)["localId"] != eve["localId"])
            let kinds = try await server.store.read { try $0.events(of: .standard, subject: account.id, limit: 9).map(\.kind) }
            #expect(kinds.contains(.takeover) && kinds.contains(.resetPassword))
        }
    }

    @Test func aVerifiedAccountKeepsItsIdentities() async throws {
        let provider = PlayedProvider()
        provider.add(.init(id: "7", name: "Ada", username: "ada", email: nil), token: "t-ada")
        let server = try await TestServer(provider: provider)
        try await server.run { caller in
            let ada = try await caller.signUp("ada@example.org")
            _ = try await caller.idp("access_token=t-ada&oauth_token_secret=s&providerId=twitter.com", ["idToken": ada["idToken"]])
            try await server.edit("ada@example.org") { $0.emailVerified = true }
            try await caller.send("PASSWORD_RESET", "ada@example.org")
            #expect(try await caller.reset(try await server.lastMail().code, "a new password").status == .ok)
            #expect(try await server.account("ada@example.org")?.identities.count == 1)
        }
    }

    @Test func resetLiftsTheBackoffOfTheAccount() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            _ = try await caller.signUp("ada@example.org")
            _ = try await caller.signUp("bob@example.org")
            for email in ["ada@example.org", "bob@example.org"] {
                for _ in 0..<6 { _ = try await caller.signIn(email, "wrong") }
                #expect(try await caller.signIn(email).error == "TOO_MANY_ATTEMPTS_TRY_LATER")
            }
            try await caller.send("PASSWORD_RESET", "ada@example.org")
            let code = try await server.lastMail().code
            #expect(try await caller.reset("no such code", "a new password").status == .badRequest)
            #expect(try await caller.signIn("ada@example.org").error == "TOO_MANY_ATTEMPTS_TRY_LATER", "a stranger's code opens nothing")
            #expect(try await caller.reset(code, "a new password").status == .ok)
            #expect(try await caller.signIn("ada@example.org", "a new password").status == .ok)
            #expect(try await caller.signIn("bob@example.org").error == "TOO_MANY_ATTEMPTS_TRY_LATER", "other accounts wait as before")
        }
    }
}
