import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyRules
import LatchkeySQLite
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import LatchkeyTree
import Testing

@testable import LatchkeyDatabaseAPI

/// The rules that administrators view, simulate and save.
@Suite struct ConsoleRulesTests {
    private let store: SQLiteStore
    private let console: PlayedConsole

    private static let path = "/console/projects/default/rules"
    private static let open = #"{"rules": {".read": true, ".write": "auth !== null"}}"#

    init() async throws {
        store = try SQLiteStore.inMemory()
        console = try await PlayedConsole(store: store)
    }

    /// An owner at a console with databases.
    private struct Scene {
        var browser: Browser
        let caller: TestServer.Caller
        let database: RealtimeDatabase

        mutating func page() async throws -> Reply { try await browser.open(ConsoleRulesTests.path) }

        /// Submits the form of the current page, with some of its fields changed.
        mutating func send(_ action: String, _ changes: [String: String] = [:], from page: Reply? = nil) async throws -> Reply {
            let shown: Reply
            if let page { shown = page } else { shown = try await self.page() }
            var form = ["text": text(in: shown)]
            for name in ["csrf", "seen", "db"] { form[name] = try field(name, of: shown) }
            form.merge(changes) { $1 }
            return try await browser.post("\(ConsoleRulesTests.path)/\(action)", form.map { ($0.key, $0.value) })
        }

        /// The text in the editor.
        func text(in page: Reply) -> String {
            let part = page.text.components(separatedBy: "dir=\"ltr\">\n").dropFirst().first ?? ""
            return part.components(separatedBy: "</textarea>")[0].replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
                .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
        }
    }

    private func run(rulesFile: String? = nil, _ body: @escaping @Sendable (inout Scene) async throws -> Void) async throws {
        let parts = console.server.parts(console: console.parts)
        let databases = DatabaseParts(parts, trees: store, rulesFile: rulesFile)
        let database = try await databases.standardDatabase()
        try await console.server.run(parts, databases: databases) { caller in
            var scene = Scene(browser: try await console.owner(caller), caller: caller, database: database)
            try await body(&scene)
        }
    }

    @Test func tenThousandLinesAreSaved() async throws {
        try await run { scene in
            // Almost the whole mebibyte that rules may have; a form encodes every quote with three bytes.
            let lines = (0..<10_000).map {
                #"  "place\#($0)": {".read": "auth.uid === 'somebody with a name \#($0)'", ".write": "data.val() === '1'"}"#
            }
            let rules = "{\"rules\": {\n" + lines.joined(separator: ",\n") + "\n}}"
            #expect((900_000..<1_048_576).contains(rules.utf8.count))
            let saved = try await scene.send("save", ["text": rules])
            #expect(saved.headers[.location] == Self.path + "?db=default&done=saved", "\(saved.text.prefix(500))")
            #expect(scene.database.rules.text == rules)
        }
    }

    @Test func savedRulesTakeEffectAndAreRecorded() async throws {
        try await run { scene in
            let page = try await scene.page()
            #expect(page.status == .ok && scene.text(in: page) == SecurityRules.ownUsersOnly.text, "\(page.text)")
            #expect(throws: DatabaseError.self) { try scene.database.read(.root, by: .nobody) }
            let saved = try await scene.send("save", ["text": Self.open.replacing(", ", with: ",\r\n")])
            #expect(saved.headers[.location] == Self.path + "?db=default&done=saved", "\(saved.text)")
            #expect(scene.database.rules.text == Self.open.replacing(", ", with: ",\n"), "lines end as they did in the editor")
            #expect(try scene.database.read(.root, by: .nobody).isEmpty)
            let events = try await console.server.store.read { try $0.events(of: .standard, subject: nil, limit: 5) }
            #expect(events.contains { $0.kind == .configure && $0.actor?.hasPrefix("console/") == true }, "\(events)")
        }
    }

