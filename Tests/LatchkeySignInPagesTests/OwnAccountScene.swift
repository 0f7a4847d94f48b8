import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

/// A browser in which a user has signed up, for the page of the own account.
struct OwnAccountScene {
    var browser: Browser
    let caller: TestServer.Caller
    let server: TestServer

    mutating func page() async throws -> Reply { try await browser.open("/account") }

    /// Submits a form of the page.
    mutating func submit(_ action: String, _ form: [(String, String)] = []) async throws -> Reply {
        let csrf = try field("csrf", of: try await page())
        return try await browser.post("/account/" + action, [("csrf", csrf)] + form)
    }

    /// Submits a form of the page, and opens the page to which it leads.
    mutating func send(_ action: String, _ form: [(String, String)] = []) async throws -> Reply {
        let reply = try await submit(action, form)
        #expect(reply.status == .seeOther, "\(reply.text)")
        return try await browser.open(try #require(reply.headers[.location]))
    }

    func signIn(_ password: String = "lovelace") async throws -> Reply {
        try await caller.call(
            "accounts:signInWithPassword", ["email": "bob@example.org", "password": password, "returnSecureToken": true])
    }

    func isSignedIn(_ session: Reply) async throws -> Bool {
        let token = try #require(session["refreshToken"])
        return try await caller.post(
            "/v1/token?key=\(caller.apiKey)", #"{"grantType":"refresh_token","refreshToken":"\#(token)"}"#
        ).status == .ok
    }

    func account() async throws -> Account {
        let all = try await server.store.read { try $0.accounts(in: Realm(project: .standard), after: nil, limit: 10) }
        return try #require(all.first)
    }

    static func run(
        _ settings: ProjectSettings = ProjectSettings(), _ body: @escaping @Sendable (inout OwnAccountScene) async throws -> Void
    ) async throws {
        let server = try await TestServer(settings)
        try await server.run { caller in
            var browser = Browser(caller: caller)
            let csrf = try field("csrf", of: try await browser.open("/sign-in"))
            _ = try await browser.post(
                "/sign-in/password",
                [("csrf", csrf), ("email", "bob@example.org"), ("password", "lovelace"), ("mode", "sign-up")])
            var scene = OwnAccountScene(browser: browser, caller: caller, server: server)
            try await body(&scene)
        }
    }
}
