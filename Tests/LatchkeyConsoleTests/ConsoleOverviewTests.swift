import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

@testable import LatchkeyConsole

/// The overview of a project.
@Suite struct ConsoleOverviewTests {
    private static let path = "/console/projects/default/overview"

    private func figures(of page: Reply) -> [String: String] {
        let found = page.text.matches(of: /<dt>([^<]*)<\/dt><dd>(?:<a [^>]*>)?([0-9]+)/)
        return Dictionary(found.map { (String($0.1), String($0.2)) }, uniquingKeysWith: { $1 })
    }

    /// The titles of the first steps, with whether they are done.
    private func steps(of page: Reply) -> [String: Bool] {
        let found = page.text.matches(of: /<li( class="done")?><strong>(?:<a [^>]*>)?([^<]*)/)
        return Dictionary(found.map { (String($0.2), $0.1 != nil) }, uniquingKeysWith: { $1 })
    }

    @Test func figuresAreOfTheLastSevenDays() async throws {
        let console = try await PlayedConsole()
        // Imported accounts count, although they were never used.
        var imported = Account(id: "imported", realm: Realm(project: .standard), createdAt: console.server.clock.now)
        imported.lastRefreshAt = nil
        try await console.server.store.write { [imported] in try $0.insert(imported) }
        try await console.run { caller in
            let account = ["email": "ada@example.org", "password": "lovelace"]
            #expect(try await caller.call("accounts:signUp", account).status == .ok)
            console.server.clock.advance(bySeconds: 86_400 * 8)
            #expect(try await caller.call("accounts:signUp", ["email": "bob@example.org", "password": "lovelace"]).status == .ok)
            #expect(try await caller.call("accounts:signInWithPassword", account).status == .ok)
            let wrong = ["email": "ada@example.org", "password": "wrong password"]
            #expect(try await caller.call("accounts:signInWithPassword", wrong).status == .badRequest)
            var browser = try await console.owner(caller)
            let page = try await browser.open(Self.path)
            #expect(page.status == .ok, "\(page.text)")
            #expect(
                figures(of: page) == [
                    "Users": "3", "Active in 7 days": "2", "New in 7 days": "1", "Sign-ins in 7 days": "2",
                    "Refused sign-ins in 7 days": "1",
                ])
            #expect(page.text.contains("aria-label=\"Sign-ins by provider from "))
            #expect(page.text.contains(#"href="/console/projects/default/usage""#))
        }
    }

    @Test func firstStepsLeadToTheirPagesUntilAllAreDone() async throws {
        let console = try await PlayedConsole()
        try await console.run { caller in
            var browser = try await console.owner(caller)
            func setDomains(_ domains: [String]) async throws -> Reply {
                try await console.server.store.write { transaction in
                    var project = try #require(try transaction.project(.standard))
                    project.authorizedDomains = domains
                    try transaction.update(project)
                }
                return try await browser.open(Self.path)
            }
            let page = try await setDomains(["localhost", "127.0.0.1"])
            let steps = steps(of: page)
            #expect(steps["Authorize your domain"] == false && steps["Register your app"] == false, "\(page.text)")
            #expect(steps["Add a sign-in provider"] == true, "the test server has providers")
            #expect(page.text.contains(#"href="/console/projects/default/methods/settings/project""#))
            let later = try await setDomains(["localhost", "app.example.org"])
            #expect(self.steps(of: later)["Authorize your domain"] == true, "\(later.text)")
        }
    }

    @Test func stepsOfAServerWithoutMailSayWhatToSet() async throws {
        let project = Project.sample()
        let store = try await TestServer().store
        let steps = try await store.read { view in
            try FirstStep.all(of: project, sendsMail: false, hasRules: false, view).map { ($0.title, $0.isDone) }
        }
        #expect(steps.first { $0.0 == "Send mail" }?.1 == false)
        #expect(steps.first { $0.0 == "Write security rules" }?.1 == false)
        let without = try await store.read { try FirstStep.all(of: project, sendsMail: true, hasRules: nil, $0).map(\.title) }
        #expect(!without.contains("Write security rules"))
    }
}
