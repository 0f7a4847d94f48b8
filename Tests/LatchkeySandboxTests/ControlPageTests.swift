import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import Testing

/// The start page, on which users are added and faults are selected.
@Suite struct ControlPageTests {
    let sandbox = TestSandbox()

    private static let people = "/sandbox/page/people"
    private static let faults = "/sandbox/page/faults"

    private func opened() async throws -> TestBrowser {
        var browser = TestBrowser(sandbox)
        try await browser.open("/")
        return browser
    }

    @Test func personIsAdded() async throws {
        var browser = try await opened()
        #expect(!browser.page.contains("Edsger"))
        let added = try await browser.submit(["name": "Edsger Dijkstra", "email": "e@example.org", "verified": "yes"], to: Self.people)
        #expect(added.head.status == .seeOther && added.header("location") == "/")
        try await browser.open("/")
        #expect(browser.page.contains("Edsger Dijkstra"))
        try await browser.open(sandbox.authorizePath())
        #expect(browser.page.contains("Edsger Dijkstra"), "the person can sign in at every provider")
    }

    @Test func faultIsAddedForAPersonAndCleared() async throws {
        var browser = try await opened()
        #expect(browser.page.contains("all providers work normally"))
        let fault: LatchkeyOAuth.Parameters = [
            "kind": "denied", "provider": "github", "person": "ada", "path": "/login/oauth/authorize", "times": "3",
        ]
        #expect(try await browser.submit(fault, to: Self.faults).head.status == .seeOther)
        #expect(
            sandbox.state.faults() == [
                SandboxFault(.denied, provider: .github, person: "ada", path: "/login/oauth/authorize", times: 3)
            ])
        try await browser.open("/")
        #expect(browser.page.contains("at GitHub, at /login/oauth/authorize, for ada, the next 3 times"))
        #expect(try await browser.submit([:], to: Self.faults + "/clear").head.status == .seeOther)
        #expect(sandbox.state.faults().isEmpty)
    }

    @Test(
        arguments: [
            ["kind": "earthquake", "times": "1"], ["kind": "denied", "provider": "myspace", "times": "1"],
            ["kind": "denied", "times": "often"], ["kind": "denied", "times": "-1"], ["kind": "denied", "person": "nobody"],
            ["kind": "denied", "path": "user"],
        ] as [LatchkeyOAuth.Parameters])
    func invalidFaultsAreExplained(_ fault: LatchkeyOAuth.Parameters) async throws {
        var browser = try await opened()
        let refused = try await browser.submit(fault, to: Self.faults)
        #expect(refused.head.status == .badRequest && refused.text.contains("class=\"problem\" role=\"alert\""), "\(refused.text)")
        #expect(sandbox.state.faults().isEmpty)
    }

    @Test(arguments: [people, faults, faults + "/clear"])
    func formOfAnotherBrowserIsRejected(_ path: String) async throws {
        try sandbox.state.switchOn(SandboxFault(.denied))
        let own = try await opened()
        var other = try await opened()
        let refused = try await other.submit(["csrf": own.csrf, "name": "Eve", "kind": "denied", "times": "1"], to: path)
        #expect(refused.head.status == .badRequest, "\(refused.text)")
        #expect(sandbox.state.faults().count == 1 && !sandbox.state.people().contains { $0.name == "Eve" })
    }

    @Test func remoteVisitorsCannotChangeTheSandbox() async throws {
        let sandbox = TestSandbox(publicAddresses: ["https://sandbox.example.org"])
        let page = try await sandbox.send(try ProviderRequest(method: .get, url: "https://sandbox.example.org/"))
        #expect(page.text.contains("Ada Lovelace") && !page.text.contains("<form"), "\(page.text)")
        let sent = try await sandbox.send(
            try ProviderRequest(postingForm: ["kind": "denied"], to: "https://sandbox.example.org\(Self.faults)", headerFields: [:]))
        #expect(sent.head.status == .forbidden && sandbox.state.faults().isEmpty)
    }

    @Test func namesAreShownAsText() async throws {
        var browser = try await opened()
        try await browser.submit(["name": "<script>alert(1)</script>"], to: Self.people)
        try await browser.open("/")
        #expect(!browser.page.contains("<script>alert") && browser.page.contains("&lt;script&gt;alert"))
    }
}
