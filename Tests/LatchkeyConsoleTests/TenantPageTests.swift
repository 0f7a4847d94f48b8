import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

/// How owners create, change and delete tenants.
@Suite struct TenantPageTests {
    private static let path = "/console/projects/default/tenants"
    private let console: PlayedConsole

    init() async throws { console = try await PlayedConsole() }

    private func post(_ browser: inout Browser, _ path: String, _ values: [String: String]) async throws -> Reply {
        let csrf = try field("csrf", of: try await browser.open(Self.path))
        return try await browser.post(path, [("csrf", csrf)] + values.map { ($0.key, $0.value) })
    }

    private func tenants() async throws -> [Tenant] {
        try await console.server.store.read { try $0.tenants(of: .standard, after: nil, limit: 9) }
    }

    @Test func aTenantIsCreatedChangedAndDeletedWithItsUsers() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            #expect(try await browser.open(Self.path).text.contains("No tenants."))
            let form = ["name": "customer", "enabled": "yes", "passwordSignIn": "yes", "signUp": "yes"]
            let made = try await post(&browser, Self.path, form)
            let tenant = try #require(try await tenants().first)
            let page = Self.path + "/" + tenant.id.rawValue
            #expect(made.headers[.location] == page + "?done=created", "\(made.text)")
            #expect(tenant.settings == TenantSettings(passwordSignIn: true))
            let account: [String: any Sendable] = ["email": "ada@example.org", "password": "lovelace", "tenantId": tenant.id.rawValue]
            #expect(try await caller.call("accounts:signUp", account).status == .ok)
            let list = try await browser.open(Self.path)
            #expect(list.text.contains("href=\"\(page)\"") && list.text.contains("href=\"\(page)/users\""))

            let shown = try await browser.open(page)
            let seen = try field("seen", of: shown)
            let changed = try await post(&browser, page + "/change", ["name": "client-1", "seen": seen, "totpSecondFactor": "yes"])
            #expect(changed.headers[.location] == page + "?done=saved", "\(changed.text)")
            let after = try #require(try await tenants().first)
            #expect(
                after.displayName == "client-1" && after.settings == TenantSettings(disabled: true, totpSecondFactor: true, signUp: false))
            #expect(try await caller.call("accounts:signInWithPassword", account).status != .ok, "the tenant is disabled")
            let late = try await post(&browser, page + "/change", ["name": "client-2", "seen": seen, "enabled": "yes"])
            #expect(late.status == .badRequest && late.text.contains("Another administrator") && late.text.contains("value=\"client-2\""))

            for confirm in ["", "client-1"] {
                let refused = try await post(&browser, page + "/remove", ["confirm": confirm])
                #expect(refused.status == .badRequest && refused.text.contains("id=\"problem-confirm\""), "\(refused.text)")
            }
            let deleted = try await post(&browser, page + "/remove", ["confirm": tenant.id.rawValue])
            #expect(deleted.headers[.location] == Self.path + "?done=deleted", "\(deleted.text)")
            #expect(try await tenants().isEmpty)
            #expect(try await browser.open(page).status == .notFound)
            let realm = Realm(project: .standard, tenant: tenant.id)
            #expect(try await console.server.store.read { try $0.accounts(in: realm, after: nil, limit: 1) }.isEmpty)
        }
    }

    @Test func invalidNamesAreExplainedAndTheFormIsKept() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            for name in ["abc", "9lives", "\"><script>", String(repeating: "a", count: 21)] {
                let refused = try await post(&browser, Self.path, ["name": name, "anonymousSignIn": "yes"])
                #expect(refused.status == .badRequest && refused.text.contains("id=\"problem-name\""), "\(refused.text)")
                #expect(refused.text.contains("name=\"anonymousSignIn\" value=\"yes\" aria-describedby=\"about-anonymousSignIn\" checked"))
                #expect(!refused.text.contains("<script>"))
            }
            #expect(try await tenants().isEmpty)
        }
    }

    @Test func deletionRequiresARecentSignIn() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            _ = try await post(&browser, Self.path, ["name": "customer", "enabled": "yes"])
            let tenant = try #require(try await tenants().first)
            console.server.clock.advance(bySeconds: 3600)
            let refused = try await post(&browser, Self.path + "/" + tenant.id.rawValue + "/remove", ["confirm": tenant.id.rawValue])
            #expect(refused.status == .forbidden && refused.text.contains("/console/sign-in?next="), "\(refused.text)")
            #expect(try await tenants().count == 1)
        }
    }

    @Test(arguments: ["viewer", "editor"]) func otherRolesSeeTenantsAndChangeNone(_ role: String) async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            _ = try await post(&browser, Self.path, ["name": "customer", "enabled": "yes"])
            let tenant = try #require(try await tenants().first)
            let page = Self.path + "/" + tenant.id.rawValue
            let csrf = try field("csrf", of: try await browser.open(page))
            try await console.make(role)
            for path in [Self.path, page] {
                let shown = try await browser.open(path)
                let main = try #require(shown.text.firstMatch(of: /(?s)<main.*<\/main>/)).0
                #expect(shown.status == .ok && !main.contains("<button class") && !main.contains("Delete"), "\(main)")
            }
            for path in [Self.path, page + "/change", page + "/remove"] {
                let refused = try await browser.post(path, [("csrf", csrf), ("confirm", tenant.id.rawValue)])
                #expect(refused.status == .forbidden, "\(path)")
            }
            #expect(try await tenants() == [tenant])
        }
    }
}
