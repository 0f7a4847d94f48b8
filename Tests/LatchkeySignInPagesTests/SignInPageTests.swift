import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

/// The server's own sign-in page, as a browser with its cookies gets it.
@Suite struct SignInPageTests {
    private static let session = "__Host-latchkey_page_session"

    private static func provider(named name: String = "Ada L") -> PlayedProvider {
        let provider = PlayedProvider()
        provider.add(.init(id: "17", name: name, username: "adal", email: "ada@example.org"), token: "g-ada")
        provider.add(.init(id: "18", name: name, username: "eve", email: "eve@example.org"), token: "g-eve")
        provider.add(code: "code-ada", for: "g-ada")
        provider.add(code: "code-eve", for: "g-eve")
        return provider
    }

    @Test func providerHasTheConfiguredDisplayName() async throws {
        let server = try await TestServer()
        try await server.store.write { transaction in
            var github = try #require(try transaction.provider("github.com", in: Realm(project: .standard)))
            github.parameters[.displayName] = "the office <3"
            try transaction.save(github)
        }
        try await server.run { caller in
            var browser = Browser(caller: caller)
            let page = try await browser.open("/sign-in")
            #expect(page.text.contains("Continue with the office &lt;3"))
            #expect(page.text.contains("Continue with Twitter") && !page.text.contains("Continue with GitHub"))
        }
    }

    @Test func linkingTakesAFormOfThisPage() async throws {
        let server = try await TestServer(provider: Self.provider())
        try await server.run { caller in
            var browser = Browser(caller: caller)
            let csrf = try field("csrf", of: try await browser.open("/sign-in"))
            _ = try await browser.post(
                "/sign-in/password",
                [("csrf", csrf), ("email", "bob@example.org"), ("password", "lovelace"), ("mode", "sign-up")])
            let account = try await browser.open("/sign-in")
            #expect(account.text.contains("action=\"/sign-in/link\"") && !account.text.contains("link=1"))
            // Another site can open a URL in this browser, so the identity is not linked to the signed-in account.
            let crossSite = try await browser.open("/sign-in/start?provider=github.com&link=1")
            var other = browser
            _ = try await other.signIn("github.com", code: "code-eve", start: crossSite)
            let users = try await server.store.read { try $0.accounts(in: Realm(project: .standard), after: nil, limit: 10) }
            #expect(users.count == 2, "somebody new signed in instead")
            #expect(users.first { $0.email?.text == "bob@example.org" }?.identities.isEmpty == true)

            for form in [[("provider", "github.com")], [("provider", "github.com"), ("csrf", "wrong")]] {
                #expect(try await browser.post("/sign-in/link", form).status == .forbidden)
            }
            let leave = try await browser.post("/sign-in/link", [("provider", "github.com"), ("csrf", csrf)])
            #expect(leave.status == .ok, "no redirect: form-action would stop it")
            let mark = try #require(leave.text.range(of: "content=\"0;url="))
            let url = String(leave.text[mark.upperBound...].prefix { $0 != "\"" }).replacingOccurrences(of: "&amp;", with: "&")
            #expect(url.hasPrefix("https://github.test/login/oauth/authorize?"))
            _ = try await browser.comeBack(from: url, code: "code-ada")
            let after = try await server.store.read { try $0.accounts(in: Realm(project: .standard), after: nil, limit: 10) }
            #expect(after.count == 2)
            #expect(after.first { $0.email?.text == "bob@example.org" }?.identities.map(\.key.rawID) == ["17"])
        }
    }

    @Test(arguments: ["password", "second-factor", "link", "sign-out"])
    func lostCookieIsExplained(_ action: String) async throws {
        try await TestServer().run { caller in
            var browser = Browser(caller: caller)
            let csrf = try field("csrf", of: try await browser.open("/sign-in"))
            browser.cookies = [:]
            let form = [("csrf", csrf), ("email", "bob@example.org"), ("password", "lovelace"), ("mode", "sign-up")]
            let reply = try await browser.post("/sign-in/\(action)", form)
            #expect(reply.status == .forbidden)
            #expect(reply.headers[.contentType] == "text/html; charset=utf-8")
            #expect(reply.text.contains(#"<a class="button" href="/sign-in">Reload the page and try again</a>"#), "\(reply.text)")
            #expect(reply.headers[.contentSecurityPolicy] != nil, "a page like the others")
        }
    }

