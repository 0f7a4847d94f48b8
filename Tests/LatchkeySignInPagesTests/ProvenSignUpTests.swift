import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

/// Accounts that are created with a link in a mail, so that the page reveals no address.
@Suite struct ProvenSignUpTests {
    private static let origin = "https://auth.example.org"

    private static func request(_ browser: inout Browser, _ email: String, _ query: String = "") async throws -> Reply {
        let view = try await browser.open("/sign-in?view=sign-up" + (query.isEmpty ? "" : "&" + query))
        #expect(view.text.contains("/sign-in/sign-up") && !view.text.contains("name=\"password\""), "\(view.text)")
        return try await browser.post(
            "/sign-in/sign-up" + (query.isEmpty ? "" : "?" + query), [("csrf", try field("csrf", of: view)), ("email", email)])
    }

    /// The page that the link in the last mail leads to.
    private static func follow(_ browser: inout Browser, _ server: TestServer) async throws -> Reply {
        let link = try #require(try await server.lastMail().content.link)
        let redirect = try await browser.open(String(link.dropFirst(origin.count)))
        let page = try #require(redirect.headers[.location], "\(redirect.text)")
        #expect(page.hasPrefix(origin + "/sign-in/sign-up?"))
        return try await browser.open(String(page.dropFirst(origin.count)))
    }

    private static func finish(_ browser: inout Browser, _ page: Reply, _ password: String, _ query: String = "") async throws -> Reply {
        try await browser.post(
            "/sign-in/sign-up/finish" + (query.isEmpty ? "" : "?" + query),
            [("csrf", try field("csrf", of: page)), ("oobCode", try field("oobCode", of: page)), ("password", password)])
    }

