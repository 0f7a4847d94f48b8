import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

/// Searching among many users, and importing and exporting them as files.
@Suite struct ConsoleMovingTests {
    private let console: PlayedConsole

    init() async throws { console = try await PlayedConsole() }

    private static let users = "/console/projects/default/users"
    private static let importing = "/console/projects/default/import"
    private static let exporting = "/console/projects/default/export"

    /// Accounts with different email addresses; Bob's is disabled.
    private func prepare(_ caller: TestServer.Caller) async throws -> Browser {
        for name in ["ada", "adam", "bob"] {
            _ = try await caller.call(
                "accounts:signUp", ["email": name + "@example.org", "password": "lovelace", "displayName": "\(name)"])
        }
        try await console.server.store.write { transaction in
            for var account in try transaction.accounts(in: Realm(project: .standard), after: nil, limit: 9)
            where account.email?.text == "bob@example.org" {
                account.disabled = true
                try transaction.update(account)
                let key = IdentityKey(provider: .github, origin: "https://github.test", rawID: "1701")
                try transaction.link(Identity(key: key, linkedAt: account.createdAt), to: account.id, in: account.realm)
            }
        }
        return try await console.owner(caller)
    }

    private func shown(_ page: Reply) -> [String] {
        ["ada", "adam", "bob"].filter { page.text.contains("<bdi>\($0)@example.org</bdi>") }
    }

    @Test(arguments: [
        ("?q=ada", ["ada", "adam"]), ("?q=+ADAM%40", ["adam"]), ("?q=zoe", []), ("?q=%25", []),
        ("?method=password", ["ada", "adam", "bob"]), ("?q=1701", ["bob"]), ("?q=170", []),
        ("?method=github.com", ["bob"]), ("?method=anonymous", []), ("?state=disabled", ["bob"]),
        ("?state=unverified", ["ada", "adam", "bob"]),
        ("?state=protected", []), ("?method=password&state=disabled", ["bob"]), ("?state=nonsense", ["ada", "adam", "bob"]),
        ("?method=%3Cscript%3E", []),
    ])
    func listShowsMatchingUsers(_ query: String, _ expected: [String]) async throws {
        try await console.run { caller in
            var browser = try await prepare(caller)
            let page = try await browser.open(Self.users + query)
            #expect(page.status == .ok && shown(page) == expected, "\(page.text)")
            #expect(!page.text.contains("<script>"))
        }
    }

