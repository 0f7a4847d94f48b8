import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

/// Sign-ins that fail at a provider, or for a disabled account: users get an explanation, and operators find an event.
@Suite struct FailedSignInTests {
    private static let badKey = #"{"errors":[{"code":32,"message":"Could not authenticate you."}]}"#

    private func refusals(_ server: TestServer) async throws -> [AuthEvent] {
        try await server.store.read { try $0.events(EventFilter(project: .standard, outcome: .refused), limit: 9) }.map(\.event)
    }

    @Test(arguments: [
        (401, badKey, "contact the administrators of this site", "bad_client_credentials"),
        (503, "{}", "in a few minutes", "provider_unavailable"), (200, "nonsense", "in a few minutes", "malformed_reply"),
    ])
    func providerRefusalsAreRecordedForTheOperator(_ status: Int, _ body: String, _ told: String, _ reason: String) async throws {
        let server = try await TestServer()
        server.provider.fail(with: PlayedProvider.json(status, body))
        try await server.run { caller in
            var browser = Browser(caller: caller)
            let page = try await browser.open("/sign-in/start?provider=twitter.com")
            #expect(page.status == .badRequest && page.text.contains(told), "\(page.text)")
            #expect(!page.text.contains("authenticate you") && !page.text.contains("app's key"), "\(page.text)")
            let german = try await browser.open("/sign-in/start?provider=twitter.com&lang=de")
            #expect(german.text.contains("Anbieter") || german.text.contains("Betreibern"), "\(german.text)")
        }
        let events = try await refusals(server)
        #expect(events.map(\.reason) == [reason, reason] && events.allSatisfy { $0.kind == .signIn && $0.method == .twitter })
    }

    @Test func sandboxPageShowsTheProvidersError() async throws {
        let server = try await TestServer()
        server.provider.fail(with: PlayedProvider.json(401, Self.badKey))
        try await server.run(server.parts(sandbox: true)) { caller in
            var browser = Browser(caller: caller)
            let page = try await browser.open("/sign-in/start?provider=twitter.com")
            #expect(page.text.contains("Could not authenticate you."), "\(page.text)")
        }
    }

    @Test func callbackErrorsAreShownAndRecorded() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            var browser = Browser(caller: caller)
            // An unknown code.
            let back = try await browser.signIn("github.com", code: "wrong")
            #expect(back.text.contains("did not work") && !back.text.contains("incorrect or expired"), "\(back.text)")
        }
        #expect(try await refusals(server).map(\.reason) == ["bad_verification_code"])
    }

    @Test func failedSignInEventsAreRateLimited() async throws {
        let server = try await TestServer()
        server.provider.fail(with: PlayedProvider.json(503, "{}"))
        try await server.run { caller in
            var browser = Browser(caller: caller)
            for _ in 0..<1050 { _ = try await browser.open("/sign-in/start?provider=twitter.com") }
        }
        let recorded = try await server.store.read { try $0.events(EventFilter(project: .standard, outcome: .refused), limit: 2000) }
        #expect((1000..<1010).contains(recorded.count), "\(recorded.count)")
    }

    @Test func closedAccountsAreRecorded() async throws {
        let provider = PlayedProvider()
        provider.add(.init(id: "17", name: "Ada", username: "adal", email: "ada@example.org"), token: "g-ada")
        provider.add(code: "code-ada", for: "g-ada")
        let server = try await TestServer(provider: provider)
        try await server.run { caller in
            var browser = Browser(caller: caller)
            _ = try await browser.signIn("github.com", code: "code-ada")
            let credentials = ["email": "bob@example.org", "password": "lovelace"]
            _ = try await caller.call("accounts:signUp", credentials)
            try await server.store.write { transaction in
                for var account in try transaction.accounts(in: Realm(project: .standard), after: nil, limit: 9) {
                    account.disabled = true
                    try transaction.update(account)
                }
            }
            #expect(try await caller.call("accounts:signInWithPassword", credentials).error == "USER_DISABLED")
            var other = Browser(caller: caller)
            let told = try await other.signIn("github.com", code: "code-ada")
            #expect(told.headers[.location]?.hasSuffix("error=USER_DISABLED") == true, "\(told.text)")
        }
        let events = try await refusals(server)
        #expect(events.map(\.reason) == ["USER_DISABLED", "USER_DISABLED"] && Set(events.map(\.subject)).count == 2)
        #expect(events.allSatisfy { $0.subject != nil } && events.map(\.method) == [.github, .password])
    }
}
