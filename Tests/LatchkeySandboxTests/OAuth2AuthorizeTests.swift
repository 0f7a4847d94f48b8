import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import Testing

@Suite struct OAuth2AuthorizeTests {
    /// Query changes that end at the callback with an error.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var app = SandboxApp.openID
        let changes: [String: String?]
        let error: String
        var separator = "?"
        var testDescription: String { name }
    }

    static let errors: [Row] = [
        Row(name: "no response type", changes: ["response_type": nil], error: "unsupported_response_type"),
        Row(
            name: "a token in the address", changes: ["response_type": "token"], error: "unsupported_response_type",
            separator: "#"),
        Row(
            name: "a hybrid flow", changes: ["response_type": "code id_token"], error: "unsupported_response_type",
            separator: "#"),
        Row(name: "no scope", changes: ["scope": nil], error: "invalid_scope"),
        Row(name: "a scope that does not exist", changes: ["scope": "openid phone"], error: "invalid_scope"),
        Row(name: "scopes without openid", changes: ["scope": "email profile"], error: "invalid_scope"),
        Row(name: "a plain challenge", changes: ["code_challenge_method": "plain"], error: "invalid_request"),
        Row(name: "a challenge without method", changes: ["code_challenge_method": nil], error: "invalid_request"),
        Row(name: "a method without challenge", changes: ["code_challenge": nil], error: "invalid_request"),
        Row(name: "an unknown response mode", changes: ["response_mode": "web_message"], error: "invalid_request"),
        Row(
            name: "an ID token in the query",
            changes: ["response_type": "id_token", "response_mode": "query"], error: "invalid_request", separator: "#"),
        Row(
            name: "an ID token without nonce", changes: ["response_type": "id_token", "nonce": nil], error: "invalid_request",
            separator: "#"),
        Row(name: "a nonce that is too long", changes: ["nonce": String(repeating: "n", count: 501)], error: "invalid_request"),
        Row(name: "a state that is too long", changes: ["state": String(repeating: "s", count: 2001)], error: "invalid_request"),
        Row(name: "an unknown prompt", changes: ["prompt": "maybe"], error: "invalid_request"),
        Row(name: "no prompt and a prompt", changes: ["prompt": "none login"], error: "invalid_request"),
        Row(name: "a max_age that is no number", changes: ["max_age": "old"], error: "invalid_request"),
        Row(name: "a request object", changes: ["request": "eyJ9"], error: "request_not_supported"),
        Row(name: "a request by address", changes: ["request_uri": "https://x"], error: "request_uri_not_supported"),
        Row(name: "nobody is signed in", changes: ["prompt": "none"], error: "login_required"),
        Row(
            name: "a public application without PKCE", app: .nativeOpenID,
            changes: ["code_challenge": nil, "code_challenge_method": nil], error: "invalid_request"),
        Row(
            name: "X without PKCE", app: .x, changes: ["code_challenge": nil, "code_challenge_method": nil],
            error: "invalid_request"),
        Row(name: "X with a plain challenge", app: .x, changes: ["code_challenge_method": "plain"], error: "invalid_request"),
        Row(
            name: "X with 501 characters of state", app: .x, changes: ["state": String(repeating: "s", count: 501)],
            error: "invalid_request"),
        Row(name: "X with a scope of others", app: .x, changes: ["scope": "openid"], error: "invalid_scope"),
        Row(name: "X without a scope", app: .x, changes: ["scope": ""], error: "invalid_scope"),
        Row(
            name: "X with an ID token", app: .x, changes: ["response_type": "id_token"], error: "unsupported_response_type"),
        Row(name: "X with a form", app: .x, changes: ["response_mode": "form_post"], error: "invalid_request"),
    ]

    @Test(arguments: errors) func error(_ row: Row) async throws {
        let sandbox = TestSandbox()
        let reply = try await sandbox.get(sandbox.authorizeOAuth2Path(row.app, changing: row.changes))
        #expect(reply.head.status == .found)
        let location = try #require(reply.header("location"))
        #expect(location.hasPrefix("\(TestSandbox.callback)\(row.separator)error=\(row.error)&error_description="))
        let response = try query(of: location.split(separator: "#", maxSplits: 1).joined(separator: "?"))
        #expect(response["state"] == row.changes["state"] ?? "s-123")
        #expect(response["iss"] == (row.app.provider == .x ? nil : TestSandbox.issuer))
        #expect(response["code"] == nil && response["id_token"] == nil)
    }

    /// Requests that never redirect to the application, not even with an error.
    static let pages: [(String, [String: String?], Int)] = [
        ("an unknown client", ["client_id": "nobody"], 404),
        ("no client", ["client_id": nil], 404),
        ("a client of another provider", ["client_id": SandboxApp.github.key], 404),
        ("no redirect URI", ["redirect_uri": nil], 400),
        ("another host", ["redirect_uri": "http://evil.example/callback"], 400),
        ("a path below the registered one", ["redirect_uri": "\(TestSandbox.callback)/deeper"], 400),
        ("a query that is not registered", ["redirect_uri": "\(TestSandbox.callback)?x=1"], 400),
        ("a fragment", ["redirect_uri": "\(TestSandbox.callback)#x"], 400),
        ("a slash more", ["redirect_uri": "\(TestSandbox.callback)/"], 400),
        ("another case in the path", ["redirect_uri": "http://127.0.0.1:5000/Callback"], 400),
        ("a user name", ["redirect_uri": "http://127.0.0.1@evil.example/callback"], 400),
        ("https instead of http", ["redirect_uri": "https://127.0.0.1:5000/callback"], 400),
    ]

    @Test(arguments: pages, [SandboxApp.openID, .x])
    func aPageOnly(_ row: (name: String, changes: [String: String?], status: Int), _ app: SandboxApp) async throws {
        let sandbox = TestSandbox()
        let reply = try await sandbox.get(sandbox.authorizeOAuth2Path(app, changing: row.changes))
        #expect(reply.head.status.code == row.status, "\(row.name)")
        #expect(reply.header("location") == nil)
    }

    @Test(arguments: [
        ("http://127.0.0.1:61234/callback", true, true), ("http://127.0.0.1/callback", true, true),
        ("http://[::1]:61234/callback", true, true), ("http://localhost:61234/callback", true, true),
        ("http://127.0.0.1:61234/callback", false, true), ("http://localhost:61234/callback", false, false),
        ("http://127.0.0.2:5000/callback", true, false), ("https://app.example:8443/cb", true, false),
        ("https://app.example/cb", true, true), ("https://app.example/cb?next=1", true, false),
    ])
    func thePortOfALoopbackAddressIsFree(_ uri: String, _ isLocalhostFree: Bool, _ isGood: Bool) async throws {
        let sandbox = TestSandbox()
        for var app in [SandboxApp.openID, .x] {
            app.callbacks.append("https://app.example/cb")
            app.allowsAnyLoopbackPort = isLocalhostFree
            try sandbox.state.register(app)
            let reply = try await sandbox.get(sandbox.authorizeOAuth2Path(app, changing: ["redirect_uri": uri]))
            #expect((reply.head.status == .ok) == isGood)
        }
    }

    @Test func repeatedParameterShowsAnErrorPage() async throws {
        let sandbox = TestSandbox()
        let path = sandbox.authorizeOAuth2Path() + "&nonce=other"
        #expect(try await sandbox.get(path).head.status == .badRequest)
    }

    @Test func consentIsRequestedOnce() async throws {
        let sandbox = TestSandbox()
        var browser = TestBrowser(sandbox)
        let page = try await browser.open(sandbox.authorizeOAuth2Path(changing: ["login_hint": "MAX@example.org"]))
        #expect(page.text.contains("value=\"max\" checked required"))
        #expect(page.text.contains("<span class=\"handle\">max@example.org</span>"))
        try await browser.submit(["person": "zoe", "action": "allow"])
        let address = try #require(browser.continuation)
        #expect(browser.refresh == address && address.hasPrefix("\(TestSandbox.callback)?code="))

        for (changes, status) in [
            ([:], 302), (["prompt": "none"], 302), (["scope": "openid email"], 302), (["prompt": "login"], 200),
            (["prompt": "consent select_account"], 200), (["max_age": "60"], 200), (["login_hint": "ada@example.org"], 200),
            (["login_hint": "1080000000000000000505"], 302),
        ] as [([String: String?], Int)] {
            let reply = try await browser.open(sandbox.authorizeOAuth2Path(changing: changes))
            #expect(reply.head.status.code == status, "\(changes)")
            if status == 302 { #expect(reply.header("location")?.contains("?code=") == true, "\(changes)") }
        }
        for (changes, error) in [
            (["prompt": "none", "max_age": "60"], "login_required"),
            (["prompt": "none", "login_hint": "ada@example.org"], "login_required"),
        ] as [([String: String?], String)] {
            let reply = try await browser.open(sandbox.authorizeOAuth2Path(changing: changes))
            #expect(reply.header("location")?.contains("?error=\(error)") == true, "\(changes)")
        }
        let other = try await browser.open(sandbox.authorizeOAuth2Path(.otherOpenID, changing: ["prompt": "none"]))
        #expect(other.header("location")?.contains("?error=consent_required") == true)
    }

    @Test func xRequestsConsentEveryTime() async throws {
        let sandbox = TestSandbox()
        var browser = TestBrowser(sandbox)
        try await browser.open(sandbox.authorizeOAuth2Path(.x))
        try await browser.submit(["person": "ada", "action": "allow"])
        #expect(browser.continuation?.contains("?code=") == true)
        let again = try await browser.open(sandbox.authorizeOAuth2Path(.x))
        #expect(again.head.status == .ok && again.text.contains("<span class=\"handle\">@ada</span>"))
    }

    @Test(arguments: [SandboxApp.openID, .x]) func userDeniesTheApp(_ app: SandboxApp) async throws {
        let sandbox = TestSandbox()
        var browser = TestBrowser(sandbox)
        try await browser.open(sandbox.authorizeOAuth2Path(app))
        try await browser.submit(["action": "deny"])
        let response = try query(of: try #require(browser.continuation))
        #expect(response["error"] == "access_denied" && response["state"] == "s-123")
    }

    @Test func changedQueryIsRejected() async throws {
        let sandbox = TestSandbox()
        var browser = TestBrowser(sandbox)
        try await browser.open(sandbox.authorizeOAuth2Path())
        let csrf = browser.csrf
        try await browser.open(sandbox.authorizeOAuth2Path(changing: ["nonce": "another"]))
        #expect(try await browser.submit(["csrf": csrf, "person": "ada", "action": "allow"]).head.status == .badRequest)
    }

    @Test func userCanWithholdTheAddressButNotTheIdentity() async throws {
        let sandbox = TestSandbox()
        var browser = TestBrowser(sandbox)
        try await browser.open(sandbox.authorizeOAuth2Path())
        #expect(!browser.page.contains("name=\"withhold\" value=\"openid\""))
        try await browser.submit(["person": "ada", "action": "allow", "withhold": "email"] + ["withhold": "openid"])
        let code = try query(of: try #require(browser.continuation))["code"] ?? ""
        let reply = try await sandbox.exchangeOAuth2(code: code).json
        #expect(reply["scope"] as? String == "openid profile")
        let token = try await sandbox.verified(reply["id_token"] as? String ?? "")
        #expect(token.email == nil && token.email_verified == nil && token.name == "Ada Lovelace")
    }
}
