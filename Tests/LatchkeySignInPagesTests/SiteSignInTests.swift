import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

/// A site sends users to the sign-in page and gets its own session for those that return.
@Suite struct SiteSignInTests {
    @Test func theCodeIsExchangedForASession() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            var visit = SiteVisit(apiKey: caller.apiKey)
            visit.continueURL = SiteVisit.site + "?tab=1&code=theirs&state=x#top"
            visit.state = "s t&<\"é>'"
            var browser = Browser(caller: caller)
            let address = try await visit.signUp(&browser)
            let code = try SiteVisit.code(of: address)
            #expect(address == SiteVisit.site + "?tab=1&code=\(code)&state=" + PercentEncoding.encode("s t&<\"é>'") + "#top")
            server.clock.advance(bySeconds: 59)
            let reply = try await caller.exchange(code)
            #expect(reply.status == .ok, "\(reply.text)")
            #expect(reply["email"] == "ada@example.org" && reply["expiresIn"] == "3600")
            #expect(reply.headers[.accessControlAllowOrigin] == "https://app.example.org")
            let claims = try Reply.claims(of: reply["idToken"])
            #expect(claims["sub"] as? String == reply["localId"])
            #expect(claims["auth_time"] as? Double == 1_800_000_000, "when the password was shown")
            let refreshed = try await caller.post(
                "/v1/token?key=\(caller.apiKey)", #"{"grantType":"refresh_token","refreshToken":"\#(reply["refreshToken"] ?? "")"}"#)
            #expect(refreshed.status == .ok)
            let realm = Realm(project: .standard)
            let id = AccountID(rawValue: try #require(reply["localId"]))
            #expect(try await server.store.read { try $0.sessions(of: id, in: realm) }.count == 2, "the page's and the site's")
            let used = try await caller.exchange(code)
            #expect(used.status == .badRequest && used.error == "INVALID_SIGN_IN_CODE", "once")
        }
    }

