import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import Testing

@Suite struct ConsentPageTests {
    let sandbox = TestSandbox()

    @Test func userAllowsTheApp() async throws {
        let token = try await sandbox.requestToken(callback: "\(TestSandbox.callback)?state=a%20b")
        var browser = TestBrowser(sandbox)
        let page = try await browser.open("/oauth/authenticate?oauth_token=\(token.token)")
        #expect(page.head.status == .ok)
        #expect(page.text.contains("Zoë 李小龍 نور 🦊"))
        let reply = try await browser.submit(["person": "zoe", "action": "allow"])
        #expect(reply.head.status == .ok)
        let address = try #require(browser.continuation)
        #expect(browser.refresh == address)
        #expect(address.hasPrefix("\(TestSandbox.callback)?state=a%20b&oauth_token=\(token.token)&oauth_verifier="))
        let grant = try await sandbox.send(
            sandbox.accessTokenRequest(token: token, verifier: try query(of: address)["oauth_verifier"])
        ).form
        #expect(grant["screen_name"] == "zoe_fox")
    }

    @Test func userDeniesTheApp() async throws {
        let token = try await sandbox.requestToken()
        var browser = TestBrowser(sandbox)
        try await browser.open("/oauth/authorize?oauth_token=\(token.token)")
        try await browser.submit(["action": "deny"])
        #expect(browser.continuation == "\(TestSandbox.callback)?denied=\(token.token)")
    }

    @Test func requestWithoutACallbackGetsASevenDigitPIN() async throws {
        let token = try await sandbox.requestToken(.twitterDesktop, callback: "oob")
        var browser = TestBrowser(sandbox)
        try await browser.open("/oauth/authorize?oauth_token=\(token.token)")
        try await browser.submit(["person": "max", "action": "allow"])
        let pin = try #require(browser.page.range(between: "<output id=\"pin\">", and: "</output>"))
        #expect(pin.count == 7 && pin.allSatisfy(\.isNumber))
        let grant = try await sandbox.send(sandbox.accessTokenRequest(.twitterDesktop, token: token, verifier: pin)).form
        #expect(grant["user_id"] == "1594750123456789013")
    }

    @Test func everyPageForbidsScriptsAndFrames() async throws {
        let token = try await sandbox.requestToken()
        var browser = TestBrowser(sandbox)
        let pages = [
            try await browser.open("/oauth/authorize?oauth_token=\(token.token)"),
            try await browser.submit(["person": "ada", "action": "allow"]),
            try await browser.open("/oauth/authorize?oauth_token=gone"), try await browser.open("/login/device"),
            try await browser.open(sandbox.authorizePath()), try await browser.open("/"),
        ]
        for page in pages {
            #expect(
                page.header("content-security-policy")
                    == "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
            #expect(page.header("x-frame-options") == "DENY")
            #expect(page.header("cache-control") == "no-store")
            #expect(!page.text.contains("<script") && !page.text.contains("style="))
            #expect(page.text.contains("<strong>Sandbox</strong>"))
        }
    }

    @Test func theStylesheetIsServed() async throws {
        let reply = try await sandbox.get("/sandbox/style.css")
        #expect(reply.header("content-type") == "text/css; charset=utf-8")
        #expect(reply.text.contains("prefers-color-scheme: dark"))
    }

    @Test func aFormOfAnotherBrowserIsRefused() async throws {
        let token = try await sandbox.requestToken()
        var victim = TestBrowser(sandbox)
        try await victim.open("/oauth/authorize?oauth_token=\(token.token)")
        var attacker = TestBrowser(sandbox)
        try await attacker.open("/oauth/authorize?oauth_token=\(token.token)")
        let reply = try await attacker.submit(["csrf": victim.csrf, "person": "ada", "action": "allow"])
        #expect(reply.head.status == .badRequest)
        #expect(attacker.continuation == nil)
    }

    @Test func aFormForAnotherRequestTokenIsRefused() async throws {
        var browser = TestBrowser(sandbox)
        try await browser.open("/oauth/authorize?oauth_token=\(try await sandbox.requestToken().token)")
        let csrf = browser.csrf
        try await browser.open("/oauth/authorize?oauth_token=\(try await sandbox.requestToken().token)")
        #expect(try await browser.submit(["csrf": csrf, "person": "ada", "action": "allow"]).head.status == .badRequest)
    }

    @Test func aDecisionIsMadeOnce() async throws {
        let token = try await sandbox.requestToken()
        var browser = TestBrowser(sandbox)
        try await browser.open("/oauth/authorize?oauth_token=\(token.token)")
        let csrf = browser.csrf
        try await browser.submit(["person": "ada", "action": "deny"])
        let again = try await browser.submit(["csrf": csrf, "person": "ada", "action": "allow"])
        #expect(again.head.status == .badRequest)
    }

