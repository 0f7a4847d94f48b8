import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyServerTestSupport
import Testing

/// Links and codes that the sign-in page sends.
@Suite struct PageEmailLinkTests {
    private static func request(_ browser: inout Browser, _ email: String, _ query: String = "") async throws -> Reply {
        let csrf = try field("csrf", of: try await browser.open("/sign-in" + query))
        return try await browser.post("/sign-in/password" + query, [("csrf", csrf), ("email", email), ("mode", "link")])
    }

    /// The action page's response to the link in the last mail.
    private static func follow(_ browser: inout Browser, _ server: TestServer) async throws -> Reply {
        let link = try #require(try await server.lastMail().content.link)
        let redirect = try await browser.open(String(link.dropFirst("https://auth.example.org".count)))
        let page = try #require(redirect.headers[.location], "\(redirect.text)")
        #expect(page.hasPrefix("https://auth.example.org/sign-in/email-link?"))
        return try await browser.open(String(page.dropFirst("https://auth.example.org".count)))
    }

    @Test func responsesDoNotRevealRegisteredAddresses() async throws {
        var settings = ProjectSettings(emailLinkSignIn: true)
        settings.signUp = false
        let server = try await TestServer(settings)
        try await server.store.write {
            try $0.insert(
                Account(
                    id: AccountID(rawValue: "ada"), realm: Realm(project: .standard), email: EmailAddress("ada@example.org"),
                    emailVerified: true, createdAt: server.clock.now))
        }
        try await server.run { caller in
            var browser = Browser(caller: caller)
            let known = try await Self.request(&browser, "ada@example.org")
            let unknown = try await Self.request(&browser, "eve@example.org")
            #expect(known.status == .ok && known.text.contains("a mail with a link is on its way"))
            #expect(known.text.replacingOccurrences(of: "ada@", with: "eve@") == unknown.text)
            #expect(try await server.mails().map(\.recipient) == ["ada@example.org"])
        }
    }

