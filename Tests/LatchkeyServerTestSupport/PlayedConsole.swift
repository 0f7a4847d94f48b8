import HTTPTypes
package import LatchkeyConsole
package import LatchkeyIdentity
package import LatchkeySecrets
import Testing

/// A server with a console, and the sign-in of its administrators.
package struct PlayedConsole: Sendable {
    package static let password = "a long enough password"

    package let server: TestServer
    package let parts: ConsoleParts

    /// - Parameters:
    ///   - nodes: The nodes that share the store; `nil` for a single server.
    ///   - backups: Returns the state of backups; `nil` for a store that other tools back up.
    package init(
        store: (any AccountStore)? = nil, nodes: [ConsoleNode]? = nil, backups: (@Sendable () async -> ConsoleBackups)? = nil
    ) async throws {
        server = try await TestServer(store: store)
        let clock = server.clock
        let setup = ProjectSetup(store: server.store, sealer: server.sealer, now: { clock.now })
        parts = ConsoleParts(
            project: try await setup.consoleProject(), words: PlayedWords(), nodes: nodes.map { nodes in { @Sendable in nodes } },
            backups: backups)
    }

    package func run(sandbox: Bool, _ body: @escaping @Sendable (TestServer.Caller) async throws -> Void) async throws {
        try await server.run(server.parts(sandbox: sandbox, console: parts), body)
    }

    package func run(_ body: @escaping @Sendable (TestServer.Caller) async throws -> Void) async throws {
        try await run(sandbox: false, body)
    }

    package func makeInvitation() async throws -> Secret<String> {
        let clock = server.clock
        return try await Administrators(store: server.store, now: { clock.now }).inviteFirst()
    }

    /// Submits the form of the first administrator.
    package func setUp(
        _ browser: inout Browser, _ secret: Secret<String>, email: String = "grace@example.org", password: String = password
    ) async throws -> Reply {
        let page = try await browser.open("/console/setup")
        guard page.status == .ok else { return page }
        return try await browser.post(
            "/console/setup",
            [("csrf", try field("csrf", of: page)), ("secret", secret.expose()), ("email", email), ("password", password)])
    }

    package func signIn(_ browser: inout Browser, password: String = password) async throws -> Reply {
        let csrf = try field("csrf", of: try await browser.open("/console/sign-in"))
        return try await browser.post("/console/sign-in", [("csrf", csrf), ("email", "grace@example.org"), ("password", password)])
    }

    /// A browser with the first administrator signed in.
    package func owner(_ caller: TestServer.Caller) async throws -> Browser {
        var browser = Browser(caller: caller)
        let reply = try await setUp(&browser, try await makeInvitation())
        #expect(reply.status == .seeOther, "\(reply.text)")
        return browser
    }

    /// Gives the administrator another role, directly in the store.
    package func make(_ role: String) async throws { try await change { $0.customClaims = #"{"role":"\#(role)"}"# } }

    /// Changes the administrator's account, directly in the store.
    package func change(_ edit: @escaping @Sendable (inout Account) -> Void) async throws {
        try await server.store.write { transaction in
            var account = try #require(try transaction.accounts(in: Realm(project: .console), after: nil, limit: 1).first)
            edit(&account)
            try transaction.update(account)
        }
    }
}
