import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

/// An administrator's actions on accounts.
@Suite struct ConsoleUserTests {
    private let console: PlayedConsole

    init() async throws { console = try await PlayedConsole() }

    /// An account with a session, and an owner at its page.
    private struct Scene {
        var browser: Browser
        let caller: TestServer.Caller
        let uid: String
        let idToken: String

        var path: String { "/console/projects/default/users/" + uid }
        mutating func page() async throws -> Reply { try await browser.open(path) }

        /// Submits a form of the current page, with some of its fields changed.
        mutating func send(_ action: String, _ changes: [String: String?] = [:], from page: Reply? = nil) async throws -> Reply {
            let shown: Reply
            if let page { shown = page } else { shown = try await self.page() }
            var form = ["csrf": try field("csrf", of: shown)]
            if action == "edit" {
                for name in ["seen", "displayName", "email", "phoneNumber"] { form[name] = try field(name, of: shown) }
            }
            for (name, value) in changes { form[name] = value }
            return try await browser.post("\(path)/\(action)", form.map { ($0.key, $0.value) })
        }

        func isSignedIn() async throws -> Bool { try await caller.call("accounts:lookup", ["idToken": idToken]).status == .ok }
    }

    private func run(_ body: @escaping @Sendable (inout Scene) async throws -> Void) async throws {
        try await console.run { caller in
            let account = try await caller.call(
                "accounts:signUp", ["email": "ada@example.org", "password": "lovelace", "returnSecureToken": true])
            let browser = try await console.owner(caller)
            var scene = Scene(
                browser: browser, caller: caller, uid: try #require(account["localId"]), idToken: try #require(account["idToken"]))
            try await body(&scene)
        }
    }

    private func account(_ uid: String) async throws -> Account? {
        try await console.server.store.read { try $0.account(AccountID(rawValue: uid), in: Realm(project: .standard)) }
    }

    @Test func anAddressThatMixesScriptsIsMarkedAndRecorded() async throws {
        try await run { scene in
            #expect(!(try await scene.page().text.contains("<dt>Warning</dt>")))
            let saved = try await scene.send("edit", ["email": "\u{430}da@example.org"])
            #expect(saved.status == .seeOther)
            let page = try await scene.page().text
            #expect(page.contains("The e-mail address mixes letters of Cyrillic and Latin, so it may look like another address."))
            #expect(page.contains("mixed_scripts"))
        }
    }

    @Test func editsAreSavedAndRecorded() async throws {
        try await run { scene in
            let saved = try await scene.send(
                "edit", ["displayName": "Ada <L>", "emailVerified": "yes", "phoneNumber": "+15555550100", "claims": #"{"admin":true}"#])
            #expect(saved.status == .seeOther && saved.headers[.location] == scene.path + "?done=saved", "\(saved.text)")
            let account = try #require(try await account(scene.uid))
            #expect(account.displayName == "Ada <L>" && account.emailVerified && account.phoneNumber == "+15555550100")
            #expect(account.customClaims == #"{"admin":true}"#)
            let page = try await scene.browser.open(scene.path + "?done=saved")
            #expect(page.text.contains("Saved.") && page.text.contains("Ada &lt;L&gt;"))
            #expect(page.text.contains("<bdi>grace@example.org</bdi>"), "the history shows the author: \(page.text)")
            let emptied = try await scene.send("edit", ["displayName": "", "phoneNumber": "", "claims": ""])
            #expect(emptied.status == .seeOther, "\(emptied.text)")
            let now = try #require(try await self.account(scene.uid))
            #expect(now.displayName == nil && now.phoneNumber == nil && (now.customClaims ?? "").isEmpty && !now.emailVerified)
        }
    }

    @Test func historyListsTheActions() async throws {
        try await run { scene in
            _ = try await scene.send("edit", ["displayName": "Ada", "claims": #"{"admin":true}"#])
            for action in ["disable", "enable", "revoke"] { #expect(try await scene.send(action).status == .seeOther) }
            let page = try await scene.page()
            for told in ["Account changed: name, claims", "Account disabled", "Account enabled", "Signed out everywhere"] {
                #expect(page.text.contains("<bdi>\(told)</bdi> <span class=\"told\"><code>update</code>"), "\(told): \(page.text)")
            }
        }
    }

    @Test func aUserIsMadeAndSignsIn() async throws {
        try await run { scene in
            let list = "/console/projects/default/users"
            let empty = try await scene.browser.open("/console/projects/default/new-user")
            #expect(empty.status == .ok && empty.text.contains("action=\"\(list)\""))
            let csrf = try field("csrf", of: empty)
            for (values, told) in [
                ([:], "required to sign in"), (["email": "ada@example.org"], "Another account has"), (["email": "nobody"], "no"),
                (["password": "secret1"], "e-mail"),
                (["email": "new@example.org", "password": "short"], "6 characters"), (["phoneNumber": "5"], "phone number"),
            ] {
                let refused = try await scene.browser.post(
                    list, [("csrf", csrf), ("displayName", "\"<b>")] + values.map { ($0.key, $0.value) })
                #expect(refused.status == .badRequest && refused.text.contains(told), "\(values) \(refused.text)")
                #expect(refused.text.contains("value=\"&quot;&lt;b&gt;\"") && !refused.text.contains("value=\"short\""))
            }
            let made = try await scene.browser.post(
                list, [("csrf", csrf), ("email", "new@example.org"), ("password", "secret1"), ("displayName", "New")])
            let location = try #require(made.headers[.location])
            #expect(made.status == .seeOther && location.hasSuffix("?done=created"), "\(made.text)")
            let page = try await scene.browser.open(location)
            #expect(page.text.contains("Account created.") && page.text.contains("new@example.org"))
            let entered = try await scene.caller.call("accounts:signInWithPassword", ["email": "new@example.org", "password": "secret1"])
            #expect(entered.status == .ok && entered["displayName"] == "New", "\(entered.text)")
        }
    }

    @Test func passwordResetIsSentByEmail() async throws {
        try await run { scene in
            let sent = try await scene.send("reset")
            #expect(sent.headers[.location] == scene.path + "?done=reset", "\(sent.text)")
            let mail = try await console.server.lastMail()
            #expect(mail.kind == .passwordReset && mail.recipient == "ada@example.org")
            let reset = ["oobCode": mail.code, "newPassword": "another1"]
            #expect(try await scene.caller.call("accounts:resetPassword", reset).status == .ok, "the link works")
            #expect(try await scene.send("disable").status == .seeOther)
            let refused = try await scene.send("reset")
            #expect(refused.status == .badRequest && refused.text.contains("disabled"), "\(refused.text)")
        }
    }

    @Test func manualResetMailsAreRateLimited() async throws {
        try await run { scene in
            for _ in 0..<5 { #expect(try await scene.send("reset").status == .seeOther) }
            let refused = try await scene.send("reset")
            #expect(refused.status == .badRequest && refused.text.contains("Try again in 12 minutes."), "\(refused.text)")
            console.server.clock.advance(bySeconds: 720)
            #expect(try await scene.send("reset").status == .seeOther)
        }
    }

    /// Browsers send every line break as CR LF, and none in a single-line field.
    @Test func unchangedFieldsKeepTheirLineBreaks() async throws {
        try await run { scene in
            let uid = AccountID(rawValue: scene.uid)
            let claims = "{\n  \"admin\": true\r\n}"
            try await console.server.store.write { transaction in
                var account = try #require(try transaction.account(uid, in: Realm(project: .standard)))
                (account.displayName, account.customClaims) = ("Ada\nLovelace", claims)
                try transaction.update(account)
            }
            let page = try await scene.page()
            let sent: [String: String?] = [
                "displayName": "AdaLovelace", "claims": "{\r\n  \"admin\": true\r\n}", "phoneNumber": "+15555550100",
            ]
            #expect(try await scene.send("edit", sent, from: page).status == .seeOther)
            let account = try #require(try await account(scene.uid))
            #expect(account.displayName == "Ada\nLovelace" && account.customClaims == claims && account.phoneNumber == "+15555550100")
        }
    }

    @Test func verifiedFlagDoesNotApplyToANewAddress() async throws {
        try await run { scene in
            #expect(try await scene.send("edit", ["emailVerified": "yes"]).status == .seeOther)
            #expect(try await scene.send("edit", ["emailVerified": "yes", "email": "countess@example.org"]).status == .seeOther)
            let changed = try #require(try await account(scene.uid))
            #expect(changed.email?.text == "countess@example.org" && !changed.emailVerified)
            #expect(try await scene.send("edit", ["emailVerified": "yes"]).status == .seeOther)
            #expect(try await account(scene.uid)?.emailVerified == true)
        }
    }

    @Test func conflictingEditIsReportedAndKeepsTheForm() async throws {
        try await run { scene in
            let former = try await scene.page()
            #expect(try await scene.send("edit", ["displayName": "First"]).status == .seeOther)
            let second = try await scene.send("edit", ["displayName": "Second"], from: former)
            #expect(second.status == .badRequest && second.text.contains("Another administrator changed"), "\(second.text)")
            #expect(try field("displayName", of: second) == "Second", "what was written is there still")
            #expect(try await account(scene.uid)?.displayName == "First")
            #expect(try await scene.send("edit", ["displayName": "Second"], from: second).status == .seeOther)
            #expect(try await account(scene.uid)?.displayName == "Second")
        }
    }

    @Test(arguments: [
        ("email", "ada@@example", "not an e-mail address"), ("email", "bob@example.org", "Another account"),
        ("phoneNumber", "0555", "start with +"), ("claims", "[1]", "JSON object"), ("claims", #"{"sub":"x"}"#, "reserved for tokens"),
        ("claims", #"{"a":""# + String(repeating: "x", count: 1000) + #""}"#, "1000 characters"),
    ])
    func invalidEditsAreExplainedAndTheFormIsKept(_ name: String, _ value: String, _ why: String) async throws {
        try await run { scene in
            _ = try await scene.caller.call("accounts:signUp", ["email": "bob@example.org", "password": "lovelace"])
            let reply = try await scene.send("edit", [name: value, "displayName": "Kept"])
            #expect(reply.status == .badRequest && reply.text.contains(why), "\(reply.text)")
            #expect(try field("displayName", of: reply) == "Kept")
            #expect(try await account(scene.uid)?.displayName == nil)
        }
    }

    @Test func aDisabledAccountIsClosedUntilItIsEnabled() async throws {
        try await run { scene in
            _ = try await scene.page()
            #expect(try await scene.isSignedIn())
            #expect(try await scene.send("disable").headers[.location] == scene.path + "?done=disabled")
            #expect(try await !scene.isSignedIn())
            let credentials = ["email": "ada@example.org", "password": "lovelace"]
            #expect(try await scene.caller.call("accounts:signInWithPassword", credentials).error == "USER_DISABLED")
            #expect(try await scene.page().text.contains("disabled</span>"))
            #expect(try await scene.send("enable").status == .seeOther)
            #expect(try await scene.caller.call("accounts:signInWithPassword", credentials).status == .ok)
        }
    }

    @Test func disablingOffersAnUndoAndEnablingNone() async throws {
        try await run { scene in
            let path = try #require(try await scene.send("disable").headers[.location])
            let page = try await scene.browser.open(path)
            #expect(page.text.contains("<form method=\"post\" action=\"\(scene.path)/enable\" class=\"toast"), "\(page.text)")
            let enabled = try #require(try await scene.send("enable").headers[.location])
            #expect(!(try await scene.browser.open(enabled).text.contains("Undo")))
            try await console.change { $0.customClaims = #"{"role":"viewer"}"# }
            let seen = try await scene.browser.open(path)
            #expect(seen.text.contains("Account disabled.") && !seen.text.contains("Undo"), "\(seen.text)")
        }
    }

    @Test func sessionsAreNamedByTheirDevicesAndMethodsAreListed() async throws {
        try await run { scene in
            let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
            let entered = try await scene.caller.send(
                .post, "/v1/accounts:signInWithPassword?key=\(scene.caller.apiKey)",
                headers: [.contentType: "application/json", .userAgent: agent],
                body: #"{"email":"ada@example.org","password":"lovelace","returnSecureToken":true}"#)
            #expect(entered.status == .ok)
            let page = try await scene.page().text
            #expect(page.contains("title=\"\(agent)\"><bdi>Firefox · Linux</bdi>"), "\(page)")
            #expect(page.contains(#"<th scope="row">Password</th><td><bdi>ada@example.org</bdi></td>"#), "\(page)")
        }
    }

    @Test func revokingEndsAllSessions() async throws {
        try await run { scene in
            _ = try await scene.page()
            console.server.clock.advance(bySeconds: 2)
            #expect(try await scene.send("revoke").status == .seeOther)
            #expect(try await !scene.isSignedIn())
            #expect(try await scene.page().text.contains("No active sessions."))
        }
    }

    @Test func deletingRequiresTheUID() async throws {
        try await run { scene in
            for wrong in ["", "ada@example.org"] {
                let reply = try await scene.send("delete", ["confirm": wrong])
                #expect(reply.status == .badRequest && reply.text.contains("enter its UID"), "\(reply.text)")
            }
            #expect(try await account(scene.uid) != nil)
            let former = try await scene.page()
            #expect(try await scene.send("delete", ["confirm": scene.uid]).headers[.location] == "/console/projects/default/users")
            #expect(try await account(scene.uid) == nil)
            #expect(try await scene.page().status == .notFound)
            #expect(try await scene.send("disable", from: former).status == .notFound)
        }
    }

    @Test func viewersCannotChangeAccounts() async throws {
        try await run { scene in
            let former = try await scene.page()
            try await console.change { $0.customClaims = #"{"role":"viewer"}"# }
            let page = try await scene.page()
            #expect(page.status == .ok && !page.text.contains("name=\"seen\"") && !page.text.contains("/delete"))
            for action in ["edit", "disable", "enable", "revoke", "delete"] {
                let reply = try await scene.send(action, ["confirm": scene.uid], from: former)
                #expect(reply.status == .forbidden && reply.text.contains("requires the editor role"), "\(action)")
            }
            #expect(try await account(scene.uid)?.disabled == false)
            #expect(try await scene.isSignedIn())
        }
    }

    @Test func formsOfOtherSitesAreRejected() async throws {
        try await run { scene in
            _ = try await scene.page()
            for action in ["edit", "disable", "revoke", "delete"] {
                #expect(try await scene.browser.post("\(scene.path)/\(action)", [("confirm", scene.uid)]).status == .forbidden, "\(action)")
            }
            #expect(try await scene.isSignedIn())
        }
    }
}