    @Test func signingOutEndsTheSessionItself() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            var browser = Browser(caller: caller)
            let csrf = try field("csrf", of: try await browser.open("/sign-in"))
            _ = try await browser.post(
                "/sign-in/password",
                [("csrf", csrf), ("email", "bob@example.org"), ("password", "lovelace"), ("mode", "sign-up")])
            let copied = try #require(browser.cookies[Self.session])
            func refresh() async throws -> Reply {
                try await caller.post(
                    "/v1/token?key=\(caller.apiKey)", #"{"grantType":"refresh_token","refreshToken":"\#(copied)"}"#)
            }
            #expect(try await refresh().status == .ok)
            #expect(try await browser.post("/sign-in/sign-out", []).status == .forbidden)
            #expect(try await refresh().status == .ok)
            #expect(try await browser.post("/sign-in/sign-out", [("csrf", csrf)]).status == .seeOther)
            #expect(browser.cookies[Self.session] == nil)
            #expect(try await refresh().error == "TOKEN_EXPIRED")
        }
    }

    /// A page without its only script.
    private static func withoutOurScript(_ page: String) -> String {
        ["passkeys", "password"].reduce(page) { $0.replacing(#"<script src="/assets/\#($1).js" defer></script>"#, with: "") }
    }

    /// A name that an attacker chose is shown as text.
    @Test func aHostileNameIsEscapedOnTheAccountAndConfirmPages() async throws {
        let server = try await TestServer(provider: Self.provider(named: "<script>alert(1)</script>"))
        try await server.run { caller in
            var browser = Browser(caller: caller)
            _ = try await browser.signIn("github.com", code: "code-eve")
            let account = try await browser.open("/sign-in")
            #expect(account.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "\(account.text)")
            #expect(!Self.withoutOurScript(account.text).contains("<script"))
            #expect(account.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)

            var victim = Browser(caller: caller)
            _ = try await caller.call(
                "accounts:signUp",
                ["email": "ada@example.org", "password": "lovelace", "displayName": "<script>alert(2)</script>"])
            let confirm = try await victim.signIn("github.com", code: "code-ada")
            #expect(confirm.text.contains("One more step"), "\(confirm.text)")
            #expect(!Self.withoutOurScript(confirm.text).contains("<script"))
            var stranger = Browser(caller: caller)
            let signIn = try await stranger.open("/sign-in")
            for page in [account, confirm, signIn] {
                #expect(page.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
                #expect(page.headers[HTTPField.Name("x-frame-options")!] == "DENY")
            }
        }
    }

    /// A bracket or a quotation mark with a combining accent is one character to users and two to a browser.
    @Test func anAccentHidesNoBracketAndNoQuote() async throws {
        let server = try await TestServer(provider: Self.provider(named: "<\u{338}b>'\u{338}"))
        try await server.run { caller in
            var browser = Browser(caller: caller)
            _ = try await browser.signIn("github.com", code: "code-eve")
            let account = Array(try await browser.open("/sign-in").text.unicodeScalars)
            let accents = account.indices.filter { account[$0] == "\u{338}" }
            #expect(accents.count == 2)
            #expect(accents.allSatisfy { account[$0 - 1] == ";" }, "behind an escaped character")
        }
    }

    /// An unverified email address does not reveal how the account is opened.
    @Test(arguments: [true, false]) func onlyAVerifiedAddressTellsHowTheAccountIsOpened(_ verified: Bool) async throws {
        let server = try await TestServer(provider: .withAda())
        try await server.run { caller in
            // This account has no password and opens with GitHub only.
            _ = try await caller.call(
                "accounts:signInWithIdp",
                ["requestUri": "http://localhost", "postBody": "access_token=g-ada&providerId=github.com"])
            var browser = Browser(caller: caller)
            _ = try await browser.open("/sign-in")
            let token = try #require(browser.cookies["__Host-latchkey_browser"])
            let id = Fingerprint(of: "the result")
            let assertion = ProviderAssertion(
                key: IdentityKey(provider: .twitter, origin: "https://twitter.test", rawID: "5"), email: EmailAddress("ada@example.org"),
                addressVerifiedByProvider: verified, tokens: LatchkeyIdentity.ProviderTokens(accessToken: Secret("t")))
            let result = FlowResult(
                id: id, realm: Realm(project: .standard), provider: .twitter, session: Fingerprint(of: token),
                sealedAssertion: try server.sealer.seal(assertion, for: FlowResult.sealingContext(project: .standard, id: id)),
                expiresAt: server.clock.now.addingTimeInterval(60))
            try await server.store.write { try $0.insert(result) }
            let confirm = try await browser.open("/sign-in/finish?authResult=the%20result")
            #expect(confirm.text.contains("One more step"), "\(confirm.text)")
            #expect(confirm.text.contains("Continue with GitHub"))
            // For an unverified address, the page offers every method of the project, including a password.
            #expect(confirm.text.contains("name=\"password\"") == !verified)
        }
    }

    @Test func disabledProviderCannotLinkOnThePage() async throws {
        let server = try await TestServer(provider: Self.provider())
        try await server.run { caller in
            _ = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            var browser = Browser(caller: caller)
            _ = try await browser.open("/sign-in")
            let confirm = try await browser.signIn("github.com", code: "code-ada")
            try await server.configure(.github, origin: "https://github.test", enabled: false)
            let reply = try await browser.post(
                "/sign-in/password",
                [
                    ("csrf", try field("csrf", of: confirm)), ("email", "ada@example.org"), ("password", "lovelace"), ("mode", "sign-in"),
                ])
            #expect(reply.headers[.location] == "/sign-in?error=OPERATION_NOT_ALLOWED", "\(reply.text)")
            let users = try await server.store.read { try $0.accounts(in: Realm(project: .standard), after: nil, limit: 10) }
            #expect(users.map(\.identities.count) == [0])
        }
    }

    @Test(arguments: [true, false]) func cookiesAreOutOfReach(_ secure: Bool) async throws {
        let server = try await TestServer(
            provider: Self.provider(), publicURL: secure ? "https://auth.example.org" : "http://127.0.0.1:9000")
        try await server.run { caller in
            var browser = Browser(caller: caller)
            let csrf = try field("csrf", of: try await browser.open("/sign-in"))
            var lines = browser.lastCookies
            _ = try await browser.post(
                "/sign-in/password",
                [("csrf", csrf), ("email", "bob@example.org"), ("password", "lovelace"), ("mode", "sign-up")])
            lines += browser.lastCookies
            #expect(lines.contains { $0.contains("latchkey_browser=") } && lines.contains { $0.contains("page_session=") }, "\(lines)")
            for line in lines {
                #expect(line.contains("; HttpOnly") && line.contains("; SameSite=Lax") && line.contains("; Path=/"), "\(line)")
                #expect(line.contains("; Secure") == secure && line.hasPrefix("__Host-") == secure, "\(line)")
                #expect(!line.contains("Domain="))
            }
        }
    }

    @Test func aFormFromAnotherSiteIsRefused() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            var browser = Browser(caller: caller)
            let csrf = try field("csrf", of: try await browser.open("/sign-in"))
            let form = [("csrf", csrf), ("email", "bob@example.org"), ("password", "lovelace"), ("mode", "sign-up")]
            let site = HTTPField.Name("sec-fetch-site")!
            for headers: HTTPFields in [[site: "cross-site"], [site: "same-site"], [.origin: "https://evil.example"], [.origin: "evil"]] {
                #expect(try await browser.post("/sign-in/password", form, headers: headers).status == .forbidden, "\(headers)")
                #expect(try await browser.post("/sign-in/sign-out", [("csrf", csrf)], headers: headers).status == .forbidden)
            }
            var stranger = Browser(caller: caller)
            _ = try await stranger.open("/sign-in")
            #expect(try await stranger.post("/sign-in/password", form).status == .forbidden, "a token works in its own browser only")
            let own: HTTPFields = [site: "same-origin", .origin: "https://auth.example.org"]
            #expect(try await browser.post("/sign-in/password", form, headers: own).status == .seeOther)
        }
    }
}
