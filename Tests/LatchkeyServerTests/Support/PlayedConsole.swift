import HTTPTypes
import LatchkeyConsole
import LatchkeyIdentity
import LatchkeySecrets
import Testing

/// A server with a console, and the sign-in of its administrators.
struct PlayedConsole: Sendable {
    static let password = "a long enough password"

    let server: TestServer
    let parts: ConsoleParts

    init(store: (any AccountStore)? = nil) async throws {
        server = try await TestServer(store: store)
        let clock = server.clock
        let setup = ProjectSetup(store: server.store, sealer: server.sealer, now: { clock.now })
        parts = ConsoleParts(
            project: try await setup.consoleProject(), invitation: ConsoleInvitation(now: { clock.now }),
            invitations: AdministratorInvitations(now: { clock.now }), words: PlayedWords())
    }

    func run(sandbox: Bool, _ body: @escaping @Sendable (TestServer.Caller) async throws -> Void) async throws {
        try await server.run(server.parts(sandbox: sandbox, console: parts), body)
    }

    func run(_ body: @escaping @Sendable (TestServer.Caller) async throws -> Void) async throws {
        try await run(sandbox: false, body)
    }

    func makeInvitation() -> Secret<String> { parts.makeInvitation() }

    /// Submits the form of the first administrator.
    func setUp(
        _ browser: inout Browser, _ secret: Secret<String>, email: String = "grace@example.org", password: String = password
    ) async throws -> Answer {
        let page = try await browser.open("/console/setup")
        guard page.status == .ok else { return page }
        return try await browser.post(
            "/console/setup",
            [("csrf", try field("csrf", of: page)), ("secret", secret.expose()), ("email", email), ("password", password)])
    }

    func signIn(_ browser: inout Browser, password: String = password) async throws -> Answer {
        let csrf = try field("csrf", of: try await browser.open("/console/sign-in"))
        return try await browser.post("/console/sign-in", [("csrf", csrf), ("email", "grace@example.org"), ("password", password)])
    }

    /// A browser with the first administrator signed in.
    func owner(_ caller: TestServer.Caller) async throws -> Browser {
        var browser = Browser(caller: caller)
        let answer = try await setUp(&browser, makeInvitation())
        #expect(answer.status == .seeOther, "\(answer.text)")
        return browser
    }

    /// Gives the administrator another role, directly in the store.
    func make(_ role: String) async throws { try await change { $0.customClaims = #"{"role":"\#(role)"}"# } }

    /// Changes the administrator's account, directly in the store.
    func change(_ edit: @escaping @Sendable (inout Account) -> Void) async throws {
        try await server.store.write { transaction in
            var account = try #require(try transaction.accounts(in: Realm(project: .console), after: nil, limit: 1).first)
            edit(&account)
            try transaction.update(account)
        }
    }
}