    static let wrongForms: [(String, LatchkeyOAuth.Parameters)] = [
        ("no choice of a person", ["action": "allow"]),
        ("a person who does not exist", ["action": "allow", "person": "nobody"]),
        ("no action", ["person": "ada"]),
        ("an unknown action", ["action": "maybe", "person": "ada"]),
        ("no csrf field", ["action": "allow", "person": "ada", "csrf": ""]),
    ]

    @Test(arguments: wrongForms) func wrongForm(_ name: String, _ fields: LatchkeyOAuth.Parameters) async throws {
        let token = try await sandbox.requestToken()
        var browser = TestBrowser(sandbox)
        try await browser.open("/oauth/authorize?oauth_token=\(token.token)")
        let reply = try await browser.submit(fields)
        #expect(reply.head.status == .badRequest)
        #expect(browser.continuation == nil && browser.refresh == nil)
    }

    @Test(arguments: ["", "?oauth_token=gone", "?oauth_token=", "?oauth_token=a&oauth_token=b", "?oauth_token=%ZZ"])
    func aPageWithoutAValidRequestToken(_ query: String) async throws {
        #expect(try await sandbox.get("/oauth/authorize\(query)").head.status == .badRequest)
    }

    @Test func anOldRequestTokenHasNoPage() async throws {
        let token = try await sandbox.requestToken()
        sandbox.clock.advance(seconds: 600)
        #expect(try await sandbox.get("/oauth/authorize?oauth_token=\(token.token)").head.status == .badRequest)
    }

    @Test func personIsAddedOnThePage() async throws {
        let token = try await sandbox.requestToken()
        var browser = TestBrowser(sandbox)
        let path = "/oauth/authorize?oauth_token=\(token.token)"
        try await browser.open(path)
        let added = try await browser.submit([
            "action": "add", "name": "Grace <b>Hopper</b>", "email": "grace@example.org", "verified": "yes",
        ])
        #expect(added.head.status == .seeOther)
        #expect(added.header("location") == path)
        try await browser.open(path)
        #expect(browser.page.contains("Grace &lt;b&gt;Hopper&lt;/b&gt;"))
        #expect(browser.page.contains("value=\"gracebhopperb\" checked required"))
        try await browser.submit(["person": "gracebhopperb", "action": "allow"])
        #expect(browser.continuation?.contains("oauth_verifier=") == true)
        #expect(sandbox.state.person("gracebhopperb")?.twitter?.email == "grace@example.org")
    }

    @Test func authenticateRequestsConsentOnceAndAuthorizeAlways() async throws {
        var browser = TestBrowser(sandbox)
        let first = try await sandbox.requestToken()
        try await browser.open("/oauth/authenticate?oauth_token=\(first.token)")
        try await browser.submit(["person": "ada", "action": "allow"])
        let verifier = try query(of: try #require(browser.continuation))["oauth_verifier"]
        _ = try await sandbox.send(sandbox.accessTokenRequest(token: first, verifier: verifier))

        for (path, status) in [
            ("/oauth/authenticate", 302), ("/oauth/authorize", 200), ("/oauth/authenticate?force_login=true", 200),
            ("/oauth/authenticate?screen_name=bob_without", 200), ("/oauth/authenticate?screen_name=ADA", 302),
        ] {
            let token = try await sandbox.requestToken()
            let reply = try await browser.open("\(path)\(path.contains("?") ? "&" : "?")oauth_token=\(token.token)")
            #expect(reply.head.status.code == status, "\(path)")
            if status == 302 {
                let location = try #require(reply.header("location"))
                #expect(location.hasPrefix("\(TestSandbox.callback)?oauth_token=\(token.token)&oauth_verifier="))
            }
        }
        let other = try await sandbox.requestToken(.otherTwitter)
        #expect(try await browser.open("/oauth/authenticate?oauth_token=\(other.token)").head.status == .ok)
    }

    @Test func theNameInTheAddressIsOfferedFirst() async throws {
        let token = try await sandbox.requestToken()
        let page = try await sandbox.get("/oauth/authorize?oauth_token=\(token.token)&screen_name=Max_ID&lang=fr")
        #expect(page.text.contains("value=\"max\" checked required"))
    }

    @Test func everyPersonHasAnAvatar() async throws {
        let reply = try await sandbox.get("/sandbox/avatars/505867_normal.svg")
        #expect(reply.header("content-type") == "image/svg+xml; charset=utf-8")
        #expect(reply.text.contains(">Z</text>"))
        for path in ["/sandbox/avatars/1.svg", "/sandbox/avatars/505867.png", "/sandbox/avatars/..%2f"] {
            #expect(try await sandbox.get(path).head.status == .notFound)
        }
    }
}