    @Test func theResponseIsTheSameForEveryAddress() async throws {
        let server = try await TestServer()
        try await server.run(server.parts(sendsMail: true)) { caller in
            _ = try await caller.signUp("ada@example.org")
            var one = Browser(caller: caller)
            var other = Browser(caller: caller)
            let known = try await Self.request(&one, "ada@example.org")
            let new = try await Self.request(&other, "eve@example.org")
            #expect(known.status == .ok && known.text.contains("Check your mail"), "\(known.text)")
            #expect(known.status == new.status)
            #expect(known.text.replacing("ada@example.org", with: "eve@example.org") == new.text)
            #expect(known.headers.map(\.name) == new.headers.map(\.name))
            #expect(one.cookies.keys.sorted() == other.cookies.keys.sorted() && !one.cookies.keys.contains { $0.contains("session") })
            let mails = try await server.mails()
            #expect(
                Set(mails.map { "\($0.kind.rawValue) \($0.recipient)" }) == ["account_exists ada@example.org", "sign_up eve@example.org"])
            let account = try await server.account("eve@example.org")
            #expect(account == nil, "an account needs the link")
        }
    }

    @Test func thePasswordFormCreatesNothing() async throws {
        let server = try await TestServer()
        try await server.run(server.parts(sendsMail: true)) { caller in
            _ = try await caller.signUp("ada@example.org")
            var replies: [String] = []
            for email in ["ada@example.org", "eve@example.org"] {
                var browser = Browser(caller: caller)
                let csrf = try field("csrf", of: try await browser.open("/sign-in"))
                let reply = try await browser.post(
                    "/sign-in/password", [("csrf", csrf), ("email", email), ("password", "lovelace"), ("mode", "sign-up")])
                #expect(reply.status == .ok && !browser.cookies.keys.contains { $0.contains("session") })
                replies.append(reply.text.replacing(email, with: "").replacing(try field("csrf", of: reply), with: ""))
            }
            #expect(replies[0] == replies[1])
            let account = try await server.account("eve@example.org")
            #expect(account == nil)
        }
    }

    @Test func theLinkCreatesTheAccountAndSignsIn() async throws {
        let server = try await TestServer()
        try await server.run(server.parts(sendsMail: true)) { caller in
            var browser = Browser(caller: caller)
            _ = try await Self.request(&browser, "eve@example.org")
            let page = try await Self.follow(&browser, server)
            #expect(page.text.contains("value=\"eve@example.org\"") && page.text.contains("At least 6 characters"), "\(page.text)")
            let weak = try await Self.finish(&browser, page, "short")
            #expect(weak.status == .badRequest && weak.text.contains(#"id="password-hint" role="alert""#), "\(weak.text)")
            let done = try await Self.finish(&browser, weak, "lovelace")
            #expect(done.headers[.location] == "/sign-in")
            #expect(try await browser.open("/sign-in").text.contains("eve@example.org"))
            let account = try await server.account("eve@example.org")
            #expect(account?.emailVerified == true)
            #expect(try await caller.signIn("eve@example.org").status == .ok)
            let again = try await Self.follow(&browser, server)
            #expect(again.status == .badRequest && again.text.contains("used before"), "\(again.text)")
        }
    }

    @Test func theMailToAKnownAddressLeadsToANewPassword() async throws {
        let server = try await TestServer()
        try await server.run(server.parts(sendsMail: true)) { caller in
            _ = try await caller.signUp("ada@example.org")
            var browser = Browser(caller: caller)
            _ = try await Self.request(&browser, "ada@example.org", "lang=de")
            let mail = try await server.lastMail()
            #expect(mail.content.language == "de")
            let page = try await browser.open(String(try #require(mail.content.link).dropFirst(Self.origin.count)))
            #expect(page.status == .ok && page.text.contains("newPassword"), "\(page.text)")
        }
    }

    @Test func aLinkFromAnotherBrowserAsksBeforeItLeadsToTheSite() async throws {
        let server = try await TestServer()
        try await server.run(server.parts(sendsMail: true)) { caller in
            let visit = SiteVisit(apiKey: caller.apiKey)
            var asking = Browser(caller: caller)
            _ = try await Self.request(&asking, "eve@example.org", visit.query)
            var other = Browser(caller: caller)
            let page = try await Self.follow(&other, server)
            let done = try await Self.finish(&other, page, "lovelace", visit.query)
            let home = try await other.open(try #require(done.headers[.location], "\(done.text)"))
            #expect(home.text.contains("Continue as eve@example.org"), "\(home.text)")

            _ = try await Self.request(&asking, "max@example.org", visit.query)
            let own = try await Self.follow(&asking, server)
            let gone = try await Self.finish(&asking, own, "lovelace", visit.query)
            let code = try SiteVisit.code(of: try SiteVisit.address(of: gone))
            #expect(try await caller.exchange(code)["email"] == "max@example.org")
        }
    }

    @Test func withoutProtectionOrMailTheAccountIsCreatedAtOnce() async throws {
        for sendsMail in [true, false] {
            let server = try await TestServer(ProjectSettings(enumerationProtection: !sendsMail))
            try await server.run(server.parts(sendsMail: sendsMail)) { caller in
                var browser = Browser(caller: caller)
                let view = try await browser.open("/sign-in?view=sign-up")
                #expect(view.text.contains("name=\"password\""))
                let csrf = try field("csrf", of: view)
                let mailed = try await browser.post("/sign-in/sign-up", [("csrf", csrf), ("email", "eve@example.org")])
                #expect(mailed.text.contains("name=\"password\""), "the view asks for the password")
                let form = [("csrf", csrf), ("email", "eve@example.org"), ("password", "lovelace"), ("mode", "sign-up")]
                #expect(try await browser.post("/sign-in/password", form).status == .seeOther)
                #expect(try await server.mails().isEmpty)
            }
        }
    }

    @Test func aWrongAddressAndALimitAreToldBesideTheAddress() async throws {
        let server = try await TestServer()
        try await server.run(server.parts(sendsMail: true)) { caller in
            var browser = Browser(caller: caller)
            let wrong = try await Self.request(&browser, "eve")
            #expect(wrong.status == .badRequest && wrong.text.contains(#"id="email-error" role="alert""#), "\(wrong.text)")
            for _ in 0..<5 { #expect(try await Self.request(&browser, "eve@example.org").status == .ok) }
            let limited = try await Self.request(&browser, "eve@example.org")
            #expect(limited.status == .badRequest && limited.text.contains(#"id="email-error" role="alert""#), "\(limited.text)")
            let foreign = try await browser.post("/sign-in/sign-up", [("email", "max@example.org")])
            #expect(foreign.status == .forbidden)
        }
    }

    @Test func otherCallsDoNotTakeTheCode() async throws {
        let server = try await TestServer()
        try await server.run(server.parts(sendsMail: true)) { caller in
            var browser = Browser(caller: caller)
            _ = try await Self.request(&browser, "eve@example.org")
            let code = try await server.lastMail().code
            for reply in [try await caller.reset(code), try await caller.reset(code, "lovelace"), try await caller.apply(code)] {
                #expect(reply.status == .badRequest && reply.text.contains("INVALID_OOB_CODE"), "\(reply.text)")
            }
        }
    }
}
