import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySQLite
import LatchkeyServer
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

@testable import LatchkeyDatabaseAPI

/// The events of the acts that an owner executes in the console.
@Suite struct ConsoleActTests {
    private static let project = "/console/projects/default"

    private let store: SQLiteStore
    private let console: PlayedConsole

    init() async throws {
        store = try SQLiteStore.inMemory()
        console = try await PlayedConsole(store: store)
    }

    @Test func everyFormWritesItsEvent() async throws {
        let parts = console.server.parts(console: console.parts)
        let databases = DatabaseParts(parts, trees: store)
        _ = try await databases.standardDatabase()
        try await console.server.run(parts, databases: databases) { caller in
            var browser = try await console.owner(caller)
            let actor = AuthEvent.actor(administrator: try await administrator("grace@example.org"))
            let watch = ActWatch(store: store, actor: actor)
            for act in ListedAct.allCases where act.faces.contains(.console) {
                if act == .changeRole { try await join("ada@example.org", caller, &browser) }
                var visitor = browser
                try await watch.expect(act) { try await execute(act, in: &visitor, caller) }
                browser = visitor
            }
        }
    }

    /// Submits a form of a page as a browser would send it, with changes; `nil` removes a field.
    private func submit(
        _ action: String = "", on page: String, query: String = "", _ changes: [String: String?] = [:], in browser: inout Browser
    ) async throws -> Reply {
        let shown = try await browser.open(page + query)
        var form: [String: String] = [:]
        for tag in shown.text.matches(of: /<input [^>]*>/).map({ String($0.0) }) {
            guard let name = tag.firstMatch(of: /name="([^"]+)"/).map({ String($0.1) }) else { continue }
            if tag.contains("checkbox") || tag.contains("radio"), !tag.contains(" checked") { continue }
            form[name] = tag.firstMatch(of: /value="([^"]*)"/).map { String($0.1) } ?? ""
        }
        for area in shown.text.matches(of: /<textarea [^>]*name="([^"]+)"[^>]*>([^<]*)</) { form[String(area.1)] = String(area.2) }
        for (name, value) in changes { form[name] = value }
        return try await browser.post(page + action, form.map { ($0.key, $0.value) })
    }

    private func execute(_ act: ListedAct, in browser: inout Browser, _ caller: TestServer.Caller) async throws -> Reply {
        let (methods, apps, templates) = (Self.project + "/methods", Self.project + "/apps", Self.project + "/templates")
        let google = methods + "/google.com"
        switch act {
        case .createProject: return try await submit(on: "/console/projects", ["id": "acme-9", "name": "Acme"], in: &browser)
        case .rotateSigningKeys: return try await submit(on: "/console/keys", ["algorithm": "ES256"], in: &browser)
        case .changeProject: return try await submit(on: methods + "/settings/methods", ["anonymousSignIn": nil], in: &browser)
        case .addAPIKey: return try await submit("/keys", on: apps, in: &browser)
        case .revokeAPIKey: return try await submit("/keys/revoke", on: apps, ["key": caller.apiKey], in: &browser)
        case .registerApp: return try await submit(on: apps, ["platform": "web", "name": "A page"], in: &browser)
        case .addProvider:
            let fields = ["clientID": "client-1", "secret": "secret", "enabled": "yes"]
            return try await submit(on: google, fields, in: &browser)
        case .changeProvider: return try await submit(on: google, ["clientID": "client-2", "secret": "secret-2"], in: &browser)
        case .disableProvider: return try await submit(on: google, ["enabled": nil], in: &browser)
        case .enableProvider: return try await submit(on: google, ["enabled": "yes"], in: &browser)
        case .removeProvider: return try await submit("/remove", on: google, in: &browser)
        case .changeSender: return try await submit(on: templates, ["name": "The shop", "language": "de"], in: &browser)
        case .saveTemplate:
            let texts = ["lang": "de", "subject": "A subject", "text": "Here: {{link}}", "html": ""]
            return try await submit("/save", on: templates + "/password_reset", query: "?lang=de", texts, in: &browser)
        case .resetTemplate:
            return try await submit("/reset", on: templates + "/password_reset", query: "?lang=de", ["lang": "de"], in: &browser)
        case .saveRules:
            return try await submit("/save", on: Self.project + "/rules", ["text": #"{"rules": {".read": true}}"#], in: &browser)
        case .writeData:
            let change = ["path": "/greeting", "json": "\"hello\""]
            return try await submit("/save", on: Self.project + "/data", query: "?path=/greeting", change, in: &browser)
        case .createTenant, .changeTenant, .deleteTenant: return try await executeOnTenants(act, in: &browser)
        default: return try await executeOnBackEnds(act, in: &browser)
        }
    }

    private func executeOnTenants(_ act: ListedAct, in browser: inout Browser) async throws -> Reply {
        let page = Self.project + "/tenants"
        guard act != .createTenant else { return try await submit(on: page, ["name": "acme"], in: &browser) }
        let id = try #require(try await store.read { try $0.tenants(of: .standard, after: nil, limit: 1) }.first).id.rawValue
        let tenant = page + "/" + id
        return act == .deleteTenant
            ? try await submit("/remove", on: tenant, ["confirm": id], in: &browser)
            : try await submit("/change", on: tenant, ["anonymousSignIn": "yes"], in: &browser)
    }

    private func executeOnBackEnds(_ act: ListedAct, in browser: inout Browser) async throws -> Reply {
        let page = Self.project + "/back-ends"
        let (hooks, webhooks, secrets) = (page + "/hooks", page + "/webhooks", page + "/secrets")
        func webhook() async throws -> String {
            webhooks + "/" + (try #require(try await store.read { try $0.webhookEndpoints(of: .standard) }.first)).id
        }
        let url = "https://93.184.216.34/hook"
        switch act {
        case .setHook: return try await submit("/set", on: hooks, ["event": "beforeCreate", "url": url], in: &browser)
        case .removeHook: return try await submit("/remove", on: hooks, ["event": "beforeCreate"], in: &browser)
        case .createServiceAccount: return try await submit("/create", on: page, ["name": "robot"], in: &browser)
        case .revokeServiceAccount:
            return try await submit("/revoke", on: page, ["account": ServiceAccount.email(name: "robot", project: .standard)], in: &browser)
        case .createDatabaseSecret: return try await submit("/create", on: secrets, in: &browser)
        case .revokeDatabaseSecret: return try await submit("/revoke", on: secrets, in: &browser)
        case .createWebhook: return try await submit("/create", on: webhooks, ["url": url, "event": "user.created"], in: &browser)
        case .changeWebhook: return try await submit("/change", on: try await webhook(), ["event": "user.deleted"], in: &browser)
        case .disableWebhook: return try await submit("/change", on: try await webhook(), ["enabled": nil], in: &browser)
        case .rotateWebhookSecret: return try await submit("/rotate", on: try await webhook(), in: &browser)
        case .deleteWebhook: return try await submit("/delete", on: try await webhook(), in: &browser)
        default: return try await executeOnAccounts(act, in: &browser)
        }
    }

    private func executeOnAccounts(_ act: ListedAct, in browser: inout Browser) async throws -> Reply {
        let users = Self.project + "/users"
        func carol() async throws -> String { users + "/" + (try await account("carol@example.org")) }
        switch act {
        case .createAccount: return try await submit(on: users, ["email": "carol@example.org", "password": ""], in: &browser)
        case .updateAccount: return try await submit("/edit", on: try await carol(), ["displayName": "Carol"], in: &browser)
        case .sendCode: return try await submit("/reset", on: try await carol(), in: &browser)
        case .revokeSessions: return try await submit("/revoke", on: try await carol(), in: &browser)
        case .disableAccount: return try await submit("/disable", on: try await carol(), in: &browser)
        case .deleteAccount:
            let confirmed = ["confirm": try await account("carol@example.org")]
            return try await submit("/delete", on: try await carol(), confirmed, in: &browser)
        case .importAccounts:
            return try await submit(on: Self.project + "/import", ["users": #"{"localId":"one"}"#], in: &browser)
        case .importAccountsWithHashes:
            let user = #"{"localId":"two","email":"two@example.org","passwordHash":"aGFzaA==","salt":"c2FsdA=="}"#
            let hashing = String(decoding: try JSONSerialization.data(withJSONObject: Self.hashing), as: UTF8.self)
            return try await submit(on: Self.project + "/import", ["users": user, "hashConfig": hashing], in: &browser)
        case .exportAccounts:
            let csrf = try field("csrf", of: try await browser.open(users))
            return try await browser.post(Self.project + "/export", [("csrf", csrf)])
        default: return try await executeOnAdministrators(act, in: &browser)
        }
    }

    private static let hashing: [String: any Sendable] = [
        "algorithm": "SCRYPT", "base64_salt_separator": "Bw==", "rounds": 8, "mem_cost": 14,
        "base64_signer_key": "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
    ]

    private func executeOnAdministrators(_ act: ListedAct, in browser: inout Browser) async throws -> Reply {
        let page = "/console/administrators"
        switch act {
        case .inviteAdministrator:
            return try await submit("/invite", on: page, ["email": "bob@example.org", "role": "owner"], in: &browser)
        case .withdrawInvitation: return try await submit("/withdraw", on: page, ["email": "bob@example.org"], in: &browser)
        case .changeRole:
            let ada = try await administrator("ada@example.org").rawValue
            return try await submit("/role", on: page, ["uid": ada, "role": "editor"], in: &browser)
        case .recoverAdministrator:
            return try await submit("/recover", on: page, ["uid": try await administrator("ada@example.org").rawValue], in: &browser)
        case .removeAdministrator:
            return try await submit("/remove", on: page, ["uid": try await administrator("ada@example.org").rawValue], in: &browser)
        default: throw Unlisted(act: act)
        }
    }

    private func join(_ email: String, _ caller: TestServer.Caller, _ browser: inout Browser) async throws {
        let invited = try await submit("/invite", on: "/console/administrators", ["email": email, "role": "owner"], in: &browser)
        let secret = String(try #require(invited.text.firstMatch(of: /\/console\/join#([A-Za-z0-9_-]{43})/)).1)
        var other = Browser(caller: caller)
        let csrf = try field("csrf", of: try await other.open("/console/join"))
        _ = try await other.post("/console/join", [("csrf", csrf), ("secret", secret), ("password", "another long password")])
    }

    private func account(_ email: String, in project: ProjectID = .standard) async throws -> String {
        let address = try #require(EmailAddress(email))
        return try #require(try await store.read { try $0.account(withEmail: address, in: Realm(project: project)) }).id.rawValue
    }

    private func administrator(_ email: String) async throws -> AccountID {
        AccountID(rawValue: try await account(email, in: .console))
    }
}
