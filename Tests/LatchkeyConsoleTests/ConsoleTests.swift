import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

/// Access to the console.
@Suite struct ConsoleTests {
    private let console: PlayedConsole
    private var server: TestServer { console.server }

    init() async throws { console = try await PlayedConsole() }

    private func run(_ body: @escaping @Sendable (TestServer.Caller) async throws -> Void) async throws { try await console.run(body) }

    private func isIn(_ browser: inout Browser) async throws -> Bool {
        try await browser.open("/console/projects/default/users").status == .ok
    }

    @Test func setupLinkCreatesAndSignsInAnOwner() async throws {
        try await run { caller in
            var browser = Browser(caller: caller)
            let reply = try await console.setUp(&browser, try await console.makeInvitation())
            #expect(reply.status == .seeOther && reply.headers[.location] == "/console", "\(reply.text)")
            let cookie = try #require(browser.lastCookies.first { $0.hasPrefix("__Host-latchkey_console=") })
            for word in ["HttpOnly", "Secure", "SameSite=Strict", "Path=/"] { #expect(cookie.contains(word), "\(cookie)") }
            let users = try await browser.open("/console/projects/default/users")
            #expect(users.status == .ok && users.text.contains("owner"), "\(users.text)")
            #expect(users.headers[.cacheControl] == "no-store")
            #expect(users.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
            #expect(users.headers[.contentSecurityPolicy]?.contains("unsafe") == false)
        }
    }

    @Test func setupLinkWorksOnceWithinAnHourBeforeTheFirstAdministrator() async throws {
        try await run { caller in
            var stranger = Browser(caller: caller)
            #expect(try await console.setUp(&stranger, Secret(String(repeating: "A", count: 43))).status == .gone)
            #expect(try await console.setUp(&stranger, Secret("")).status == .gone)
            let late = try await console.makeInvitation()
            server.clock.advance(bySeconds: 3600)
            #expect(try await console.setUp(&stranger, late).status == .gone)
            let former = try await console.makeInvitation()
            let secret = try await console.makeInvitation()
            #expect(try await console.setUp(&stranger, former).status == .gone, "a new link ends the one before")
            var browser = Browser(caller: caller)
            #expect(try await console.setUp(&browser, secret).status == .seeOther)
            #expect(try await console.setUp(&stranger, secret, email: "eve@example.org").status == .gone)
            #expect(try await console.setUp(&stranger, try await console.makeInvitation(), email: "eve@example.org").status == .gone)
            let accounts = try await server.store.read { try $0.accounts(in: Realm(project: .console), after: nil, limit: 10) }
            #expect(accounts.map(\.email?.text) == ["grace@example.org"])
        }
    }

    /// Two browsers that submit the form at the same time.
    @Test func oneLinkMakesOneAdministrator() async throws {
        try await run { caller in
            let secret = try await console.makeInvitation()
            // All browsers load the form before the first one submits it.
            var opened: [(Browser, [(String, String)])] = []
            for number in 0..<4 {
                var browser = Browser(caller: caller)
                let csrf = try field("csrf", of: try await browser.open("/console/setup"))
                let form = [
                    ("csrf", csrf), ("secret", secret.expose()), ("email", "person\(number)@example.org"),
                    ("password", PlayedConsole.password),
                ]
                opened.append((browser, form))
            }
            let (pages, forms) = (opened.map(\.0), opened.map(\.1))
            let made = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        var browser = pages[number]
                        return try await browser.post("/console/setup", forms[number]).status == .seeOther ? 1 : 0
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(made == 1)
        }
    }

    @Test func aShortPasswordLeavesTheLinkAsItIs() async throws {
        try await run { caller in
            var browser = Browser(caller: caller)
            let secret = try await console.makeInvitation()
            let refused = try await console.setUp(&browser, secret, password: "elevenchars")
            #expect(refused.status == .badRequest && refused.text.contains("role=\"alert\""), "\(refused.text)")
            #expect(!refused.text.contains(secret.expose()) && !refused.text.contains("elevenchars"))
            #expect(try await console.setUp(&browser, secret).status == .seeOther)
        }
    }

    @Test func signInReturnsToConsolePagesOnly() async throws {
        try await run { caller in
            _ = try await console.owner(caller)
            for (received, expected) in [
                ("/console/projects/default/rules?db=default", "/console/projects/default/rules?db=default"),
                ("/console/../evil", "/console"), ("/console/%2E%2e/evil", "/console"), ("//evil.example/console/", "/console"),
                ("https://evil.example", "/console"),
                ("/console/sign-in", "/console"), ("/console\\evil", "/console"), ("/consoles", "/console"),
                ("/console/" + String(repeating: "a", count: 3000), "/console"), ("/console/a\r\nX: y", "/console"),
            ] {
                var browser = Browser(caller: caller)
                let page = try await browser.open("/console/sign-in?next=" + PercentEncoding.encode(received))
                let reply = try await browser.post(
                    "/console/sign-in",
                    [
                        ("csrf", try field("csrf", of: page)), ("next", received), ("email", "grace@example.org"),
                        ("password", PlayedConsole.password),
                    ])
                #expect(reply.headers[.location] == expected, "\(received)")
                #expect(try field("next", of: page) == (expected == "/console" ? "" : expected), "\(received)")
            }
            var stranger = Browser(caller: caller)
            let path = "/console/projects/default/users/x?done=saved"
            #expect(try await stranger.open(path).headers[.location] == "/console/sign-in?next=" + PercentEncoding.encode(path))
            #expect(try await stranger.post("/console/projects/default/users", []).headers[.location] == "/console/sign-in?done=over")
            #expect(try await stranger.open("/console/sign-in?done=over").text.contains("were not saved"))
            var owner = Browser(caller: caller)
            _ = try await console.signIn(&owner)
            let none = try await owner.open("/console/nonsense/at/all")
            #expect(none.status == .notFound && none.text.contains("The console has no page at this address."), "\(none.text)")
            #expect(none.text.contains(#"href="/console/projects/default/users""#), "with the sections")
        }
    }

    @Test func pagesRequireASession() async throws {
        try await run { caller in
            for path in ["/console", "/console/projects/default/users", "/console/projects/default/users/x"] {
                let reply = try await caller.send(.get, path)
                #expect(reply.status == .seeOther && reply.headers[.location]?.hasPrefix("/console/sign-in") == true, "\(path)")
            }
        }
    }

    @Test func sessionEndsAfterTwelveHoursAtSignOutAndWithTheAccount() async throws {
        try await run { caller in
            var browser = Browser(caller: caller)
            _ = try await console.setUp(&browser, try await console.makeInvitation())
            server.clock.advance(bySeconds: 12 * 3600 - 1)
            #expect(try await isIn(&browser))
            server.clock.advance(bySeconds: 1)
            #expect(try await !isIn(&browser), "after twelve hours")
            #expect(try await console.signIn(&browser).status == .seeOther)
            let kept = browser
            let csrf = try field("csrf", of: try await browser.open("/console/projects/default/users"))
            #expect(try await browser.post("/console/sign-out", [("csrf", csrf)]).headers[.location]?.hasPrefix("/console/sign-in") == true)
            var thief = kept
            #expect(try await !isIn(&thief), "also for a copied cookie")
            _ = try await console.signIn(&browser)
            #expect(try await isIn(&browser))
            try await console.change { $0.disabled = true }
            #expect(try await !isIn(&browser))
        }
    }

    @Test func anAccountWithoutARoleIsNoAdministrator() async throws {
        try await run { caller in
            var browser = Browser(caller: caller)
            _ = try await console.setUp(&browser, try await console.makeInvitation())
            for claims in [nil, "{}", #"{"role":"emperor"}"#] {
                try await console.change { $0.customClaims = claims }
                #expect(try await !isIn(&browser), "\(claims ?? "none")")
            }
            try await console.change { $0.customClaims = #"{"role":"viewer"}"# }
            #expect(try await isIn(&browser))
        }
    }

    @Test func formsOfOtherSitesAreRefused() async throws {
        try await run { caller in
            var browser = Browser(caller: caller)
            _ = try await console.setUp(&browser, try await console.makeInvitation())
            let csrf = try field("csrf", of: try await browser.open("/console/projects/default/users"))
            let site = HTTPField.Name("sec-fetch-site")!
            for (form, headers) in [
                ([("csrf", "")], HTTPFields()), ([("csrf", String(repeating: "0", count: 64))], HTTPFields()),
                ([("csrf", csrf)], [site: "cross-site"]), ([("csrf", csrf)], [site: "same-site"]),
                ([("csrf", csrf)], [.origin: "https://evil.example"]),
            ] {
                #expect(try await browser.post("/console/sign-out", form, headers: headers).status == .forbidden, "\(form) \(headers)")
            }
            #expect(try await isIn(&browser))
        }
    }

    /// A page of another site with a host name that resolves to this machine (DNS rebinding).
    @Test func aServerThatIsCalledByAnotherNameIsNoConsole() async throws {
        try await run { caller in
            let other: HTTPFields = [TestServer.openedAs: "evil.example"]
            let moved = try await caller.send(.get, "/console/sign-in", headers: other)
            #expect(moved.headers[.location] == "https://auth.example.org/console/sign-in?latchkey_moved=1")
            #expect(try await caller.send(.get, "/console/sign-in?latchkey_moved=1", headers: other).status == .forbidden)
            #expect(try await caller.send(.post, "/console/sign-in", headers: other).status == .forbidden)
            // Browsers accept such host names, and the server's own name cannot be one.
            let odd: HTTPFields = [TestServer.openedAs: "a_b.evil.example:443"]
            #expect(try await caller.send(.get, "/console/sign-in?latchkey_moved=1", headers: odd).status == .forbidden)
        }
    }

    @Test func passwordAttemptsAreRateLimited() async throws {
        try await run { caller in
            var browser = Browser(caller: caller)
            _ = try await console.setUp(&browser, try await console.makeInvitation())
            var last = try await console.signIn(&browser, password: "a wrong password")
            #expect(last.text.contains("The address or the password is wrong."))
            for _ in 0..<40 where !last.text.contains("Too many attempts") {
                last = try await console.signIn(&browser, password: "a wrong password")
            }
            #expect(last.text.contains("Too many attempts"), "\(last.text)")
            #expect(try await console.signIn(&browser).status == .badRequest, "the right one has to wait too")
        }
    }

    /// The console's accounts are not users of a project: no API call reaches them.
    @Test func apiCallsCannotReachConsoleAccounts() async throws {
        // Even with the routes of the original clients enabled.
        try await server.store.write { transaction in
            var project = try #require(try transaction.project(.console))
            project.settings.legacy.routes = true
            try transaction.update(project)
        }
        try await run { caller in
            var browser = try await console.owner(caller)
            let token = try #require(browser.cookies["__Host-latchkey_console"])
            let refresh = try await caller.send(
                .post, "/v1/token?key=\(caller.apiKey)", headers: [.contentType: "application/x-www-form-urlencoded"],
                body: "grant_type=refresh_token&refresh_token=\(token)")
            #expect(refresh.error == "INVALID_REFRESH_TOKEN", "\(refresh.text)")
            for path in [
                "/console/projects/_console/users", "/auth/firebase?firebase=_console&email=grace@example.org&password=x",
                "/v2/_console/auth/password?email=grace@example.org&password=x", "/_console/.well-known/openid-configuration",
                "/_console/session/.well-known/openid-configuration",
            ] {
                #expect(try await browser.open(path).status == .notFound, "\(path)")
            }
            let keys = try await server.store.read { try $0.apiKeys(of: .console) }
            #expect(keys.isEmpty)
        }
    }

    @Test func signInWithoutARoleIsRefused() async throws {
        try await run { caller in
            var browser = try await console.owner(caller)
            try await console.change { $0.customClaims = nil }
            let reply = try await console.signIn(&browser)
            #expect(reply.status == .badRequest && reply.text.contains("no role"), "\(reply.text)")
            let account = try #require(
                try await server.store.read { try $0.accounts(in: Realm(project: .console), after: nil, limit: 1).first })
            let sessions = try await server.store.read { try $0.sessions(of: account.id, in: account.realm) }
            #expect(sessions.count == 1, "the earlier session only")
        }
    }

    @Test func displayNamesAreShownAsText() async throws {
        let evil = "<script>alert(1)</script>\"\u{202e}"
        try await run { caller in
            let anonymous = try await caller.call("accounts:signUp", ["returnSecureToken": true])
            _ = try await caller.call("accounts:update", ["idToken": anonymous["idToken"], "displayName": evil])
            var browser = Browser(caller: caller)
            _ = try await console.setUp(&browser, try await console.makeInvitation())
            let uid = try #require(anonymous["localId"])
            for path in ["/console/projects/default/users", "/console/projects/default/users/\(uid)"] {
                let page = try await browser.open(path)
                #expect(page.text.contains("<bdi>&lt;script&gt;") && !page.text.contains("<script>alert"), "\(page.text)")
            }
            let search = try await browser.open("/console/projects/default/users?q=%22%3E%3Cscript%3E")
            #expect(search.text.contains("&quot;&gt;&lt;script&gt;") && !search.text.contains("<script>"))
        }
    }

    @Test func manyUsersAreShownAPageAtATime() async throws {
        let (clock, realm) = (server.clock, Realm(project: .standard))
        try await server.store.write { transaction in
            for number in 100..<220 {
                try transaction.insert(
                    Account(
                        id: AccountID(rawValue: "user\(number)"), realm: realm, email: EmailAddress("user\(number)@example.org"),
                        // Some of them have the same time.
                        createdAt: clock.now.addingTimeInterval(Double(number / 8))))
            }
        }
        try await run { caller in
            var browser = Browser(caller: caller)
            _ = try await console.setUp(&browser, try await console.makeInvitation())
            var (path, found): (String?, [String]) = ("/console/projects/default/users", [])
            while let next = path {
                let page = try await browser.open(next)
                let rows = page.text.matches(of: /<code><bdi>(user\d+)<\/bdi>/).map { String($0.1) }
                #expect(rows.count <= 50)
                found += rows
                path = page.text.firstMatch(of: /href="([^"]+)" rel="next"/).map { String($0.1).replacing("&amp;", with: "&") }
            }
            #expect(found == (100..<220).reversed().map { "user\($0)" }, "the newest first")
            for wrong in [
                "x", "-", "d9223372036854775807-a", "d-1-a", "d99999999999999999999-a", "1", "t9-a", "t-1-a", "t1-%C3%A9", "n1-a", "t1-aa",
            ] {
                #expect(try await browser.open("/console/projects/default/users?after=\(wrong)").status == .ok, "\(wrong)")
            }
            let one = try await browser.open("/console/projects/default/users?q=user150@example.org")
            #expect(one.text.matches(of: /<code><bdi>user/).count == 1 && one.text.contains("user150"))
            #expect(!one.text.contains("More accounts match"))
            let many = try await browser.open("/console/projects/default/users?q=user")
            #expect(many.text.matches(of: /<code><bdi>user/).count == 50 && many.text.contains("More accounts match"))
        }
    }
}
