import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

/// The users of tenants: separate lists, with all actions on users.
@Suite struct ConsoleTenantTests {
    private static let users = "/console/projects/default/users"
    private static let ofTenant = "/console/projects/default/tenants/customer-1/users"
    private static let ada = "ada@example.org"

    private let console: PlayedConsole

    init() async throws { console = try await PlayedConsole() }

    /// A project with a tenant, a user in each, and an owner.
    private func run(
        _ settings: TenantSettings = .init(passwordSignIn: true),
        _ body: @escaping @Sendable (inout Browser, TestServer.Caller) async throws -> Void
    ) async throws {
        try await console.run { caller in
            try await console.server.store.write { transaction in
                let clock = console.server.clock
                try transaction.insert(
                    Tenant(
                        id: "customer-1", project: .standard, displayName: "customer", settings: .init(passwordSignIn: true),
                        createdAt: clock.now))
            }
            for (tenant, email) in [("customer-1", Self.ada), (nil, "bob@example.org")] {
                var body: [String: any Sendable] = ["email": email, "password": "lovelace"]
                body["tenantId"] = tenant
                #expect(try await caller.call("accounts:signUp", body).status == .ok)
            }
            try await console.server.store.write { transaction in
                var tenant = try #require(try transaction.tenant("customer-1", of: .standard))
                tenant.settings = settings
                try transaction.update(tenant)
            }
            var browser = try await console.owner(caller)
            try await body(&browser, caller)
        }
    }

    private func account() async throws -> Account {
        try #require(
            try await console.server.store.read {
                try $0.accounts(in: Realm(project: .standard, tenant: "customer-1"), after: nil, limit: 9).first
            })
    }

    @Test func eachTenantHasItsOwnUserList() async throws {
        try await run { browser, _ in
            let own = try await browser.open(Self.users)
            #expect(own.text.contains("bob@example.org") && !own.text.contains(Self.ada))
            #expect(own.text.contains("<option value=\"customer-1\">customer (customer-1)</option>"), "\(own.text)")
            let chosen = try await browser.open("/console/projects/default/tenants?tenant=customer-1")
            #expect(chosen.headers[.location] == Self.ofTenant)
            #expect(try await browser.open("/console/projects/default/tenants?tenant=..").status == .notFound)
            let list = try await browser.open(Self.ofTenant)
            #expect(list.text.contains(Self.ada) && !list.text.contains("bob@example.org"))
            #expect(try await browser.open("/console/projects/default/tenants?tenant=").headers[.location] == Self.users)
            for query in ["?q=ada", "?method=password"] {
                let found = try await browser.open(Self.ofTenant + query)
                #expect(found.text.contains("href=\"\(Self.ofTenant)/\(try await account().id)\""), "\(found.text)")
            }
        }
    }

    @Test(arguments: ["/tenants/customer-2/users", "/tenants//users", "/tenants/customer-1/users/nobody", "/tenants/%0d%0aX/users"])
    func unknownTenantsAndUsersAreNotFound(_ path: String) async throws {
        try await run { browser, _ in
            let page = try await browser.open("/console/projects/default" + path)
            #expect(page.status == .notFound, "\(page.text)")
        }
    }

    @Test func disabledTenantCanBeAdministered() async throws {
        try await run(.init(disabled: true)) { browser, _ in
            let page = Self.ofTenant + "/" + (try await account().id.rawValue)
            let shown = try await browser.open(page)
            #expect(shown.text.contains(Self.ada) && shown.text.contains("customer (customer-1)"), "\(shown.text)")
            let done = try await browser.post(page + "/disable", [("csrf", try field("csrf", of: shown))])
            #expect(done.headers[.location] == page + "?done=disabled", "\(done.text)")
            #expect(try await account().disabled)
            let history = try await browser.open("/console/projects/default/history")
            #expect(history.text.contains("href=\"\(page)\""), "the way to the account: \(history.text)")
        }
    }

    @Test func usersAreMadeImportedAndExported() async throws {
        try await run { browser, caller in
            let csrf = try field("csrf", of: try await browser.open(Self.ofTenant))
            let made = try await browser.post(Self.ofTenant, [("csrf", csrf), ("email", "eve@example.org"), ("password", "secret1")])
            #expect(made.headers[.location]?.hasPrefix(Self.ofTenant + "/") == true, "\(made.text)")
            let entered = try await caller.call(
                "accounts:signInWithPassword", ["email": "eve@example.org", "password": "secret1", "tenantId": "customer-1"])
            #expect(entered.status == .ok, "\(entered.text)")
            let taken = try await browser.post(
                "/console/projects/default/tenants/customer-1/import",
                [
                    ("csrf", csrf),
                    ("users", #"{"localId":"one","tenantId":"customer-1"}"# + "\n" + #"{"localId":"two","tenantId":"other"}"#),
                ])
            #expect(taken.text.contains(#""created":1"#) && taken.text.contains(#""refused":1"#), "\(taken.text)")
            let out = try await browser.post("/console/projects/default/tenants/customer-1/export", [("csrf", csrf)])
            #expect(out.headers[.contentDisposition]?.contains("users-default-customer-1-") == true)
            #expect(out.text.contains("eve@example.org") && out.text.contains("\"one\"") && !out.text.contains("bob@example.org"))
            let own = try await browser.post("/console/projects/default/export", [("csrf", csrf)])
            #expect(own.text.contains("bob@example.org") && !own.text.contains(Self.ada), "\(own.text)")
        }
    }

    @Test func aLinkForANewPasswordIsTheTenants() async throws {
        try await run { browser, _ in
            let page = Self.ofTenant + "/" + (try await account().id.rawValue)
            let csrf = try field("csrf", of: try await browser.open(page))
            let sent = try await browser.post(page + "/reset", [("csrf", csrf)])
            #expect(sent.headers[.location] == page + "?done=reset", "\(sent.text)")
            let messages = try await console.server.store.read { try $0.outboxMessages(of: .standard, limit: 9) }
            #expect(messages.map(\.realm.tenant) == ["customer-1"] && messages.first?.recipient == Self.ada)
        }
    }

    @Test func manyTenantsAreNamedByTheirId() async throws {
        try await run { browser, _ in
            try await console.server.store.write { transaction in
                for number in 1000..<1201 {
                    try transaction.insert(
                        Tenant(id: TenantID(rawValue: "many-\(number)"), project: .standard, displayName: "many", createdAt: .distantPast))
                }
            }
            let page = try await browser.open("/console/projects/default/tenants/many-1200/users")
            #expect(page.text.contains("<input name=\"tenant\" value=\"many-1200\""), "\(page.text)")
        }
    }
}
