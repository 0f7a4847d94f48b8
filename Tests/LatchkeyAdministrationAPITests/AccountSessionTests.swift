import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

/// `accounts/sessions:list` and `:end` of administrators.
@Suite struct AccountSessionTests {
    private func send(_ admin: Administering, _ name: String, _ body: [String: String]) async throws -> Reply {
        try await admin.send(.post, "/accounts/sessions:\(name)", body, version: "v2")
    }

    private func signUp(_ caller: TestServer.Caller, _ email: String) async throws -> Reply {
        try await caller.call("accounts:signUp", ["email": email, "password": "lovelace", "returnSecureToken": true])
    }

    private func refresh(_ caller: TestServer.Caller, _ user: Reply) async throws -> String? {
        let body = #"{"grant_type":"refresh_token","refresh_token":"\#(user["refreshToken"] ?? "")"}"#
        return try await caller.post("/v1/token?key=\(caller.apiKey)", body).error
    }

    @Test func sessionOfAUserIsListedAndEnded() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let admin = try await Administering(server, caller)
            let ada = try await signUp(caller, "ada@example.org")
            let other = try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": "lovelace"])
            let uid = try #require(ada["localId"])
            let listed = try await send(admin, "list", ["localId": uid])
            let sessions = try #require(listed.json["sessions"] as? [[String: Any]], "\(listed.text)")
            #expect(sessions.count == 2 && sessions.allSatisfy { $0["current"] == nil && $0["signInProvider"] as? String == "password" })
            for user in [ada, other] { #expect(!listed.text.contains(try #require(user["refreshToken"]))) }

            let id = try #require(sessions.last?["sessionId"] as? String)
            let ended = try await send(admin, "end", ["localId": uid, "sessionId": id])
            #expect(ended.status == .ok && ended.text == "{}", "\(ended.text)")
            let refusals = [try await refresh(caller, ada), try await refresh(caller, other)]
            #expect(refusals.compactMap(\.self) == ["TOKEN_EXPIRED"], "one of the two")
            #expect(try await send(admin, "end", ["localId": uid, "sessionId": id]).status == .ok, "it has already ended")
            let events = try await server.store.read { try $0.events(of: .standard, subject: AccountID(rawValue: uid), limit: 9) }
            let revocations = events.filter { $0.kind == .revoke }
            #expect(revocations.map(\.session?.rawValue) == [id] && revocations.map(\.actor) == [Administering.actor])
        }
    }

    @Test func sessionOfAnotherAccountIsNotEnded() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let admin = try await Administering(server, caller)
            let (ada, eve) = (try await signUp(caller, "ada@example.org"), try await signUp(caller, "eve@example.org"))
            let listed = try await send(admin, "list", ["localId": try #require(eve["localId"])])
            let id = try #require((listed.json["sessions"] as? [[String: Any]])?.first?["sessionId"] as? String)
            _ = try await send(admin, "end", ["localId": try #require(ada["localId"]), "sessionId": id])
            #expect(try await refresh(caller, eve) == nil)
        }
    }

    @Test func disabledAccountHasNoSessions() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let admin = try await Administering(server, caller)
            let uid = try #require(try await signUp(caller, "ada@example.org")["localId"])
            _ = try await admin.call("accounts:update", ["localId": uid, "disableUser": true])
            let listed = try await send(admin, "list", ["localId": uid])
            #expect(listed.json["sessionCount"] as? Int == 0, "\(listed.text)")
        }
    }

    @Test(arguments: [
        ("list", [:] as [String: String], "MISSING_LOCAL_ID"), ("list", ["localId": "nobody"], "USER_NOT_FOUND"),
        ("end", ["sessionId": "x"], "MISSING_LOCAL_ID"), ("end", ["localId": "nobody"], "MISSING_SESSION_ID"),
        ("end", ["localId": "nobody", "sessionId": "x"], "USER_NOT_FOUND"),
    ])
    func incompleteRequestIsRefused(_ name: String, _ body: [String: String], _ code: String) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let reply = try await send(try await Administering(server, caller), name, body)
            #expect(reply.status == .badRequest && reply.error == code, "\(reply.text)")
            #expect(code != "MISSING_SESSION_ID" || reply.text.contains("accounts/sessions:list"), "\(reply.text)")
        }
    }

    @Test func userIsNoAdministrator() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let ada = try await signUp(caller, "ada@example.org")
            let reply = try await caller.administer(
                .post, "/v2/projects/default/accounts/sessions:list", ["localId": ada["localId"]], token: ada["idToken"])
            #expect(reply.status == .unauthorized, "\(reply.text)")
        }
    }
}
