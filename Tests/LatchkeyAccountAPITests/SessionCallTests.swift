import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

/// `accounts/sessions:list`, `:end` and `:endOthers`.
@Suite struct SessionCallTests {
    private static let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"

    private func v2(_ caller: TestServer.Caller, _ name: String, _ body: [String: String?]) async throws -> Reply {
        let text = String(decoding: try JSONSerialization.data(withJSONObject: body.compactMapValues(\.self)), as: UTF8.self)
        return try await caller.post("/v2/accounts/\(name)?key=\(caller.apiKey)", text)
    }

    /// Signs up or in, as Firefox.
    private func signIn(_ caller: TestServer.Caller, _ call: String = "signInWithPassword", as email: String) async throws -> Reply {
        let reply = try await caller.send(
            .post, "/v1/accounts:\(call)?key=\(caller.apiKey)", headers: [.contentType: "application/json", .userAgent: Self.firefox],
            body: #"{"email":"\#(email)","password":"lovelace","returnSecureToken":true}"#)
        #expect(reply.status == .ok, "\(reply.text)")
        return reply
    }

    private func list(_ caller: TestServer.Caller, _ user: Reply) async throws -> [[String: Any]] {
        let reply = try await v2(caller, "sessions:list", ["idToken": user["idToken"]])
        #expect(reply.status == .ok, "\(reply.text)")
        return try #require(reply.json["sessions"] as? [[String: Any]])
    }

    /// Returns the error of a refresh; `nil` if it succeeds.
    private func refresh(_ caller: TestServer.Caller, _ user: Reply) async throws -> String? {
        let body = #"{"grant_type":"refresh_token","refresh_token":"\#(user["refreshToken"] ?? "")"}"#
        return try await caller.post("/v1/token?key=\(caller.apiKey)", body).error
    }

    @Test func listHasTheDeviceAndTheTimesOfEachSession() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let ada = try await signIn(caller, "signUp", as: "ada@example.org")
            _ = try await signIn(caller, "signUp", as: "eve@example.org")
            server.clock.advance(bySeconds: 100)
            let phone = try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": "lovelace"])
            let listed = try await list(caller, ada)
            #expect(listed.map { $0["current"] as? Bool } == [false, true], "the last used first, and no other account's")
            #expect(listed.map { $0["createdAt"] as? String } == ["2027-01-15T08:01:40.000Z", "2027-01-15T08:00:00.000Z"])
            #expect(listed[1]["lastUsedAt"] as? String == "2027-01-15T08:00:00.000Z" && listed[1]["endsAt"] == nil)
            #expect(listed[1]["device"] as? String == "Firefox · Linux" && listed[1]["signInProvider"] as? String == "password")
            #expect(try await list(caller, phone).map { $0["current"] as? Bool } == [true, false])
            for text in [ada["refreshToken"], phone["refreshToken"]] { #expect(!"\(listed)".contains(try #require(text))) }
        }
    }

    @Test func anEndedSessionRefusesItsTokens() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let ada = try await signIn(caller, "signUp", as: "ada@example.org")
            let (lost, kept) = (
                try await signIn(caller, as: "ada@example.org"), try await signIn(caller, as: "ada@example.org")
            )
            let id = try #require(try await list(caller, lost).first { $0["current"] as? Bool == true }?["sessionId"] as? String)
            // The sign-in is too long ago for a change of the password, but not for this.
            server.clock.advance(bySeconds: 1000)
            let ended = try await v2(caller, "sessions:end", ["idToken": ada["idToken"], "sessionId": id])
            #expect(ended.status == .ok && ended.text == "{}", "\(ended.text)")
            #expect(try await refresh(caller, lost) == "TOKEN_EXPIRED")
            #expect(try await caller.call("accounts:lookup", ["idToken": lost["idToken"]]).error == "TOKEN_EXPIRED")
            #expect(try await refresh(caller, kept) == nil)
            let again = try await v2(caller, "sessions:end", ["idToken": ada["idToken"], "sessionId": id])
            #expect(again.status == .ok, "a session that has already ended is ignored")
            let events = try await server.store.read {
                try $0.events(of: .standard, subject: AccountID(rawValue: try #require(ada["localId"])), limit: 9)
            }
            #expect(events.filter { $0.kind == .revoke }.map(\.session?.rawValue) == [id], "one event, for the session that ended")
        }
    }

