import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

/// Actions on several accounts of the list at once.
@Suite struct ConsoleSelectionTests {
    private static let list = "/console/projects/default/users"
    private let console: PlayedConsole

    init() async throws { console = try await PlayedConsole() }

    private func accounts() async throws -> [Account] {
        try await console.server.store.read { try $0.accounts(in: Realm(project: .standard), after: nil, limit: 100) }
    }

    private func signUp(_ count: Int, _ caller: TestServer.Caller) async throws -> [String] {
        var uids: [String] = []
        for number in 0..<count {
            let account = try await caller.call("accounts:signUp", ["email": "user\(number)@example.org", "password": "lovelace"])
            uids.append(try #require(account["localId"]))
        }
        return uids
    }

    private func select(
        _ uids: [String], _ action: String, _ more: [(String, String)] = [], by browser: inout Browser
    ) async throws -> Reply {
        let csrf = try field("csrf", of: try await browser.open(Self.list))
        return try await browser.post(Self.list, [("csrf", csrf), ("action", action)] + uids.map { ("uid", $0) } + more)
    }

    @Test func selectedAccountsAreDisabledAndAnUndoEnablesThem() async throws {
        try await console.run { caller in
            let uids = try await signUp(12, caller)
            var browser = try await console.owner(caller)
            let ten = Array(uids.prefix(10))
            _ = try await select([ten[0]], "disable", by: &browser)
            let reply = try await select(ten + [ten[1], "gone"], "disable", [("back", "q=user&evil=1&done=delete")], by: &browser)
            let location = try #require(reply.headers[.location])
            #expect(reply.status == .seeOther && location.hasPrefix(Self.list + "?q=user&done=disable&count=9&left=0&uid="), "\(location)")
            #expect(Set(try await accounts().filter(\.disabled).map(\.id.rawValue)) == Set(ten))
            let page = try await browser.open(location)
            #expect(page.text.contains("9 accounts disabled. Their sessions have ended."))
            #expect(page.text.contains(#"<button name="action" value="enable">Undo</button>"#), "\(page.text)")
            let undoes = page.text.matches(of: /type="hidden" name="uid" value="([^"]*)"/).map { String($0.1) }
            #expect(undoes == Array(ten.dropFirst()), "not the one that was disabled before")
            let undone = try await select(undoes, "enable", by: &browser)
            #expect(undone.headers[.location]?.contains("done=enable&count=9&") == true)
            #expect(try await accounts().filter(\.disabled).map(\.id.rawValue) == [ten[0]])
            #expect(!(try await browser.open(try #require(undone.headers[.location])).text.contains("Undo")))
            let history = try await browser.open(Self.list + "/" + ten[1]).text
            #expect(history.contains("<bdi>Account disabled</bdi>") && history.contains("<bdi>Account enabled</bdi>"), "\(history)")
        }
    }

    /// Another site can link to any URL of the console.
    @Test func aReportThatTheServerDidNotWriteIsNotShown() async throws {
        try await console.run { caller in
            let uids = try await signUp(2, caller)
            var browser = try await console.owner(caller)
            let location = try #require(try await select([uids[0]], "disable", by: &browser).headers[.location])
            for forged in [
                Self.list + "?done=disable&count=1&left=0&uid=" + uids[0], location.replacing(uids[0], with: uids[1]),
                location.replacing("count=1", with: "count=2"), location + "&uid=" + uids[1], location.replacing("mark=", with: "mark=0"),
            ] {
                let page = try await browser.open(forged)
                #expect(page.status == .ok && !page.text.contains("Undo") && !page.text.contains("sessions have ended"), "\(forged)")
            }
            #expect(try await browser.open(location).text.contains("Undo"))
            try await console.make("viewer")
            let page = try await browser.open(location)
            #expect(page.text.contains("1 account disabled.") && !page.text.contains("Undo"), "\(page.text)")
        }
    }

    @Test func deletionIsConfirmedFirst() async throws {
        try await console.run { caller in
            let uids = try await signUp(3, caller)
            var browser = try await console.owner(caller)
            let question = try await select(Array(uids.prefix(2)), "delete", by: &browser)
            #expect(question.status == .ok && question.text.contains("Delete these 2 accounts?"), "\(question.text)")
            #expect(question.text.contains("user0@example.org") && !question.text.contains("user2@example.org"))
            #expect(try await accounts().count == 3)
            let reply = try await select(Array(uids.prefix(2)), "delete", [("confirmed", "yes")], by: &browser)
            #expect(reply.headers[.location]?.hasPrefix(Self.list + "?done=delete&count=2&left=0") == true)
            #expect(try await accounts().map(\.id.rawValue) == [uids[2]])
            let page = try await browser.open(try #require(reply.headers[.location]))
            #expect(page.text.contains("2 accounts deleted.") && !page.text.contains("Undo"), "\(page.text)")
        }
    }

    @Test func sessionsOfSelectedAccountsEnd() async throws {
        try await console.run { caller in
            let account = try await caller.call(
                "accounts:signUp", ["email": "ada@example.org", "password": "lovelace", "returnSecureToken": true])
            var browser = try await console.owner(caller)
            console.server.clock.advance(bySeconds: 2)
            _ = try await select([try #require(account["localId"])], "revoke", by: &browser)
            #expect(try await caller.call("accounts:lookup", ["idToken": try #require(account["idToken"])]).error == "TOKEN_EXPIRED")
        }
    }

    @Test func onlyEditorsSelectAndUnknownActionsAreRefused() async throws {
        try await console.run { caller in
            let uids = try await signUp(1, caller)
            var browser = try await console.owner(caller)
            #expect(try await select(uids, "promote", by: &browser).status == .notFound)
            // What Enter sends from a checkbox without the page's script: the first button of the form.
            let page = try await browser.open(Self.list).text
            let form = try #require(page.components(separatedBy: "<form").last { $0.contains("name=\"uid\"") })
            #expect(form.firstMatch(of: /<button [^>]*value="([^"]*)"/)?.1 == "none")
            #expect(try await select(uids, "none", by: &browser).headers[.location] == Self.list)
            #expect(try await select([], "delete", by: &browser).headers[.location] == Self.list)
            try await console.make("viewer")
            let shown = try await browser.open(Self.list)
            #expect(shown.text.contains("user0@example.org") && !shown.text.contains("name=\"uid\""), "\(shown.text)")
            #expect(try await select(uids, "disable", by: &browser).status == .forbidden)
            #expect(try await accounts().allSatisfy { !$0.disabled })
        }
    }
}
