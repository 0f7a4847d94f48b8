import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

/// Several administrators, and the actions on their own accounts.
@Suite struct AdministratorPageTests {
    private static let path = "/console/administrators"
    private static let account = "/console/account"
    private let console: PlayedConsole

    init() async throws { console = try await PlayedConsole() }

    private func post(_ browser: inout Browser, _ path: String, _ values: [String: String] = [:]) async throws -> Reply {
        let csrf = try field("csrf", of: try await browser.open(Self.account))
        return try await browser.post(path, [("csrf", csrf)] + values.map { ($0.key, $0.value) })
    }

    /// The secret of an owner's invitation link.
    private func invite(_ browser: inout Browser, _ email: String, _ role: String) async throws -> String {
        let page = try await post(&browser, Self.path + "/invite", ["email": email, "role": role])
        #expect(page.status == .ok, "\(page.text)")
        return String(try #require(page.text.firstMatch(of: /https:\/\/auth.example.org\/console\/join#([A-Za-z0-9_-]{43})/)).1)
    }

    private func join(_ browser: inout Browser, _ secret: String, password: String = "another long password") async throws -> Reply {
        let csrf = try field("csrf", of: try await browser.open("/console/join"))
        return try await browser.post("/console/join", [("csrf", csrf), ("secret", secret), ("password", password)])
    }

    private func administrators() async throws -> [Account] {
        try await console.server.store.read { try $0.accounts(in: Realm(project: .console), after: nil, limit: 10) }
    }

    private func uid(_ email: String) async throws -> String {
        try #require(try await administrators().first { $0.email?.text == email }).id.rawValue
    }

    @Test func invitedAdministratorGetsTheOfferedRole() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            let secret = try await invite(&owner, "ada@example.org", "editor")
            var ada = Browser(caller: caller)
            let short = try await join(&ada, secret, password: "elevenchars")
            #expect(
                short.status == .badRequest && short.text.contains("at least 12 char") && !short.text.contains(secret), "\(short.text)")
            #expect(try await join(&ada, secret).headers[.location] == "/console")
            #expect(try await ada.open("/console/projects/default/users").text.contains(">editor<"))
            #expect(try await ada.open(Self.path).status == .forbidden)
            var eve = Browser(caller: caller)
            #expect(try await join(&eve, secret).status == .gone, "it works once")
            let people = try await administrators()
            #expect(people.count == 2)
        }
    }

    @Test func aLinkEndsWithItsHourAndWithTheNextOne() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            let former = try await invite(&owner, "ada@example.org", "owner")
            let secret = try await invite(&owner, "ada@example.org", "viewer")
            var ada = Browser(caller: caller)
            #expect(try await join(&ada, former).status == .gone)
            console.server.clock.advance(bySeconds: 3600)
            #expect(try await join(&ada, secret).status == .gone)
            for wrong in ["", "x", String(repeating: "A", count: 43)] { #expect(try await join(&ada, wrong).status == .gone) }
            let people = try await administrators()
            #expect(people.count == 1)
        }
    }

    @Test func invitationIsValidWhileItsAuthorIsAnOwner() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            var ada = Browser(caller: caller)
            _ = try await join(&ada, try await invite(&owner, "ada@example.org", "owner"))
            let secret = try await invite(&ada, "eve@example.org", "owner")
            let adaID = try await uid("ada@example.org")
            #expect(try await post(&owner, Self.path + "/role", ["uid": adaID, "role": "editor"]).status == .seeOther)
            var eve = Browser(caller: caller)
            #expect(try await join(&eve, secret).status == .gone)
            #expect(try await post(&owner, Self.path + "/remove", ["uid": adaID]).status == .seeOther)
            #expect(try await join(&eve, secret).status == .gone)
            let events = try await console.server.store.read { try $0.events(of: .console, subject: nil, limit: 20) }
            let graceID = try await uid("grace@example.org")
            #expect(events.contains { $0.reason == "invitation as owner" && $0.actor == "console/" + adaID })
            #expect(events.contains { $0.reason == "role editor" && $0.subject == events.first { $0.kind == .delete }?.subject })
            #expect(!events.contains { $0.subject?.rawValue == adaID })
            #expect(events.contains { $0.kind == .signUp && $0.reason == "owner, invited by " + graceID })
            let history = try await owner.open(Self.path + "/history")
            #expect(history.text.contains("<td class=\"actor\"><bdi>grace@example.org</bdi>"), "existing author named: \(history.text)")
            #expect(
                history.text.contains("<bdi>console/\(adaID)</bdi>") && !history.text.contains("ada@example.org"), "deleted author unnamed")
        }
    }

    @Test func invitationIsListedUntilUsedOrWithdrawn() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            let secret = try await invite(&owner, "ada@example.org", "editor")
            _ = try await invite(&owner, "alan@example.org", "viewer")
            let page = try await owner.open(Self.path)
            #expect(page.text.contains("<bdi>ada@example.org</bdi>, editor, expires"))
            #expect(page.text.contains("<bdi>alan@example.org</bdi>, viewer"))
            #expect(try await post(&owner, Self.path + "/withdraw", ["email": "ada@example.org"]).status == .seeOther)
            #expect(try await post(&owner, Self.path + "/withdraw", ["email": "ada@example.org"]).status == .notFound)
            var ada = Browser(caller: caller)
            #expect(try await join(&ada, secret).status == .gone)
            let after = try await owner.open(Self.path)
            #expect(!after.text.contains("ada@example.org") && after.text.contains("alan@example.org"))
            let history = try await owner.open(Self.path + "/history")
            #expect(
                history.text.contains("invitation withdrawn, as editor") && history.text.contains("invitation as viewer"), "\(history.text)"
            )
        }
    }

    @Test func aPasswordLinkSetsThePasswordAndEndsTheSessionsOnce() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            var ada = Browser(caller: caller)
            _ = try await join(&ada, try await invite(&owner, "ada@example.org", "editor"))
            let adaID = try await uid("ada@example.org")
            func recover() async throws -> String {
                let made = try await post(&owner, Self.path + "/recover", ["uid": adaID])
                #expect(made.status == .ok && made.text.contains("It sets a new password"), "\(made.text)")
                return String(try #require(made.text.firstMatch(of: /join\?for=password#([^"&]+)/)).1)
            }
            let (former, secret) = (try await recover(), try await recover())
            #expect(try await ada.open("/console/account").status == .ok, "creating the link changes nothing")
            var other = Browser(caller: caller)
            #expect(try await join(&other, former).status == .gone, "a later link replaces it")
            let set = try await join(&other, secret)
            #expect(set.headers[.location] == "/console/sign-in?done=password", "no session is opened: \(set.text)")
            #expect(try await join(&other, secret).status == .gone, "it works once")
            #expect(try await ada.open("/console/account").headers[.location]?.hasPrefix("/console/sign-in") == true)
            let people = try await administrators()
            #expect(people.count == 2 && people.contains { $0.id.rawValue == adaID && ConsoleRole(of: $0) == .editor })
            let (history, graceID) = (try await owner.open(Self.path + "/history"), try await uid("grace@example.org"))
            #expect(history.text.contains("password link") && history.text.contains("link by " + graceID), "\(history.text)")

            console.server.clock.advance(bySeconds: 1)
            let late = try await recover()
            console.server.clock.advance(bySeconds: 3600)
            #expect(try await join(&other, late).status == .gone, "it ends after an hour")
        }
    }

    @Test func onlyAnOwnerCreatesPasswordLinksForOthers() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            let own = try await post(&owner, Self.path + "/recover", ["uid": try await uid("grace@example.org")])
            #expect(own.status == .badRequest && own.text.contains("Change your own password"), "\(own.text)")
            #expect(try await post(&owner, Self.path + "/recover", ["uid": "unknown"]).status == .notFound)
            var ada = Browser(caller: caller)
            _ = try await join(&ada, try await invite(&owner, "ada@example.org", "owner"))
            let graceID = try await uid("grace@example.org")
            let made = try await post(&ada, Self.path + "/recover", ["uid": graceID])
            let secret = String(try #require(made.text.firstMatch(of: /join\?for=password#([^"&]+)/)).1)
            let adaID = try await uid("ada@example.org")
            #expect(try await post(&owner, Self.path + "/role", ["uid": adaID, "role": "editor"]).status == .seeOther)
            var other = Browser(caller: caller)
            #expect(try await join(&other, secret).status == .gone, "its author is no owner anymore")
            #expect(try await post(&ada, Self.path + "/recover", ["uid": graceID]).status == .forbidden)
        }
    }

    /// The password is hashed between the check of the invitation and its use, which takes long enough to withdraw it.
    @Test func invitationThatIsWithdrawnWhileThePasswordIsHashedIsOver() async throws {
        let store = try InterruptedStore()
        let console = try await PlayedConsole(store: store)
        try await console.run { caller in
            var owner = try await console.owner(caller)
            let secret = try await invite(&owner, "ada@example.org", "owner")
            var ada = Browser(caller: caller)
            let csrf = try field("csrf", of: try await ada.open("/console/join"))
            let (before, ownersCSRF) = (owner, try field("csrf", of: try await owner.open(Self.account)))
            store.beforeNextWrite {
                var owner = before
                let form = [("csrf", ownersCSRF), ("email", "ada@example.org")]
                let withdrawn = try await owner.post(Self.path + "/withdraw", form)
                #expect(withdrawn.status == .seeOther)
            }
            let late = try await ada.post(
                "/console/join", [("csrf", csrf), ("secret", secret), ("password", "another long password")])
            #expect(late.status == .gone && store.isOver, "\(late.text)")
            let people = try await store.read { try $0.accounts(in: Realm(project: .console), after: nil, limit: 9) }
            #expect(people.count == 1)
        }
    }

    /// A store may undo and repeat a transaction; the link works for the whole of it.
    @Test func invitationSurvivesARepeatedTransaction() async throws {
        let console = try await PlayedConsole(store: try RepeatingStore())
        try await console.run { caller in
            var owner = try await console.owner(caller)
            let secret = try await invite(&owner, "ada@example.org", "editor")
            var ada = Browser(caller: caller)
            #expect(try await join(&ada, secret).status == .seeOther)
            var eve = Browser(caller: caller)
            #expect(try await join(&eve, secret).status == .gone)
        }
    }

    @Test func invitationsEndWithTheRoleAndTheSessionsOfTheirAuthor() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            var ada = Browser(caller: caller)
            _ = try await join(&ada, try await invite(&owner, "ada@example.org", "owner"))
            let adaID = try await uid("ada@example.org")
            let first = try await invite(&ada, "eve@example.org", "owner")
            for role in ["viewer", "owner"] {
                #expect(try await post(&owner, Self.path + "/role", ["uid": adaID, "role": role]).status == .seeOther)
                #expect(try await !owner.open(Self.path).text.contains("eve@example.org"))
            }
            var eve = Browser(caller: caller)
            #expect(try await join(&eve, first).status == .gone, "not with the role that came back")
            let second = try await invite(&ada, "eve@example.org", "owner")
            console.server.clock.advance(bySeconds: 2)
            _ = try await post(&ada, Self.account + "/sign-out")
            #expect(try await !owner.open(Self.path).text.contains("eve@example.org"))
            #expect(try await join(&eve, second).status == .gone, "an attacker in her session may have created it")
        }
    }

    @Test func signingInAgainEndsThePreviousSession() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            let former = owner
            #expect(try await console.signIn(&owner).status == .seeOther)
            var stolen = former
            #expect(try await stolen.open(Self.account).headers[.location]?.hasPrefix("/console/sign-in") == true)
            #expect(try await owner.open(Self.account).status == .ok)
        }
    }

    @Test func administratorHistoryRequiresTheOwnerRole() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            let uid = try await uid("grace@example.org")
            #expect(
                try await owner.open(Self.path + "/history?kind=sign_up").text.contains("<bdi title=\"\(uid)\">grace@example.org</bdi>"))
            try await console.make("editor")
            #expect(try await owner.open(Self.path + "/history").status == .forbidden)
        }
    }

    @Test func changingAdministratorsRequiresARecentSignIn() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            console.server.clock.advance(bySeconds: 1800)
            let uid = try await uid("grace@example.org")
            for (path, values) in [
                ("/invite", ["email": "eve@example.org", "role": "owner"]), ("/role", ["uid": uid, "role": "viewer"]),
                ("/remove", ["uid": uid]),
            ] {
                let refused = try await post(&owner, Self.path + path, values)
                #expect(refused.status == .forbidden && refused.text.contains("Please sign in again"), "\(path) \(refused.text)")
            }
            #expect(try await console.signIn(&owner).status == .seeOther)
            #expect(!(try await owner.open(Self.path)).text.contains("eve@example.org"))
            #expect(try await post(&owner, Self.path + "/invite", ["email": "eve@example.org", "role": "viewer"]).status == .ok)
        }
    }

    @Test func onlyOwnersInvite() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            for role in ["viewer", "editor"] {
                try await console.make(role)
                for path in ["/invite", "/role", "/remove"] {
                    let values = ["email": "eve@example.org", "role": "owner", "uid": try await uid("grace@example.org")]
                    #expect(try await post(&owner, Self.path + path, values).status == .forbidden, "\(role) \(path)")
                }
            }
            #expect(try await administrators().compactMap(ConsoleRole.init(of:)) == [.editor])
        }
    }

    @Test func roleChangesApplyImmediatelyAndTheLastOwnerRemains() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            let grace = try await uid("grace@example.org")
            for (path, values) in [("/role", ["uid": grace, "role": "viewer"]), ("/remove", ["uid": grace])] {
                let refused = try await post(&owner, Self.path + path, values)
                #expect(refused.status == .badRequest && refused.text.contains("last owner"), "\(refused.text)")
            }
            var ada = Browser(caller: caller)
            _ = try await join(&ada, try await invite(&owner, "ada@example.org", "viewer"))
            #expect(try await ada.open(Self.path).status == .forbidden)
            let adaID = try await uid("ada@example.org")
            #expect(try await post(&owner, Self.path + "/role", ["uid": adaID, "role": "owner"]).status == .seeOther)
            #expect(try await ada.open(Self.path).status == .ok)
            #expect(try await post(&ada, Self.path + "/remove", ["uid": grace]).status == .seeOther)
            #expect(
                try await owner.open("/console").headers[.location]?.hasPrefix("/console/sign-in") == true, "removal ends sessions")
            let events = try await console.server.store.read { try $0.events(of: .console, subject: nil, limit: 20) }
            #expect(
                events.contains {
                    $0.kind == .delete && $0.subject?.rawValue.hasPrefix("deleted-") == true && $0.actor == "console/" + adaID
                })
            #expect(try await post(&ada, Self.path + "/remove", ["uid": grace]).status == .notFound)
        }
    }

    @Test func changingThePasswordRequiresTheCurrentPassword() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            var elsewhere = Browser(caller: caller)
            _ = try await console.signIn(&elsewhere)
            for (old, new, why) in [
                ("a wrong password", "yet another password", "current password is wrong"), (PlayedConsole.password, "short", "at least 12"),
            ] {
                let refused = try await post(&owner, Self.account + "/password", ["password": old, "new": new])
                #expect(refused.status == .badRequest && refused.text.contains(why), "\(refused.text)")
                #expect(!refused.text.contains(new))
            }
            let changed = try await post(
                &owner, Self.account + "/password", ["password": PlayedConsole.password, "new": "yet another password"])
            #expect(changed.headers[.location] == "/console/sign-in?done=password", "\(changed.text)")
            for var browser in [owner, elsewhere] {
                #expect(
                    try await browser.open("/console").headers[.location]?.hasPrefix("/console/sign-in") == true, "signed out everywhere")
            }
            #expect(try await console.signIn(&owner).status == .badRequest)
            #expect(try await console.signIn(&owner, password: "yet another password").status == .seeOther)
        }
    }

    @Test func signOutEverywhereEndsAllSessions() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            var elsewhere = Browser(caller: caller)
            _ = try await console.signIn(&elsewhere)
            #expect(try await elsewhere.open(Self.account).text.contains(">current<"))
            #expect(try await post(&owner, Self.account + "/sign-out").headers[.location] == "/console/sign-in?done=everywhere")
            for var browser in [owner, elsewhere] {
                #expect(try await browser.open("/console").headers[.location]?.hasPrefix("/console/sign-in") == true)
            }
        }
    }

    /// The seed that the page shows, and the page.
    private func begin(_ browser: inout Browser) async throws -> (seed: [UInt8], page: Reply) {
        let page = try await post(&browser, Self.account + "/totp")
        let text = try #require(page.text.firstMatch(of: /<code>([A-Z2-7 ]+)<\/code>/), "\(page.text)").1.filter { $0 != " " }
        #expect(page.text.contains("otpauth://totp/Latchkey:grace%40example.org?secret=\(text)&amp;issuer=Latchkey"))
        return (Self.bytes(ofBase32: String(text)), page)
    }

    private static func bytes(ofBase32 text: String) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = text.flatMap { letter in
            let value = alphabet.firstIndex(of: letter) ?? 0
            return (0..<5).map { value >> (4 - $0) & 1 }
        }
        return stride(from: 0, to: bits.count - 7, by: 8).map { start in UInt8(bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }) }
    }

    private func code(_ seed: [UInt8]) -> String { TOTP(seed: seed).code(at: TOTP.step(at: console.server.clock.now)) }

    @Test func enrolledSecondFactorIsRequiredAtTheNextSignIn() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            let (seed, page) = try await begin(&owner)
            let info = try field("sessionInfo", of: page)
            let key = try field("key", of: page)
            let wrong = try await post(&owner, Self.account + "/totp/finish", ["sessionInfo": info, "key": key, "code": "000000"])
            #expect(wrong.status == .badRequest && wrong.text.contains("code is wrong"), "\(wrong.text)")
            #expect(try field("key", of: wrong) == key && field("sessionInfo", of: wrong) == info, "the app has this key by now")
            #expect(wrong.text.contains("secret=\(key)&amp;"))
            let done = try await post(&owner, Self.account + "/totp/finish", ["sessionInfo": info, "code": code(seed)])
            #expect(done.status == .ok && done.text.contains("app added"), "\(done.text)")
            let recovery = done.text.matches(of: /<li><code>([0-9A-Z-]+)<\/code>/).map { String($0.1) }
            #expect(recovery.count == 10)
            #expect(try await owner.open(Self.account).status == .ok, "who added it stays signed in")

            // An attacker with only the password.
            var browser = Browser(caller: caller)
            let received = try await console.signIn(&browser)
            #expect(received.text.contains("Second factor"), "\(received.text)")
            #expect(try await browser.open("/console").headers[.location]?.hasPrefix("/console/sign-in") == true)
            func finish(_ code: String) async throws -> Reply {
                let page = try await console.signIn(&browser)
                return try await browser.post(
                    "/console/sign-in/second-factor",
                    [("csrf", try field("csrf", of: page)), ("pending", try field("pending", of: page)), ("code", code)])
            }
            #expect(try await finish("123456").text.contains("The code is wrong"))
            console.server.clock.advance(bySeconds: 60)
            #expect(try await finish(code(seed)).headers[.location] == "/console")
            #expect(try await finish(recovery[0]).headers[.location] == "/console", "a recovery code lets in")
            #expect(try await finish(recovery[0]).status == .badRequest, "once")

            let shown = try await owner.open(Self.account)
            let removed = try await post(&owner, Self.account + "/totp/remove", ["id": try field("id", of: shown)])
            #expect(removed.headers[.location] == Self.account + "?done=removed", "\(removed.text)")
            #expect(try await console.signIn(&browser).headers[.location] == "/console")
        }
    }

    @Test func sensitiveActionsRequireARecentSignIn() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            console.server.clock.advance(bySeconds: 901)
            let refused = try await post(&owner, Self.account + "/totp")
            #expect(refused.status == .badRequest && refused.text.contains("recent sign-in"), "\(refused.text)")
        }
    }

    @Test func newKeySignsImmediatelyAndKeepsSessions() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            let account = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            let before = try #require(account["idToken"])
            func key(_ token: String?) throws -> String {
                let head = try #require(token?.split(separator: ".").first.flatMap { Base64URL.decode(String($0)) })
                return try #require(try JSONDecoder().decode([String: String].self, from: Data(head))["kid"])
            }
            #expect(try await post(&owner, "/console/keys", ["algorithm": "none"]).status == .notFound)
            #expect(try await post(&owner, "/console/keys", ["algorithm": "ES256"]).headers[.location] == "/console/keys?done=rotated")
            let page = try await owner.open("/console/keys?done=rotated")
            #expect(page.text.contains("published until") && page.text.contains("Signing keys rotated"), "\(page.text)")
            let entered = try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": "lovelace"])
            let (old, new) = (try key(before), try key(entered["idToken"]))
            #expect(old != new && page.text.contains(old) && page.text.contains(new))
            #expect(try await caller.call("accounts:lookup", ["idToken": before]).status == .ok)
            try await console.make("editor")
            #expect(try await post(&owner, "/console/keys", ["algorithm": "ES256"]).status == .forbidden)
        }
    }

    @Test func anOwnerMakesAProject() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            let path = "/console/projects"
            for (id, told) in [
                ("Shop", "cannot name a project"), ("accounts", "cannot name a project"), ("default", "There is a project default"),
            ] {
                let refused = try await post(&owner, path, ["id": id, "name": "<b>"])
                #expect(refused.status == .badRequest && refused.text.contains(told), "\(refused.text)")
                #expect(refused.text.contains("value=\"&lt;b&gt;\""), "what was written stays")
            }
            let made = try await post(&owner, path, ["id": "shop-1", "name": "The shop"])
            #expect(made.headers[.location] == "/console/projects/shop-1/methods", "\(made.text)")
            #expect(try await owner.open("/console/projects/shop-1/methods/settings/project").text.contains("The shop"))
            #expect(try await console.server.store.read { try $0.apiKeys(of: "shop-1") }.count == 1)
            try await console.make("editor")
            #expect(try await post(&owner, path, ["id": "shop-2"]).status == .forbidden)
            #expect(try await !owner.open(path).text.contains("Create a project"))
        }
    }
}
