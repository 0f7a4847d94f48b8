import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySQLite
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyDatabaseAPI

/// Service accounts, webhooks, blocking functions and database secrets in the console.
@Suite struct ConsoleBackEndTests {
    private static let path = "/console/projects/default/back-ends"
    private static let hook = "https://93.184.216.34/hook?token=t0ken"

    private let store: SQLiteStore
    private let console: PlayedConsole

    init() async throws {
        store = try SQLiteStore.inMemory()
        console = try await PlayedConsole(store: store)
    }

    /// Runs a server with databases.
    private func run(_ body: @escaping @Sendable (TestServer.Caller) async throws -> Void) async throws {
        let parts = console.server.parts(console: console.parts)
        try await console.server.run(parts, databases: DatabaseParts(parts, trees: store), body)
    }

    /// Submits a form of a page.
    private func post(
        _ browser: inout Browser, _ action: String, on page: String = "", _ values: [(String, String)] = []
    ) async throws -> Reply {
        let csrf = try field("csrf", of: try await browser.open(Self.path + page))
        return try await browser.post(Self.path + action, [("csrf", csrf)] + values)
    }

    private func text(_ html: Substring) -> String {
        String(html).replacing("&quot;", with: "\"").replacing("&amp;", with: "&").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
    }

    @Test func aKeyFileIsShownOnceAndActsForTheProjectUntilItIsRevoked() async throws {
        try await run { caller in
            var browser = try await console.owner(caller)
            #expect(try await browser.open(Self.path).text.contains("No service accounts."))
            let made = try await post(&browser, "/create", [("name", "robot-1")])
            #expect(made.status == .ok && made.headers[.cacheControl] == "no-store", "\(made.text)")
            let shown = try #require(made.text.firstMatch(of: /<pre [^>]*id="key-text"[^>]*><code>([^<]+)</)).1
            let file = try JSONDecoder().decode([String: String].self, from: Data(text(shown).utf8))
            let email = "robot-1@default.service-accounts.latchkey"
            #expect(file["client_email"] == email && file["token_uri"] == "https://auth.example.org/oauth2/token")
            #expect(file["project_id"] == "default" && file["client_id"] == console.server.project.number)
            #expect(file["private_key"]?.hasPrefix("-----BEGIN PRIVATE KEY-----") == true)
            let account = try #require(try await store.read { try $0.serviceAccount(email) })
            #expect(account.keyID == file["private_key_id"] && account.revokedAt == nil)

            let again = try await browser.open(Self.path)
            #expect(again.text.contains(email) && !again.text.contains("PRIVATE KEY"))
            let revoked = try await post(&browser, "/revoke", [("account", email)])
            #expect(revoked.headers[.location] == Self.path + "?done=revoked", "\(revoked.text)")
            #expect(try await post(&browser, "/revoke", [("account", email)]).status == .seeOther, "a second click")
            #expect(try await store.read { try $0.serviceAccount(email) }?.revokedAt != nil)
            #expect(try await browser.open(Self.path).text.contains("revoked <time"))
        }
    }