    @Test func wrongVerifierIsRejectedAndKeepsTheCode() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            var browser = Browser(caller: caller)
            let code = try SiteVisit.code(of: try await SiteVisit(apiKey: caller.apiKey).signUp(&browser))
            let challenge = Base64URL.encode(Fingerprint(of: SiteVisit.verifier).bytes)
            let long = String(repeating: "v", count: 129)
            for verifier in [String(repeating: "w", count: 43), "v", long, challenge] {
                #expect(try await caller.exchange(code, verifier).error == "INVALID_SIGN_IN_CODE", "\(verifier)")
            }
            #expect(try await caller.call("accounts:signInWithCode", ["code": code]).error == "MISSING_CODE_VERIFIER")
            #expect(try await caller.call("accounts:signInWithCode", ["codeVerifier": "v"]).error == "MISSING_CODE")
            #expect(try await caller.exchange(code).status == .ok)
        }
    }

    @Test func aCodeIsForItsSiteItsProjectAndItsMinute() async throws {
        let server = try await TestServer()
        let other = Project(
            id: ProjectID(rawValue: "other"), displayName: "Other", passwordHashing: server.project.passwordHashing,
            createdAt: server.clock.now)
        let key = try await server.store.write { transaction in
            try transaction.insert(other)
            let key = APIKey(text: "other-key", project: other.id, createdAt: server.clock.now)
            try transaction.insert(key)
            return key.text
        }
        try await server.run { caller in
            var browser = Browser(caller: caller)
            let code = try SiteVisit.code(of: try await SiteVisit(apiKey: caller.apiKey).signUp(&browser))
            for origin in ["https://evil.example", "http://app.example.org", "https://app.example.org:8443", "null"] {
                #expect(try await caller.exchange(code, origin: origin).error == "INVALID_SIGN_IN_CODE", "\(origin)")
            }
            let refused = try await server.store.read { try $0.events(EventFilter(project: .standard, outcome: .refused), limit: 9) }
            #expect(refused.map(\.event.reason) == Array(repeating: "INVALID_SIGN_IN_CODE", count: 4), "the operator sees them")
            #expect(try await caller.exchange(code, key: key).error == "INVALID_SIGN_IN_CODE")
            // The code is not accepted as a provider's result.
            let asResult = try await caller.call(
                "accounts:signInWithIdp", ["requestUri": "http://localhost?authResult=\(code)", "sessionId": "another"])
            #expect(asResult.error == "INVALID_IDP_RESPONSE", "\(asResult.text)")
            server.clock.advance(bySeconds: 61)
            #expect(try await caller.exchange(code).error == "INVALID_SIGN_IN_CODE")
        }
    }

    @Test func signInCodeIsNoProviderCredential() async throws {
        try await TestServer().run { caller in
            var browser = Browser(caller: caller)
            let code = try SiteVisit.code(of: try await SiteVisit(apiKey: caller.apiKey).signUp(&browser))
            let reply = try await caller.call(
                "accounts:signInWithIdp",
                ["requestUri": "http://localhost?authResult=\(code)", "sessionId": SiteVisit.verifier, "returnSecureToken": true])
            #expect(reply.error == "INVALID_IDP_RESPONSE" && reply.status == .badRequest, "\(reply.text)")
        }
    }

    /// URLs that the page must not redirect to.
    static let hostile = [
        "https://evil.example/", "https://app.example.org.evil.example/", "https://app.example.org@evil.example/",
        "https://evil.example\\@app.example.org/", "http://app.example.org/", "//app.example.org/", "/sign-in", "javascript:alert(1)",
        "data:text/html,x", "https://app.example.org%2eevil.example/", "https://APP.example.org\u{130}/", "https:app.example.org",
        "https://sub.app.example.org/", "https://app.example.org:0/", "ftp://app.example.org/", "https://app.example.org\t.evil.example/",
        "https://[::1/", "http://localhost.evil.example/", " https://app.example.org/", "https://app.example.org/\"><script>",
    ]

    @Test(arguments: hostile) func unauthorizedContinueURLsAreRejected(_ url: String) async throws {
        try await TestServer().run { caller in
            var browser = Browser(caller: caller)
            var visit = SiteVisit(apiKey: caller.apiKey)
            visit.continueURL = url
            let page = try await browser.open(visit.page)
            if url.hasSuffix("<script>") {
                // A path may contain any characters; the page shows them as text.
                #expect(page.status == .ok && !page.text.contains("\"><script>"))
                return
            }
            #expect(page.status == .badRequest, "\(url)")
            #expect(page.text.contains("This sign-in cannot begin") && page.headers[.location] == nil)
            let post = try await browser.post("/sign-in/password?" + visit.query, [("email", "a@b.c"), ("password", "lovelace")])
            #expect(post.status == .badRequest && post.headers[.location] == nil)
        }
    }

    /// Invalid requests of a site.
    static let incomplete: [@Sendable (inout SiteVisit) -> Void] = [
        { $0.apiKey = nil }, { $0.apiKey = "no-such-key" }, { $0.challenge = nil }, { $0.challenge = SiteVisit.verifier },
        { $0.challenge = String(repeating: "A", count: 44) }, { $0.state = String(repeating: "s", count: 1025) },
        { $0.more = [("code_challenge_method", "plain")] }, { $0.more = [("continueUrl", "https://app.example.org/")] },
        { $0.more = [("tenantId", "nobody")] },
    ]

    @Test func incompleteRequestsAreRejected() async throws {
        try await TestServer().run { caller in
            var browser = Browser(caller: caller)
            var good = SiteVisit(apiKey: caller.apiKey)
            good.more = [("code_challenge_method", "S256")]
            #expect(try await browser.open(good.page).status == .ok)
            for (index, change) in Self.incomplete.enumerated() {
                var visit = SiteVisit(apiKey: caller.apiKey)
                change(&visit)
                let page = try await browser.open(visit.page)
                #expect(page.status == .badRequest && page.text.contains("This sign-in cannot begin"), "\(index): \(page.text)")
            }
        }
    }

    @Test func signedInUserContinuesByFormOnly() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let visit = SiteVisit(apiKey: caller.apiKey)
            var browser = Browser(caller: caller)
            _ = try await visit.signUp(&browser)
            try await server.edit("ada@example.org") { $0.displayName = "Ada <b>\u{202e}" }
            let page = try await browser.open(visit.page)
            #expect(page.status == .ok && !page.text.contains("0;url="), "not by itself")
            #expect(page.text.contains("Continue as \u{2068}Ada &lt;b&gt;\u{202e}\u{2069}"), "\(page.text)")
            let csrf = try field("csrf", of: page)
            #expect(try await browser.post("/sign-in/continue?" + visit.query, []).status == .forbidden)
            let reply = try await browser.post("/sign-in/continue?" + visit.query, [("csrf", csrf)])
            let code = try SiteVisit.code(of: try SiteVisit.address(of: reply))
            #expect(try await caller.exchange(code).status == .ok)
            // Another user of this browser.
            let out = try await browser.post("/sign-in/sign-out?" + visit.query, [("csrf", csrf)])
            #expect(out.headers[.location] == visit.page)
            #expect(try await browser.open(visit.page).text.contains("name=\"password\""))
            let late = try await browser.post("/sign-in/continue?" + visit.query, [("csrf", csrf)])
            #expect(late.headers[.location] == visit.page, "asked anew")
        }
    }

    @Test func theWayOverAProviderAndBackKeepsTheSite() async throws {
        let provider = PlayedProvider.withAda()
        provider.add(code: "code-ada", for: "g-ada")
        let server = try await TestServer(provider: provider)
        try await server.run { caller in
            var visit = SiteVisit(apiKey: caller.apiKey)
            visit.more = [("lang", "de")]
            var browser = Browser(caller: caller)
            let begun = try await browser.open("/sign-in/start?provider=github.com&" + visit.query)
            let back = try await browser.signIn("github.com", code: "code-ada", start: begun)
            #expect(back.text.contains("Weiter zu https://app.example.org"), "\(back.text)")
            let code = try SiteVisit.code(of: try SiteVisit.address(of: back))
            #expect(try await caller.exchange(code).status == .ok)
            // A user who cancels at the provider gets a message in their language and can try again.
            var other = Browser(caller: caller)
            let again = try await other.open("/sign-in/start?provider=github.com&" + visit.query)
            let sent = try Parameters(formEncoded: String((again.headers[.location] ?? "").split(separator: "?", maxSplits: 1).last ?? ""))
            let denied = try await other.open("/__/auth/handler?error=access_denied&state=\(sent["state"] ?? "")")
            let home = try #require(denied.headers[.location])
            let page = try await other.open(String(home.dropFirst("https://auth.example.org".count)))
            #expect(page.text.contains("Sie haben die Anmeldung abgebrochen.") && page.text.contains("code_challenge"))
        }
    }

    @Test func signInPageSeparatesProjects() async throws {
        let server = try await TestServer()
        let setup = ProjectSetup(store: server.store, sealer: server.sealer, now: { server.clock.now })
        let (other, _) = try await setup.create("other", displayName: "Other", authorizedDomains: ["app.example.org"])
        try await server.store.write { try $0.insert(APIKey(text: "other-key", project: other.id, createdAt: other.createdAt)) }
        try await server.run { caller in
            var browser = Browser(caller: caller)
            _ = try await SiteVisit(apiKey: caller.apiKey).signUp(&browser)
            let page = try await browser.open("/sign-in?apiKey=other-key")
            #expect(page.text.contains("to Other") && page.text.contains("name=\"password\""))
            let code = try SiteVisit.code(of: try await SiteVisit(apiKey: "other-key").signUp(&browser, email: "max@example.org"))
            #expect(try await caller.exchange(code, key: "other-key")["email"] == "max@example.org")
            // Signed in to both projects separately.
            #expect(try await browser.open("/sign-in?apiKey=other-key").text.contains("max@example.org"))
            #expect(try await browser.open("/sign-in").text.contains("ada@example.org"))
        }
    }

    @Test func noOtherSiteBeginsASignInThatLeadsToASite() async throws {
        try await TestServer().run { caller in
            let start = "/sign-in/start?provider=github.com&" + SiteVisit(apiKey: caller.apiKey).query
            let name = try #require(HTTPField.Name("sec-fetch-site"))
            for site in ["cross-site", "same-site", "none"] {
                let reply = try await caller.send(.get, start, headers: [name: site])
                #expect(reply.headers[.location]?.hasPrefix("/sign-in?") == true, "\(site): \(reply.text)")
            }
        }
    }

    @Test func moduleAllowsAnyOrigin() async throws {
        try await TestServer().run { caller in
            let module = try await caller.send(.get, "/__/auth/sign-in.js")
            #expect(module.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(module.headers[.accessControlAllowOrigin] == "*")
            #expect(try await caller.send(.get, "/assets/passkeys.js").headers[.accessControlAllowOrigin] == nil)
        }
    }
}
