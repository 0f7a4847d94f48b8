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
            let reply = try await select(ten, "disable", [("back", "q=user&evil=1&done=delete")], by: &browser)
            let location = try #require(reply.headers[.location])
            #expect(reply.status == .seeOther && location.hasPrefix(Self.list + "?q=user&done=disable&count=10&uid="), "\(location)")
            #expect(Set(try await accounts().filter(\.disabled).map(\.id.rawValue)) == Set(ten))
            let page = try await browser.open(location)
            #expect(page.text.contains("10 accounts disabled. Their sessions have ended."))
            #expect(page.text.contains(#"<button name="action" value="enable">Undo</button>"#), "\(page.text)")
            // As the undo's form sends it, with an account that does not exist any more and one that is named twice.
            let undone = try await select(ten + [ten[0], "gone"], "enable", by: &browser)
            #expect(undone.headers[.location]?.contains("done=enable&count=10&") == true)
            #expect(try await accounts().allSatisfy { !$0.disabled })
            let history = try await browser.open(Self.list + "/" + ten[0]).text
            #expect(history.contains("allowed: <bdi>disabled</bdi>") && history.contains("allowed: <bdi>enabled</bdi>"), "\(history)")
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
            #expect(reply.headers[.location]?.hasPrefix(Self.list + "?done=delete&count=2") == true)
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
            #expect(try await select([], "delete", by: &browser).headers[.location] == Self.list)
            try await console.make("viewer")
            let page = try await browser.open(Self.list)
            #expect(page.text.contains("user0@example.org") && !page.text.contains("name=\"uid\""), "\(page.text)")
            #expect(try await select(uids, "disable", by: &browser).status == .forbidden)
            #expect(try await accounts().allSatisfy { !$0.disabled })
        }
    }
}