    @Test(arguments: [("No", "3 to 30 lower-case letters"), ("\"><b>", "3 to 30"), ("taken", "already has a service account")])
    func invalidNamesAreExplainedBesideTheField(_ name: String, _ told: String) async throws {
        try await run { caller in
            var browser = try await console.owner(caller)
            #expect(try await post(&browser, "/create", [("name", "taken")]).status == .ok)
            let refused = try await post(&browser, "/create", [("name", name)])
            #expect(refused.status == .badRequest && refused.text.contains("id=\"name-problem\""), "\(refused.text)")
            #expect(
                refused.text.contains(told) && refused.text.contains("aria-invalid=\"true\" autofocus") && !refused.text.contains("<b>"))
            let accounts = try await store.read { try $0.serviceAccounts(of: .standard) }
            #expect(accounts.count == 1)
        }
    }

    @Test func aWebhookIsCreatedChangedAndDeleted() async throws {
        try await run { caller in
            var browser = try await console.owner(caller)
            let made = try await post(
                &browser, "/webhooks/create", on: "/webhooks", [("url", Self.hook), ("event", "user.created"), ("event", "user.deleted")])
            let secret = String(try #require(made.text.firstMatch(of: /value="(whsec_[^"]+)"/)).1)
            #expect(made.status == .ok && made.headers[.cacheControl] == "no-store", "\(made.text)")
            let endpoint = try #require(try await store.read { try $0.webhookEndpoints(of: .standard) }.first)
            #expect(endpoint.url == Self.hook && endpoint.events == [.created, .deleted] && endpoint.isEnabled)
            let page = "/webhooks/" + endpoint.id
            let shown = try await browser.open(Self.path + page)
            #expect(shown.text.contains("hook?token=t0ken") && !shown.text.contains("whsec_"), "the secret is shown once")

            let changed = try await post(&browser, page + "/change", on: page, [("url", Self.hook), ("event", "user.signed_in")])
            #expect(changed.headers[.location] == Self.path + page + "?done=changed", "\(changed.text)")
            let after = try #require(try await store.read { try $0.webhookEndpoint(endpoint.id) })
            #expect(after.events == [.signedIn] && !after.isEnabled)
            let rotated = try await post(&browser, page + "/rotate", on: page)
            let next = String(try #require(rotated.text.firstMatch(of: /value="(whsec_[^"]+)"/)).1)
            #expect(next != secret && rotated.text.contains("also signs until"))
            #expect(try await post(&browser, page + "/delete", on: page).headers[.location] == Self.path + "/webhooks?done=deleted")
            #expect(try await store.read { try $0.webhookEndpoints(of: .standard) }.isEmpty)
            #expect(try await browser.open(Self.path + page).status == .notFound)
        }
    }

    @Test(arguments: [
        ("http://93.184.216.34/", "user.created", "in the clear"), ("https://127.0.0.1/", "user.created", "server&#39;s own machine"),
        (hook, "user.flew", "not an event"), (hook, nil, "at least one event"),
    ])
    func invalidWebhooksAreExplainedAndTheInputIsKept(_ url: String, _ event: String?, _ told: String) async throws {
        try await run { caller in
            var browser = try await console.owner(caller)
            let form = [("url", url)] + (event.map { [("event", $0)] } ?? [])
            let refused = try await post(&browser, "/webhooks/create", on: "/webhooks", form)
            #expect(refused.status == .badRequest && refused.text.contains("id=\"webhook-problem\""), "\(refused.text)")
            #expect(refused.text.contains(told) && refused.text.contains("value=\"\(url)\""), "\(refused.text)")
            #expect(
                refused.text.contains("value=\"user.created\" aria-describedby=\"about-user.created\" checked") == (event == "user.created")
            )
            #expect(try await store.read { try $0.webhookEndpoints(of: .standard) }.isEmpty)
        }
    }

    @Test func deliveriesAreListedAndRetried() async throws {
        try await run { caller in
            var browser = try await console.owner(caller)
            #expect(
                try await post(&browser, "/webhooks/create", on: "/webhooks", [("url", Self.hook), ("event", "user.created")]).status == .ok
            )
            let endpoint = try #require(try await store.read { try $0.webhookEndpoints(of: .standard) }.first)
            let instant = console.server.clock.now
            try await store.write { transaction in
                for (number, state) in [WebhookDelivery.State.failed, .delivered].enumerated() {
                    try transaction.insert(
                        WebhookDelivery(
                            id: "msg_\(number)", endpoint: endpoint.id, event: .created, realm: Realm(project: .standard),
                            account: AccountID(rawValue: "user-\(number)"), payload: "{}", createdAt: instant, state: state, attempts: 7,
                            lastError: state == .failed ? "The receiver answered <500>" : nil))
                }
            }
            let page = "/webhooks/" + endpoint.id
            let shown = try await browser.open(Self.path + page)
            #expect(shown.text.contains("The receiver answered &lt;500&gt;") && shown.text.contains("<td>7</td>"), "\(shown.text)")
            #expect(shown.text.contains("value=\"msg_0\"") && !shown.text.contains("value=\"msg_1\""), "only failed ones have a button")
            let refused = try await post(&browser, page + "/retry", on: page, [("delivery", "msg_1")])
            #expect(refused.status == .badRequest && refused.text.contains("Only failed and waiting deliveries"), "\(refused.text)")
            let retried = try await post(&browser, page + "/retry", on: page, [("delivery", "msg_0")])
            #expect(retried.headers[.location] == Self.path + page + "?done=retried", "\(retried.text)")
            #expect(try await store.read { try $0.webhookDelivery("msg_0") }?.state == .waiting)
            #expect(try await post(&browser, page + "/retry", on: page, [("delivery", "msg_9")]).status == .notFound)
        }
    }

    @Test func blockingFunctionsAreSetAndRemoved() async throws {
        try await run { caller in
            var browser = try await console.owner(caller)
            let refused = try await post(&browser, "/hooks/set", on: "/hooks", [("event", "beforeCreate"), ("url", "http://x.example/\"")])
            #expect(refused.status == .badRequest && refused.text.contains("id=\"problem-beforeCreate\""), "\(refused.text)")
            #expect(refused.text.contains("value=\"http://x.example/&quot;\"") && !refused.text.contains("id=\"problem-beforeSignIn\""))
            let set = try await post(&browser, "/hooks/set", on: "/hooks", [("event", "beforeSignIn"), ("url", Self.hook)])
            #expect(set.headers[.location] == Self.path + "/hooks?done=set", "\(set.text)")
            let forwarded = try await post(&browser, "/hooks/forward", on: "/hooks", [("accessToken", "yes")])
            #expect(forwarded.headers[.location] == Self.path + "/hooks?done=forwarded", "\(forwarded.text)")
            let hooks = try #require(try await store.read { try $0.project(.standard) }).settings.hooks
            #expect(hooks == BlockingHooks(beforeSignIn: Self.hook, forwarding: .init(accessToken: true)))
            for _ in 1...2 {
                let removed = try await post(&browser, "/hooks/remove", on: "/hooks", [("event", "beforeSignIn")])
                #expect(removed.headers[.location] == Self.path + "/hooks?done=removed", "\(removed.text)")
            }
            #expect(try await store.read { try $0.project(.standard) }?.settings.hooks.beforeSignIn == nil)
            let unknown = try await post(&browser, "/hooks/set", on: "/hooks", [("event", "afterAll"), ("url", Self.hook)])
            #expect(unknown.status == .notFound)
        }
    }

    @Test func aDatabaseSecretIsShownOnceAndRevoked() async throws {
        try await run { caller in
            var browser = try await console.owner(caller)
            let made = try await post(&browser, "/secrets/create", on: "/secrets")
            let text = String(try #require(made.text.firstMatch(of: /readonly value="([A-Za-z0-9]{40})"/)).1)
            #expect(made.status == .ok && made.headers[.cacheControl] == "no-store", "\(made.text)")
            let secret = try #require(try await store.read { try $0.databaseSecrets(of: .standard) }.first)
            #expect(secret.fingerprint == Fingerprint(of: text))
            let shown = try await browser.open(Self.path + "/secrets")
            #expect(shown.text.contains(secret.id) && !shown.text.contains(text) && shown.text.contains("verifies tokens"))
            for _ in 1...2 {
                let revoked = try await post(&browser, "/secrets/revoke", on: "/secrets", [("secret", secret.id)])
                #expect(revoked.headers[.location] == Self.path + "/secrets?done=revoked", "\(revoked.text)")
            }
            #expect(try await store.read { try $0.databaseSecrets(of: .standard) }.first?.revokedAt != nil)
            for _ in 1...10 { _ = try await post(&browser, "/secrets/create", on: "/secrets") }
            let full = try await post(&browser, "/secrets/create", on: "/secrets")
            #expect(full.status == .badRequest && full.text.contains("Revoke one first"), "\(full.text)")
        }
    }

    private static let forms = [
        "/create", "/revoke", "/webhooks/create", "/webhooks/we_1/change", "/webhooks/we_1/rotate", "/webhooks/we_1/retry",
        "/webhooks/we_1/delete", "/hooks/set", "/hooks/remove", "/hooks/forward", "/secrets/create", "/secrets/revoke",
    ]

    @Test(arguments: ["viewer", "editor"]) func otherRolesSeeNoButtonsAndNoTokens(_ role: String) async throws {
        try await run { caller in
            var browser = try await console.owner(caller)
            _ = try await post(&browser, "/create", [("name", "robot-1")])
            _ = try await post(&browser, "/webhooks/create", on: "/webhooks", [("url", Self.hook), ("event", "user.created")])
            _ = try await post(&browser, "/hooks/set", on: "/hooks", [("event", "beforeSignIn"), ("url", Self.hook)])
            _ = try await post(&browser, "/secrets/create", on: "/secrets")
            let endpoint = try #require(try await store.read { try $0.webhookEndpoints(of: .standard) }.first)
            try await console.make(role)
            for page in ["", "/webhooks", "/webhooks/" + endpoint.id, "/hooks", "/secrets"] {
                let shown = try await browser.open(Self.path + page)
                let main = try #require(shown.text.firstMatch(of: /(?s)<main.*<\/main>/)).0
                #expect(shown.status == .ok && !main.contains("<button") && !main.contains("<summary"), "\(page): \(main)")
                #expect(!main.contains("t0ken"), "\(page): \(main)")
            }
            #expect(try await browser.open(Self.path + "/hooks").text.contains("https://93.184.216.34/…"))
            for path in Self.forms {
                #expect(try await post(&browser, path).status == .forbidden, "\(path)")
            }
        }
    }

    @Test func lastingAccessRequiresARecentSignIn() async throws {
        try await run { caller in
            var browser = try await console.owner(caller)
            console.server.clock.advance(bySeconds: 3600)
            for (page, path) in [
                ("", "/create"), ("/webhooks", "/webhooks/create"), ("/hooks", "/hooks/set"), ("/hooks", "/hooks/remove"),
                ("/hooks", "/hooks/forward"), ("/secrets", "/secrets/create"),
            ] {
                let shown = try await browser.open(Self.path + page)
                let link = "/console/sign-in?next=" + (Self.path + page).replacing("/", with: "%2F")
                #expect(shown.text.contains("href=\"\(link)\"") && !shown.text.contains("class=\"primary\">Create"), "\(shown.text)")
                let refused = try await post(&browser, path, [("name", "robot-1"), ("url", Self.hook), ("event", "beforeCreate")])
                #expect(refused.status == .forbidden && refused.text.contains("href=\"\(link)\""), "\(path): \(refused.text)")
            }
            let stored = try await store.read { view in
                (try view.serviceAccounts(of: .standard), try view.webhookEndpoints(of: .standard), try view.databaseSecrets(of: .standard))
            }
            #expect(stored.0.isEmpty && stored.1.isEmpty && stored.2.isEmpty)
        }
    }

    @Test func thePagesOfOneProjectDoNotReachAnother() async throws {
        try await run { caller in
            var browser = try await console.owner(caller)
            let csrf = try field("csrf", of: try await browser.open("/console/projects"))
            #expect(try await browser.post("/console/projects", [("csrf", csrf), ("id", "shop-1")]).status == .seeOther)
            _ = try await post(&browser, "/create", [("name", "robot-1")])
            _ = try await post(&browser, "/webhooks/create", on: "/webhooks", [("url", Self.hook), ("event", "user.created")])
            let endpoint = try #require(try await store.read { try $0.webhookEndpoints(of: .standard) }.first)
            let other = "/console/projects/shop-1/back-ends"
            #expect(try await browser.open(other + "/webhooks/" + endpoint.id).status == .notFound)
            let account = [("csrf", csrf), ("account", "robot-1@default.service-accounts.latchkey")]
            for (path, form) in [("/revoke", account), ("/webhooks/\(endpoint.id)/delete", account)] {
                #expect(try await browser.post(other + path, form).status == .notFound, "\(path)")
            }
            #expect(try await store.read { try $0.webhookEndpoints(of: .standard) }.count == 1)
            #expect(try await store.read { try $0.serviceAccounts(of: .standard) }.first?.revokedAt == nil)
        }
    }
}
