import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

/// What users change of their own account at `/account`.
@Suite struct OwnAccountTests {
    @Test func visitorWithoutASessionSignsInFirst() async throws {
        try await TestServer().run { caller in
            var browser = Browser(caller: caller)
            #expect(try await browser.open("/account").headers[.location] == "/sign-in")
            let csrf = try field("csrf", of: try await browser.open("/sign-in"))
            let reply = try await browser.post("/account/name", [("csrf", csrf), ("name", "Eve")])
            #expect(reply.headers[.location] == "/account?error=TOKEN_EXPIRED")
        }
    }

    @Test func nameIsChangedAndRemoved() async throws {
        try await OwnAccountScene.run { scene in
            let saved = try await scene.send("name", [("name", "Bob <B>")])
            #expect(saved.status == .ok && saved.text.contains("Saved."), "\(saved.text)")
            #expect(saved.text.contains("<bdi>Bob &lt;B&gt;</bdi>"))
            #expect(try await scene.account().displayName == "Bob <B>")
            _ = try await scene.send("name", [("name", "")])
            #expect(try await scene.account().displayName == nil)
            let long = try await scene.send("name", [("name", String(repeating: "a", count: 257))])
            #expect(long.status == .badRequest && long.text.contains("role=\"alert\""), "\(long.text)")
        }
    }

    @Test func newPasswordEndsOtherSessionsAndKeepsThisOne() async throws {
        try await OwnAccountScene.run { scene in
            let other = try await scene.signIn()
            let short = try await scene.send("password", [("password", "short")])
            #expect(short.status == .badRequest && short.text.contains("too short"), "\(short.text)")
            #expect(short.text.contains(#"name="password" autocomplete="new-password" required maxlength="4096" dir="ltr""#))
            #expect(short.text.contains(#"aria-invalid="true""#) && !short.text.contains("At least 6 characters"))
            #expect(try await scene.page().text.contains("At least 6 characters"))
            scene.server.clock.advance(bySeconds: 2)
            let saved = try await scene.send("password", [("password", "a new password")])
            #expect(saved.status == .ok && saved.text.contains("Saved."), "\(saved.text)")
            #expect(try await !scene.isSignedIn(other))
            #expect(try await scene.signIn().status == .badRequest)
            #expect(try await scene.signIn("a new password").status == .ok)
        }
    }

    @Test func passwordNeedsARecentSignIn() async throws {
        try await OwnAccountScene.run { scene in
            scene.server.clock.advance(bySeconds: 3600)
            let refused = try await scene.send("password", [("password", "a new password")])
            #expect(refused.status == .badRequest && refused.text.contains("too long ago"), "\(refused.text)")
            #expect(try await scene.signIn().status == .ok)
        }
    }

    @Test func sessionsEndOneByOneOrTogether() async throws {
        try await OwnAccountScene.run { scene in
            let (first, second) = (try await scene.signIn(), try await scene.signIn())
            let page = try await scene.page()
            #expect(page.text.contains("this browser") && page.text.contains("Sign out everywhere else"), "\(page.text)")
            let ids = page.text.matches(of: /name="session" value="([^"]*)"/).map { String($0.1) }
            #expect(ids.count == 2, "not the one of this browser")
            let ended = try await scene.send("sessions", [("session", ids[0])])
            #expect(ended.text.contains("The sessions have ended."))
            #expect([try await scene.isSignedIn(first), try await scene.isSignedIn(second)].filter { $0 }.count == 1)
            _ = try await scene.send("sessions")
            for session in [first, second] { #expect(try await !scene.isSignedIn(session)) }
            let alone = try await scene.page()
            #expect(alone.status == .ok && !alone.text.contains("Sign out everywhere else"))
        }
    }

    @Test func sessionOfAnotherAccountIsNotEnded() async throws {
        try await OwnAccountScene.run { scene in
            let other = try await scene.caller.call(
                "accounts:signUp", ["email": "eve@example.org", "password": "lovelace", "returnSecureToken": true])
            let id = try await scene.server.store.read { view in
                let email = try #require(EmailAddress("eve@example.org"))
                let eve = try #require(try view.account(withEmail: email, in: Realm(project: .standard)))
                return try #require(try view.sessions(of: eve.id, in: eve.realm).first).id.rawValue
            }
            _ = try await scene.send("sessions", [("session", id)])
            #expect(try await scene.isSignedIn(other))
        }
    }

    @Test func onlyWayInCannotBeUnlinked() async throws {
        let provider = PlayedProvider()
        provider.add(.init(id: "17", name: "Ada", username: "adal", email: "ada@example.org"), token: "g-ada")
        provider.add(code: "code-ada", for: "g-ada")
        let server = try await TestServer(provider: provider)
        try await server.run { caller in
            var browser = Browser(caller: caller)
            _ = try await browser.open("/sign-in")
            _ = try await browser.signIn("github.com", code: "code-ada")
            var scene = OwnAccountScene(browser: browser, caller: caller, server: server)
            let page = try await scene.page().text
            #expect(page.contains("Unlink GitHub") && page.contains(#"value="github.com" disabled"#), "\(page)")
            #expect(page.contains("Set a password") && !page.contains("Change password"))
            let refused = try await scene.send("unlink", [("provider", "github.com")])
            #expect(refused.status == .badRequest && refused.text.contains("your only way to sign in"), "\(refused.text)")
            #expect(try await scene.account().identities.count == 1)
        }
    }

    @Test(arguments: [
        "name", "password", "unlink", "sessions", "verify", "email", "passkeys", "passkeys/remove", "authenticator", "authenticator/finish",
        "factors/remove", "phone", "phone/finish", "phone/remove", "recovery-codes", "delete",
    ]) func formsOfOtherSitesAreRefused(_ action: String) async throws {
        try await OwnAccountScene.run { scene in
            let reply = try await scene.browser.post("/account/" + action, [("name", "Eve")])
            #expect(reply.status == .forbidden)
        }
    }
}