    @Test func importedUsersSignIn() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let csrf = try field("csrf", of: try await browser.open(Self.importing))
            // The password of the published example of Firebase's scrypt repository: user1password.
            let config = """
                hash_config {
                  algorithm: SCRYPT,
                  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
                  base64_salt_separator: Bw==,
                  rounds: 8,
                  mem_cost: 14,
                }
                """
            let rows = [
                #"{"localId":"one","email":"user1@example.org","salt":"42xEC+ixf3L2lw==","passwordHash":"lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="}"#,
                #"{"localId":"two","email":"no address"}"#, #"{"localId":5}"#, "nonsense",
                #"{"localId":"three","displayName":"<b>Three</b>"}"#,
            ]
            let taken = try await browser.post(
                Self.importing, [("csrf", csrf), ("hashConfig", config), ("users", rows.joined(separator: "\n"))])
            let report = try JSONDecoder().decode(Report.self, from: Data(taken.text.utf8))
            #expect(report.created == 3 && report.refused == 2, "\(taken.text)")
            #expect(report.rows.map(\.index) == [1, 3], "\(taken.text)")
            let entered = try await caller.call(
                "accounts:signInWithPassword", ["email": "user1@example.org", "password": "user1password"])
            #expect(entered["localId"] == "one", "\(entered.text)")
            // A second import changes nothing, and different values are kept unless the administrator chooses to replace them.
            let other = rows[4].replacing("Three", with: "Drei")
            for (extra, expected) in [([], [0, 1, 0]), ([("overwrite", "yes")], [0, 0, 1])] {
                let again = try await browser.post(Self.importing, [("csrf", csrf), ("users", other)] + extra)
                let report = try JSONDecoder().decode(Report.self, from: Data(again.text.utf8))
                #expect([report.created, report.kept, report.replaced] == expected, "\(again.text)")
            }
            // The console's export contains no passwords, and importing it removes none.
            let edited = #"{"localId":"one","email":"user1@example.org","displayName":"User One"}"#
            let replaced = try await browser.post(Self.importing, [("csrf", csrf), ("users", edited), ("overwrite", "yes")])
            #expect(try JSONDecoder().decode(Report.self, from: Data(replaced.text.utf8)).replaced == 1, "\(replaced.text)")
            let still = try await caller.call("accounts:signInWithPassword", ["email": "user1@example.org", "password": "user1password"])
            #expect(still["displayName"] == "User One", "\(still.text)")
            let history = try await browser.open("/console/projects/default/history?kind=import")
            #expect(history.text.contains("created 3, replaced 0") && history.text.contains("console/"))
        }
    }

    private struct Report: Decodable {
        struct Row: Decodable { let index: Int }
        let created, replaced, unchanged, kept, refused: Int
        let rows: [Row]
    }

    @Test(arguments: [("nonsense", "hash_config"), ("{\"algorithm\":\"SCRYPT\"}", "The hash parameters cannot be used")])
    func invalidHashParametersAreRejected(_ config: String, _ told: String) async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let csrf = try field("csrf", of: try await browser.open(Self.importing))
            let refused = try await browser.post(
                Self.importing, [("csrf", csrf), ("hashConfig", config), ("users", #"{"localId":"one"}"#)])
            #expect(refused.status == .badRequest && refused.text.contains(told), "\(refused.text)")
            #expect(try await console.server.store.read { try $0.accountCount(in: Realm(project: .standard)) } == 0)
        }
    }

    @Test func exportOmitsPasswordsAndCanBeImportedAgain() async throws {
        try await console.run { caller in
            var browser = try await prepare(caller)
            let page = try await browser.open(Self.users)
            let csrf = try field("csrf", of: page)
            let file = try await browser.post(Self.exporting, [("csrf", csrf)])
            #expect(file.status == .ok && file.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"users-default-") == true)
            #expect(!file.text.contains("passwordHash") && !file.text.contains("salt"), "\(file.text)")
            let tree = try #require(try JSONSerialization.jsonObject(with: Data(file.text.utf8)) as? [String: [[String: Any]]])
            let users = try #require(tree["users"])
            #expect(Set(users.compactMap { $0["email"] as? String }) == ["ada@example.org", "adam@example.org", "bob@example.org"])
            let history = try await browser.open("/console/projects/default/history?kind=export")
            #expect(history.text.contains("<bdi>Exported users</bdi>"), "\(history.text)")
        }
    }

    /// A part of a file is prepared before it is stored, because its passwords may have to be hashed.
    @Test func importStopsWhenTheEditorLosesTheRole() async throws {
        let store = try InterruptedStore()
        let console = try await PlayedConsole(store: store)
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let csrf = try field("csrf", of: try await browser.open(Self.importing))
            for role in ["viewer", "nobody"] {
                store.beforeNextWrite { try await console.make(role) }
                let late = try await browser.post(Self.importing, [("csrf", csrf), ("users", #"{"localId":"one"}"#)])
                #expect(late.status == (role == "viewer" ? .forbidden : .seeOther) && store.isOver, "\(late.text)")
                #expect(try await store.read { try $0.accountCount(in: Realm(project: .standard)) } == 0)
                try await console.make("owner")
            }
        }
    }

    @Test func exportStopsWhenTheOwnerLosesTheRole() async throws {
        let store = try InterruptedStore()
        let console = try await PlayedConsole(store: store)
        try await console.run { caller in
            var browser = try await console.owner(caller)
            _ = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            let csrf = try field("csrf", of: try await browser.open(Self.users))
            store.beforeNextWrite { try await console.make("editor") }
            let file = try? await browser.post(Self.exporting, [("csrf", csrf)])
            #expect(file?.text.contains("ada@example.org") != true, "\(file?.text ?? "")")
            #expect(store.isOver)
        }
    }

    @Test func emptyProjectIsExported() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let csrf = try field("csrf", of: try await browser.open(Self.users))
            let file = try await browser.post(Self.exporting, [("csrf", csrf)])
            let tree = try JSONSerialization.jsonObject(with: Data(file.text.utf8)) as? [String: [String]]
            #expect(tree == ["users": []], "\(file.text)")
        }
    }

    @Test(arguments: [("viewer", false, false), ("editor", true, false)])
    func importAndExportRequireTheRole(_ role: String, _ mayImport: Bool, _ mayExport: Bool) async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let csrf = try field("csrf", of: try await browser.open(Self.users))
            try await console.change { $0.customClaims = "{\"role\":\"\(role)\"}" }
            let list = try await browser.open(Self.users)
            #expect(list.text.contains(Self.importing) == mayImport && list.text.contains(Self.exporting) == mayExport)
            #expect(try await browser.open(Self.importing).status == (mayImport ? .ok : .forbidden))
            let row = #"{"localId":"one"}"#
            #expect(try await browser.post(Self.importing, [("users", row)]).status == .forbidden, "no form of ours")
            let taken = try await browser.post(Self.importing, [("csrf", csrf), ("users", row)])
            #expect(taken.status == (mayImport ? .ok : .forbidden), "\(taken.text)")
            #expect(try await browser.post(Self.exporting, [("csrf", csrf)]).status == .forbidden)
        }
    }
}