    @Test func withoutAnIDTheOwnSessionEnds() async throws {
        try await TestServer().run { caller in
            let (ada, other) = (
                try await signIn(caller, "signUp", as: "ada@example.org"), try await signIn(caller, as: "ada@example.org")
            )
            for body in [["idToken": ada["idToken"]], ["idToken": ada["idToken"], "sessionId": ""]] {
                let reply = try await v2(caller, "sessions:end", body)
                #expect(reply.status == .ok || reply.error == "TOKEN_EXPIRED", "\(reply.text)")
            }
            #expect(try await refresh(caller, ada) == "TOKEN_EXPIRED")
            #expect(try await list(caller, other).count == 1)
        }
    }

    @Test func allOtherSessionsEnd() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let ada = try await signIn(caller, "signUp", as: "ada@example.org")
            let others = [try await signIn(caller, as: "ada@example.org"), try await signIn(caller, as: "ada@example.org")]
            let eve = try await signIn(caller, "signUp", as: "eve@example.org")
            #expect(try await v2(caller, "sessions:endOthers", ["idToken": ada["idToken"]]).status == .ok)
            for other in others { #expect(try await refresh(caller, other) == "TOKEN_EXPIRED") }
            #expect(try await refresh(caller, ada) == nil)
            #expect(try await refresh(caller, eve) == nil)
            #expect(try await v2(caller, "sessions:endOthers", ["idToken": ada["idToken"]]).status == .ok)
            let events = try await server.store.read {
                try $0.events(of: .standard, subject: AccountID(rawValue: try #require(ada["localId"])), limit: 20)
            }
            #expect(events.filter { $0.kind == .revoke }.count == 1, "no event if no session ended")
        }
    }

    @Test func sessionOfAnotherAccountIsNotEnded() async throws {
        try await TestServer().run { caller in
            let (ada, eve) = (
                try await signIn(caller, "signUp", as: "ada@example.org"), try await signIn(caller, "signUp", as: "eve@example.org")
            )
            let id = try #require(try await list(caller, ada).first?["sessionId"] as? String)
            let reply = try await v2(caller, "sessions:end", ["idToken": eve["idToken"], "sessionId": id])
            #expect(reply.status == .ok && reply.text == "{}", "as for an ID that does not exist")
            #expect(try await refresh(caller, ada) == nil)
            #expect(try await refresh(caller, eve) == nil)
        }
    }

    /// The ID is shown to users and administrators, and is a claim of ID tokens.
    @Test func theIDOfASessionIsNoToken() async throws {
        try await TestServer().run { caller in
            let ada = try await signIn(caller, "signUp", as: "ada@example.org")
            let id = try #require(try await list(caller, ada).first?["sessionId"] as? String)
            let body = #"{"grant_type":"refresh_token","refresh_token":"\#(id)"}"#
            #expect(try await caller.post("/v1/token?key=\(caller.apiKey)", body).error == "INVALID_REFRESH_TOKEN")
            for name in ["sessions:list", "sessions:end", "sessions:endOthers"] {
                #expect(try await v2(caller, name, ["idToken": id]).error == "INVALID_ID_TOKEN")
            }
        }
    }

    @Test func aListHasALimit() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let ada = try await signIn(caller, "signUp", as: "ada@example.org")
            let id = AccountID(rawValue: try #require(ada["localId"]))
            let instant = server.clock.now
            try await server.store.write { transaction in
                for index in 0..<150 {
                    try transaction.insert(
                        Session(
                            id: SessionID(rawValue: "s\(index)"), account: id, realm: Realm(project: .standard),
                            refreshToken: .init(of: "\(index)"), createdAt: instant, method: .password))
                }
            }
            let reply = try await v2(caller, "sessions:list", ["idToken": ada["idToken"]])
            #expect((reply.json["sessions"] as? [Any])?.count == 100 && reply.json["sessionCount"] as? Int == 151)
        }
    }

    @Test(arguments: ["sessions:list", "sessions:end", "sessions:endOthers"])
    func anIncompleteRequestIsRefused(_ name: String) async throws {
        try await TestServer().run { caller in
            #expect(try await v2(caller, name, [:]).error == "MISSING_ID_TOKEN")
            #expect(try await v2(caller, name, ["idToken": "x"]).error == "INVALID_ID_TOKEN")
            let sent = try await caller.post("/v2/accounts/\(name)?key=\(caller.apiKey)", #"{"idToken":{}}"#)
            #expect(sent.status == .badRequest && sent.error == "Invalid JSON payload received. /idToken must be a string.")
        }
    }
}
