import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import Testing

@Suite struct GitHubAuthorizeTests {
    /// Query changes that end at the callback with an error.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let changes: [String: String?]
        let error: String
        var at = TestSandbox.callback
        var testDescription: String { name }
    }

    static let errors: [Row] = [
        Row(
            name: "a redirect URI of another host", changes: ["redirect_uri": "http://evil.example/callback"],
            error: "redirect_uri_mismatch", at: "http://127.0.0.1/__/auth/handler"),
        Row(
            name: "a redirect URI above the registered path", changes: ["redirect_uri": "http://127.0.0.1:5000/"],
            error: "redirect_uri_mismatch", at: "http://127.0.0.1/__/auth/handler"),
        Row(
            name: "a redirect URI that only starts like the registered path",
            changes: ["redirect_uri": "http://127.0.0.1:5000/callbacks"], error: "redirect_uri_mismatch",
            at: "http://127.0.0.1/__/auth/handler"),
        Row(
            name: "a redirect URI that climbs out of the registered path",
            changes: ["redirect_uri": "http://127.0.0.1:5000/callback/../other"], error: "redirect_uri_mismatch",
            at: "http://127.0.0.1/__/auth/handler"),
        Row(
            name: "a redirect URI with https instead of http", changes: ["redirect_uri": "https://127.0.0.1:5000/callback"],
            error: "redirect_uri_mismatch", at: "http://127.0.0.1/__/auth/handler"),
        Row(
            name: "a redirect URI that is no address", changes: ["redirect_uri": "/callback"], error: "redirect_uri_mismatch",
            at: "http://127.0.0.1/__/auth/handler"),
        Row(name: "another response type", changes: ["response_type": "token"], error: "unsupported_response_type"),
        Row(name: "a scope that does not exist", changes: ["scope": "user:email everything"], error: "invalid_scope"),
        Row(
            name: "a plain challenge",
            changes: ["code_challenge": TestSandbox.verifier, "code_challenge_method": "plain"], error: "invalid_request"),
        Row(
            name: "a challenge without method, which means plain", changes: ["code_challenge": TestSandbox.challenge],
            error: "invalid_request"),
        Row(name: "a method without challenge", changes: ["code_challenge_method": "S256"], error: "invalid_request"),
        Row(
            name: "a challenge that is too short", changes: ["code_challenge": "abc", "code_challenge_method": "S256"],
            error: "invalid_request"),
        Row(
            name: "a challenge with padding",
            changes: ["code_challenge": "\(TestSandbox.challenge.dropLast())=", "code_challenge_method": "S256"],
            error: "invalid_request"),
        Row(name: "an unknown prompt", changes: ["prompt": "none"], error: "invalid_request"),
    ]

    @Test(arguments: errors) func error(_ row: Row) async throws {
        let sandbox = TestSandbox()
        let reply = try await sandbox.get(sandbox.authorizePath(changing: row.changes))
        #expect(reply.head.status == .found)
        let location = try #require(reply.header("location"))
        #expect(location.hasPrefix("\(row.at)?error=\(row.error)&error_description="))
        #expect(try query(of: location)["state"] == "s-123")
        #expect(try query(of: location)["code"] == nil)
    }

    @Test func aStateThatIsTooLongIsRefused() async throws {
        let sandbox = TestSandbox()
        let reply = try await sandbox.get(sandbox.authorizePath(changing: ["state": String(repeating: "s", count: 501)]))
        #expect(reply.header("location")?.contains("error=invalid_request") == true)
    }

    @Test(
        arguments: [
            (["client_id": "nobody"], 404), (["client_id": nil], 404), (["client_id": SandboxApp.twitter.key], 404),
        ] as [([String: String?], Int)])
    func anUnknownApplicationHasAPageOnly(_ changes: [String: String?], _ status: Int) async throws {
        let sandbox = TestSandbox()
        let reply = try await sandbox.get(sandbox.authorizePath(changing: changes))
        #expect(reply.head.status.code == status)
        #expect(reply.header("location") == nil)
    }

    @Test func repeatedParameterShowsAnErrorPage() async throws {
        let sandbox = TestSandbox()
        let reply = try await sandbox.get(sandbox.authorizePath(appending: ["redirect_uri": "http://evil.example/"]))
        #expect(reply.head.status == .badRequest)
    }

    @Test(arguments: [
        TestSandbox.callback, "\(TestSandbox.callback)/deeper", "\(TestSandbox.callback)?x=1", "http://localhost:7/callback",
        "http://[::1]:5000/callback",
    ])
    func aRedirectURIAtOrBelowTheRegisteredOne(_ uri: String) async throws {
        let sandbox = TestSandbox()
        let reply = try await sandbox.get(sandbox.authorizePath(changing: ["redirect_uri": uri]))
        #expect(reply.head.status == .ok)
    }

    @Test func withoutRedirectURITheRegisteredOneServes() throws {
        let sandbox = TestSandbox()
        let approval = try sandbox.state.decide(sandbox.authorizePath(changing: ["redirect_uri": nil]), as: "ada")
        guard case .redirect(let address) = approval else {
            Issue.record("no redirect")
            return
        }
        #expect(address.hasPrefix("http://127.0.0.1/__/auth/handler?code="))
    }

    @Test func userAllowsTheApp() async throws {
        let sandbox = TestSandbox()
        var browser = TestBrowser(sandbox)
        let page = try await browser.open(sandbox.authorizePath(changing: ["login": "max-id"]))
        #expect(page.text.contains("value=\"max\" checked required"))
        try await browser.submit(["person": "zoe", "action": "allow"])
        let address = try #require(browser.continuation)
        #expect(browser.refresh == address)
        #expect(address.hasPrefix("\(TestSandbox.callback)?code="))
        #expect(try query(of: address)["state"] == "s-123")
        let token = try await sandbox.exchange(code: try query(of: address)["code"] ?? "").json
        #expect(token["scope"] as? String == "user:email")
    }

    @Test func userDeniesTheApp() async throws {
        let sandbox = TestSandbox()
        var browser = TestBrowser(sandbox)
        try await browser.open(sandbox.authorizePath())
        try await browser.submit(["action": "deny"])
        let address = try #require(browser.continuation)
        let response = try query(of: address)
        #expect(response["error"] == "access_denied")
        #expect(response["error_description"] == "The user has denied your application access.")
        #expect(response["state"] == "s-123")
    }

    @Test func userWithholdsAScope() async throws {
        let sandbox = TestSandbox()
        var browser = TestBrowser(sandbox)
        try await browser.open(sandbox.authorizePath(changing: ["scope": "read:user user:email"]))
        try await browser.submit(["person": "ada", "action": "allow", "withhold": "user:email"])
        let code = try query(of: try #require(browser.continuation))["code"] ?? ""
        #expect(try await sandbox.exchange(code: code).json["scope"] as? String == "read:user")
    }

    @Test func changedQueryIsRejected() async throws {
        let sandbox = TestSandbox()
        var browser = TestBrowser(sandbox)
        try await browser.open(sandbox.authorizePath())
        let csrf = browser.csrf
        try await browser.open(sandbox.authorizePath(changing: ["scope": "repo"]))
        #expect(try await browser.submit(["csrf": csrf, "person": "ada", "action": "allow"]).head.status == .badRequest)
    }

    @Test func earlierConsentIsReused() async throws {
        let sandbox = TestSandbox()
        var browser = TestBrowser(sandbox)
        try await browser.open(sandbox.authorizePath())
        try await browser.submit(["person": "ada", "action": "allow"])
        let code = try query(of: try #require(browser.continuation))["code"] ?? ""
        _ = try await sandbox.exchange(code: code)
        #expect(try await browser.open(sandbox.authorizePath()).head.status == .found)
        #expect(try await browser.open(sandbox.authorizePath(changing: ["scope": "repo"])).head.status == .ok)
        #expect(try await browser.open(sandbox.authorizePath(changing: ["prompt": "select_account"])).head.status == .ok)
        #expect(try await browser.open(sandbox.authorizePath(.otherGitHub)).head.status == .ok)
    }
}