    @Test func theLinkLeadsBackToTheSite() async throws {
        let server = try await TestServer(ProjectSettings(emailLinkSignIn: true))
        try await server.run { caller in
            var visit = SiteVisit(apiKey: caller.apiKey)
            visit.more = [("lang", "fr")]
            var browser = Browser(caller: caller)
            #expect(try await Self.request(&browser, "ada@example.org", "?" + visit.query).text.contains("Ouvrez le lien"))
            #expect(try await server.lastMail().content.language == "fr")
            let page = try await Self.follow(&browser, server)
            #expect(page.text.contains("value=\"ada@example.org\""), "this browser asked: \(page.text)")
            let none = try await server.account("ada@example.org")
            #expect(none == nil, "opening the link changes nothing")

            // Another browser does not know the link's email address.
            var other = Browser(caller: caller)
            let received = try await Self.follow(&other, server)
            #expect(!received.text.contains("ada@example.org"))
            let fields = [("csrf", try field("csrf", of: received)), ("oobCode", try field("oobCode", of: received))]
            let action = "/sign-in/email-link?" + visit.query
            let wrong = try await other.post(action, fields + [("email", "eve@example.org")])
            #expect(wrong.status == .badRequest && wrong.text.contains("Le lien a été envoyé à une autre adresse."))
            let done = try await other.post(action, fields + [("email", "ada@example.org")])
            // The requester of the link chose the site, so the user of this browser has to confirm before going there.
            let home = try await other.open(try #require(done.headers[.location]))
            #expect(home.text.contains("ada@example.org"), "\(home.text)")
            let gone = try await other.post("/sign-in/continue?" + visit.query, [("csrf", try field("csrf", of: home))])
            let code = try SiteVisit.code(of: try SiteVisit.address(of: gone))
            #expect(try await caller.exchange(code)["email"] == "ada@example.org")
            let used = try await other.post(action, fields + [("email", "ada@example.org")])
            #expect(used.text.contains("Ce lien a déjà servi"))
            #expect(try await browser.post(action, fields + [("email", "ada@example.org")]).status == .forbidden, "a form of ours only")
        }
    }

    /// A link that someone else requested leads to a site of their choice; a second factor must not skip the confirmation.
    @Test(arguments: [true, false]) func secondFactorDoesNotSkipTheConfirmation(_ isOurs: Bool) async throws {
        var settings = ProjectSettings(totpSecondFactor: true, emailLinkSignIn: true)
        settings.passwordSignIn = true
        let server = try await TestServer(settings)
        let seed = Array("12345678901234567890".utf8)
        try await server.store.write { transaction in
            let id = AccountID(rawValue: "ada")
            try transaction.insert(
                Account(
                    id: id, realm: Realm(project: .standard), email: EmailAddress("ada@example.org"), emailVerified: true,
                    createdAt: server.clock.now))
            let sealed = try server.sealer.seal(seed, for: SecondFactor.sealingContext(project: .standard, id: "factor"))
            try transaction.insert(
                SecondFactor(
                    id: "factor", account: id, realm: Realm(project: .standard), means: .totp(sealedSeed: sealed, lastStep: 0),
                    displayName: nil, enrolledAt: server.clock.now))
        }
        try await server.run { caller in
            let visit = SiteVisit(apiKey: caller.apiKey)
            var asking = Browser(caller: caller)
            _ = try await Self.request(&asking, "ada@example.org", "?" + visit.query)
            var browser = isOurs ? asking : Browser(caller: caller)
            let page = try await Self.follow(&browser, server)
            let form = [
                ("csrf", try field("csrf", of: page)), ("oobCode", try field("oobCode", of: page)), ("email", "ada@example.org"),
            ]
            let received = try await browser.post("/sign-in/email-link?" + visit.query, form)
            func finish(_ page: Reply, _ code: String) async throws -> Reply {
                var fields = [
                    ("csrf", try field("csrf", of: page)), ("pending", try field("pending", of: page)), ("kind", "totp"), ("totp", "yes"),
                    ("code", code),
                ]
                if page.text.contains("name=\"asks\"") { fields.append(("asks", try field("asks", of: page))) }
                return try await browser.post("/sign-in/second-factor?" + visit.query, fields)
            }
            let wrong = try await finish(received, "000000")
            let code = TOTP(seed: seed).code(at: TOTP.step(at: server.clock.now))
            let done = try await finish(wrong, code)
            #expect((done.headers[.location] == nil) == isOurs, "\(done.text)")
            #expect(done.text.contains(SiteVisit.site) == isOurs, "\(done.text)")
        }
    }

    @Test func theStandardPageNeedsNoSite() async throws {
        let server = try await TestServer(ProjectSettings(emailLinkSignIn: true))
        try await server.run { caller in
            var browser = Browser(caller: caller)
            _ = try await Self.request(&browser, "ada@example.org")
            let page = try await Self.follow(&browser, server)
            let form = [
                ("csrf", try field("csrf", of: page)), ("oobCode", try field("oobCode", of: page)), ("email", "ada@example.org"),
            ]
            let done = try await browser.post("/sign-in/email-link", form)
            #expect(done.headers[.location] == "/sign-in")
            #expect(try await browser.open("/sign-in").text.contains("ada@example.org"))
        }
    }

    @Test func phoneNumberSignsIn() async throws {
        let server = try await TestServer(ProjectSettings(phoneSignIn: true))
        try await server.run { caller in
            let visit = SiteVisit(apiKey: caller.apiKey)
            var browser = Browser(caller: caller)
            let csrf = try field("csrf", of: try await browser.open(visit.page))
            func send(_ number: String) async throws -> Reply {
                try await browser.post("/sign-in/phone?" + visit.query, [("csrf", csrf), ("number", number)])
            }
            #expect(try await send("0151 1234").text.contains("This is not a phone number."))
            let page = try await send("+49 (151) 1234-5678")
            #expect(page.text.contains("on its way to +4915112345678"), "\(page.text)")
            let session = try field("session", of: page)
            let messages = try await server.store.read { try $0.outboxMessages(of: .standard, limit: 1) }
            let message = try #require(messages.first)
            let code = try #require(try Outbox(sealer: server.sealer).content(of: message).code)
            func enter(_ code: String) async throws -> Reply {
                try await browser.post(
                    "/sign-in/phone/code?" + visit.query,
                    [("csrf", csrf), ("number", "+4915112345678"), ("session", session), ("code", code)])
            }
            let wrong = try await enter(code == "000000" ? "000001" : "000000")
            #expect(wrong.status == .badRequest && wrong.text.contains("The code is wrong. Please try again."), "\(wrong.text)")
            let done = try await enter(code)
            #expect(try await caller.exchange(try SiteVisit.code(of: try SiteVisit.address(of: done))).status == .ok)
        }
    }

    @Test func onlyEnabledMethodsAreOffered() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            var browser = Browser(caller: caller)
            let page = try await browser.open("/sign-in")
            #expect(!page.text.contains("type=\"tel\"") && !page.text.contains("value=\"link\""))
            let csrf = try field("csrf", of: page)
            let link = try await browser.post("/sign-in/password", [("csrf", csrf), ("email", "a@example.org"), ("mode", "link")])
            let phone = try await browser.post("/sign-in/phone", [("csrf", csrf), ("number", "+4915112345678")])
            for reply in [link, phone] { #expect(reply.status == .badRequest && reply.text.contains("role=\"alert\"")) }
            #expect(try await server.store.read { try $0.outboxMessages(of: .standard, limit: 9) }.isEmpty)
            try await server.change { ($0.passwordSignIn, $0.emailLinkSignIn, $0.phoneSignIn) = (false, true, true) }
            let changed = try await browser.open("/sign-in")
            #expect(changed.text.contains("type=\"tel\"") && changed.text.contains("value=\"link\""))
            #expect(!changed.text.contains("name=\"password\""))
        }
    }
}