    @Test func earlierVersionsAreListedAndCanBeRestored() async throws {
        try await run { scene in
            let history = Self.path + "/history?db=default"
            let none = try await scene.browser.open(history)
            #expect(none.status == .ok && none.text.contains("No versions yet."), "\(none.text)")
            let (first, second) = ("{\n\"rules\": {\n\".read\": true\n}\n}", "{\n\"rules\": {\n\".read\": \"1 < 2\"\n}\n}")
            for text in [first, second] { #expect(try await scene.send("save", ["text": text]).status == .seeOther) }
            let page = try await scene.browser.open(history)
            #expect(page.text.contains("Version 3, compared with version 2") && page.text.contains("console/"), "\(page.text)")
            #expect(page.text.contains("<pre class=\"removed\"><span class=\"sign\">−</span>&quot;.read&quot;: true</pre>"), "\(page.text)")
            #expect(page.text.contains("<span class=\"sign\">+</span>&quot;.read&quot;: &quot;1 &lt; 2&quot;</pre>"), "\(page.text)")
            #expect(!page.text.contains("Open version"), "these hold")
            let former = try await scene.browser.open(history + "&version=2")
            #expect(former.text.contains("Open version 2 in the editor"), "\(former.text)")
            let editor = try await scene.browser.open(Self.path + "?db=default&version=2")
            #expect(scene.text(in: editor) == first && scene.database.rules.text == second, "it holds only when it is saved")
            #expect(try await scene.send("save", from: editor).status == .seeOther)
            #expect(scene.database.rules.text == first)
            for wrong in ["99", "0", "-1", "9223372036854775807"] {
                #expect(try await scene.browser.open(Self.path + "?db=default&version=" + wrong).status == .notFound, "\(wrong)")
            }
        }
    }

    @Test func conflictingSaveIsReportedAndKeepsTheText() async throws {
        try await run { scene in
            let former = try await scene.page()
            let (first, second) = (Self.open, #"{"rules": {".read": false}}"#)
            #expect(try await scene.send("save", ["text": first]).status == .seeOther)
            let told = try await scene.send("save", ["text": second], from: former)
            #expect(told.status == .conflict && told.text.contains("Another administrator saved"), "\(told.text)")
            #expect(scene.text(in: told) == second, "what was written is there still")
            #expect(told.text.contains("&quot;auth !== null&quot;"), "and so is what is saved")
            #expect(scene.database.rules.text == first)
            #expect(try await scene.send("save", from: told).status == .seeOther)
            #expect(scene.database.rules.text == second)
        }
    }

    @Test func rulesThatWereReplacedElsewhereAreNotWrittenOver() async throws {
        try await run { scene in
            let (former, other) = (scene.database.rules, try SecurityRules(Self.open))
            try await scene.database.replace(rules: other)
            await #expect(throws: RulesChanged.self) { try await scene.database.replace(rules: former, over: former) }
            #expect(scene.database.rules.text == other.text)
        }
    }

    @Test func errorsAreShownAsTextWithTheirLine() async throws {
        try await run { scene in
            let wrong = "{\"rules\": {\n\".read\": \"auth.uid === '</textarea><script>alert(1)</script>' &&\"}}"
            let reply = try await scene.send("save", ["text": wrong])
            #expect(reply.status == .badRequest && reply.text.contains("data-line=\"2\""), "\(reply.text)")
            #expect(scene.text(in: reply) == wrong && !reply.text.contains("<script>alert"))
            #expect(scene.database.rules.text == SecurityRules.ownUsersOnly.text)
        }
    }

    @Test func tenThousandLinesAreCheckedToTheLast() async throws {
        try await run { scene in
            let lines = (0..<10_000).map { "\"p\($0)\": {\".read\": \"auth.uid === 'u\($0)'\"}," }.joined(separator: "\n")
            let reply = try await scene.send(
                "check", ["text": "{\"rules\": {\n" + lines + "\n\"last\": {\".read\": \"somebody === 1\"}}}"])
            let problems = try #require(reply.json["problems"] as? [[String: Any]])
            #expect(problems.count == 1 && problems.first?["line"] as? Int == 10_002, "\(reply.text.prefix(500))")
            let good = try await scene.send("check", ["text": Self.open])
            #expect((good.json["problems"] as? [Any])?.isEmpty == true && good.status == .ok, "\(good.text)")
        }
    }

    @Test func viewersCanCheckAndTryButNotSave() async throws {
        try await run { scene in
            let former = try await scene.page()
            try await console.change { $0.customClaims = #"{"role":"viewer"}"# }
            #expect(try await !scene.page().text.contains("/rules/save"))
            #expect(try await scene.send("check").status == .ok)
            #expect(try await scene.send("try", ["path": "/x"]).text.contains("Denied."))
            #expect(try await scene.send("save", ["text": Self.open], from: former).status == .forbidden)
            for action in ["coverage/start", "coverage/stop"] {
                #expect(try await scene.send(action, from: former).status == .forbidden, "\(action)")
            }
            #expect(scene.database.rules.text == SecurityRules.ownUsersOnly.text && scene.database.coverage == nil)
        }
    }

    @Test func formsOfOtherSitesAreRejected() async throws {
        try await run { scene in
            _ = try await scene.page()
            for action in ["save", "check", "try", "coverage/start"] {
                let form = [("text", Self.open), ("db", "default")]
                #expect(try await scene.browser.post("\(Self.path)/\(action)", form).status == .forbidden, "\(action)")
            }
            scene.browser.cookies = [:]
            for action in ["save", "check", "try"] {
                #expect(
                    try await scene.browser.post("\(Self.path)/\(action)", [("text", "{}")]).headers[.location]?.hasPrefix(
                        "/console/sign-in")
                        == true)
            }
            #expect(scene.database.rules.text == SecurityRules.ownUsersOnly.text && scene.database.coverage == nil)
        }
    }

    /// The database decides as the page says.
    @Test(arguments: [
        ("nobody", "read", "/users/ada", "", false), ("user", "read", "/users/ada", "", true), ("user", "read", "/users/bob", "", false),
        ("user", "set", "/users/ada", #"{"name":"Ada"}"#, true), ("user", "set", "/users/bob", "1", false),
        ("user", "update", "/users", #"{"ada/name":"A","bob/name":"B"}"#, false), ("user", "update", "/users/ada", #"{"a":1}"#, true),
        ("user", "remove", "/users/ada", "", true), ("nobody", "remove", "/users/ada", "", false),
        ("administrator", "set", "/anywhere", "1", true),
    ])
    func trialMatchesTheDatabase(_ who: String, _ operation: String, _ path: String, _ data: String, _ isAllowed: Bool) async throws {
        try await run { scene in
            let page = try await scene.send("try", ["who": who, "uid": "ada", "operation": operation, "path": path, "data": data])
            #expect(page.status == .ok && page.text.contains(isAllowed ? "<strong>Allowed." : "<strong>Denied."), "\(page.text)")
            #expect(scene.database.node(at: .root).isEmpty, "nothing is changed")
            let requester: Requester =
                switch who {
                case "nobody": .nobody
                case "user": .user(.current(uid: "ada", provider: "password", token: [:]))
                default: .administrator
                }
            let place = try TreePath(path)
            var done = true
            do {
                switch operation {
                case "read": _ = try scene.database.read(place, by: requester)
                case "set": _ = try await scene.database.write(.set(try Node(json: data.utf8), at: place), by: requester)
                case "remove": _ = try await scene.database.write(.set(.empty, at: place), by: requester)
                default:
                    var reader = UpdateReader()
                    try reader.read(Array(data.utf8))
                    _ = try await scene.database.write(try .update(try reader.finish(), at: place), by: requester)
                }
            } catch DatabaseError.denied {
                done = false
            }
            #expect(done == isAllowed)
        }
    }

    @Test func aUserOfTheProjectHasTheClaimsOfTheAccount() async throws {
        try await run { scene in
            let made = try await scene.caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            let uid = try #require(made["localId"])
            try await console.server.store.write { transaction in
                var account = try #require(try transaction.account(AccountID(rawValue: uid), in: Realm(project: .standard)))
                account.customClaims = #"{"admin":true}"#
                try transaction.update(account)
            }
            func tried(_ condition: String, claims: String = "", uid: String = uid) async throws -> Bool {
                let rules = "{\"rules\": {\".read\": \"\(condition)\"}}"
                let page = try await scene.send("try", ["text": rules, "who": "user", "uid": uid, "claims": claims, "path": "/"])
                #expect(page.status == .ok, "\(page.text)")
                return page.text.contains("<strong>Allowed.")
            }
            #expect(try await tried("auth.token.admin === true && auth.token.email === 'ada@example.org'"))
            #expect(try await tried("auth.token.firebase.sign_in_provider === 'password' && auth.token.email_verified === false"))
            #expect(try await !tried("auth.token.admin === true", claims: #"{"admin":false}"#), "what is written wins")
            #expect(try await !tried("auth.token.admin === true", uid: "another"))
            #expect(try await tried("auth.token.admin === true && auth.uid === '\(uid)'", uid: "ada@example.org"), "found by the address")
            #expect(try await tried("auth.uid === 'eve@example.org'", uid: "eve@example.org"), "an imagined user")
        }
    }

    @Test func trialMarksTheDecidingRules() async throws {
        try await run { scene in
            let rules = "{\"rules\": {\n\"a\": {\n\".read\": \"auth.token.admin === true\"}}}"
            let received = ["text": rules, "who": "user", "uid": "ada", "claims": #"{"admin":false}"#, "path": "/a"]
            let denied = try await scene.send("try", received)
            #expect(denied.text.contains("data-line=\"3\"") && denied.text.contains("No .read on the way was true."), "\(denied.text)")
            #expect(denied.text.contains("<code><bdi>auth.token.admin</bdi></code> → <code><bdi>false</bdi></code>"))
            #expect(scene.text(in: denied) == rules, "what is not saved is still in the editor")
            #expect(try field("uid", of: denied) == "ada")
            let allowed = try await scene.send("try", received.merging(["claims": #"{"admin":true}"#]) { $1 })
            #expect(allowed.text.contains("Granted by .read in line 3 at /a."), "\(allowed.text)")
        }
    }

    @Test(arguments: [
        (["who": "user"], "Enter the UID"), (["who": "user", "uid": "a", "claims": "[1]"], "Claims must be a JSON object"),
        (["operation": "set", "data": "{"], "JSON"), (["operation": "set"], "Enter the data as JSON"), (["path": "/a.b"], "a.b"),
        (["operation": "update", "data": "3"], "role=\"alert\""),
    ])
    func invalidTrialsAreExplained(_ form: [String: String], _ why: String) async throws {
        try await run { scene in
            let reply = try await scene.send("try", form)
            #expect(reply.status == .badRequest && reply.text.contains(why), "\(reply.text)")
        }
    }

    @Test func rulesOfAFileAreShownAndNotSaved() async throws {
        try await run(rulesFile: "team/database.rules.json") { scene in
            let page = try await scene.page()
            #expect(page.text.contains("team/database.rules.json") && !page.text.contains("/rules/save"))
            let reply = try await scene.send("save", ["text": Self.open], from: page)
            #expect(reply.status == .forbidden && reply.text.contains("managed by the file"), "\(reply.text)")
            #expect(scene.database.rules.text == SecurityRules.ownUsersOnly.text)
        }
    }

    @Test func databasesOfOtherProjectsAreNotHere() async throws {
        try await run { scene in
            let own = console.server.project
            let other = Project(id: "other", displayName: "Other", passwordHashing: own.passwordHashing, createdAt: own.createdAt)
            try await console.server.store.write { try $0.insert(other) }
            #expect(try await scene.browser.open("/console/projects/other/rules").status == .ok)
            #expect(try await scene.browser.open(Self.path + "?db=other").status == .notFound)
            #expect(try await scene.browser.open(Self.path + "?db=unknown").status == .notFound)
            #expect(try await scene.send("save", ["db": "other", "text": Self.open]).status == .notFound)
        }
    }

    @Test func coverageCountsEvaluations() async throws {
        try await run { scene in
            let coverage = Self.path + "/coverage"
            #expect(try await scene.browser.open(coverage).text.contains("not being recorded"))
            #expect(try await scene.send("coverage/start").headers[.location] == coverage + "?db=default")
            #expect(throws: DatabaseError.self) { try scene.database.read(try TreePath("/users/ada"), by: .nobody) }
            _ = try await scene.send("try", ["path": "/users/ada"])
            let page = try await scene.browser.open(coverage)
            #expect(page.text.contains("<bdi>false (1)</bdi>"), "a trial is not counted: \(page.text)")
            #expect(page.text.contains("never</span>"))
            #expect(try await scene.send("coverage/stop").status == .seeOther)
            #expect(try await scene.browser.open(coverage).text.contains("not being recorded"))
        }
    }

    @Test func aConsoleWithoutDatabasesHasNoRules() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            #expect(try await !browser.open("/console/projects/default/users").text.contains("/rules"))
            #expect(try await browser.open(Self.path).status == .notFound)
        }
    }
}
