import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

@Suite struct EventListTests {
    private func run(_ body: @escaping @Sendable (TestServer, Administering) async throws -> Void) async throws {
        let server = try await TestServer()
        try await server.run { caller in try await body(server, try await Administering(server, caller)) }
    }

    private static func events(_ reply: Reply) -> [[String: String]] {
        #expect(reply.status == .ok, "\(reply.text)")
        return (reply.json["events"] as? [[String: Any]] ?? []).map { $0.compactMapValues { $0 as? String } }
    }

    @Test func listsEventsNewestFirst() async throws {
        try await run { server, admin in
            let ada = try await admin.caller.signUp("ada@example.org")
            server.clock.advance(bySeconds: 60)
            _ = try await admin.caller.signIn("ada@example.org", "wrong")
            server.clock.advance(bySeconds: 60)
            _ = try await admin.caller.signIn("ada@example.org")
            _ = try await admin.caller.signUp("bob@example.org")
            let uid = try #require(ada["localId"])
            let expected: [(String, [String])] = [
                ("", ["sign_up", "sign_in", "sign_in", "sign_up"]), ("?localId=\(uid)", ["sign_in", "sign_in", "sign_up"]),
                ("?type=sign_in&outcome=refused", ["sign_in"]), ("?local_id=\(uid)&type=sign_up", ["sign_up"]),
                ("?since=2027-01-15T08:02:00Z", ["sign_up", "sign_in"]),
                ("?since=2027-01-15T08:01:00.000Z", ["sign_up", "sign_in", "sign_in"]), ("?type=delete", []),
            ]
            for (query, types) in expected {
                let reply = try await admin.send(.get, "/events" + query)
                #expect(Self.events(reply).compactMap { $0["type"] } == types, "\(query)")
            }
            let refused = try #require(Self.events(try await admin.send(.get, "/events?outcome=refused")).first)
            #expect(refused["reason"] == "INVALID_LOGIN_CREDENTIALS" && refused["localId"] == uid && refused["method"] == "password")
            #expect(refused["time"] == "2027-01-15T08:01:00.000Z" && refused["sessionId"] == nil)
        }
    }

    @Test func pagesFollowEachOther() async throws {
        try await run { _, admin in
            for number in 0..<5 { _ = try await admin.caller.signUp("p\(number)@example.org") }
            var query = "/events?pageSize=2"
            var pages: [[String]] = []
            for _ in 0..<9 {
                let reply = try await admin.send(.get, query)
                pages.append(Self.events(reply).compactMap { $0["localId"] })
                guard let token = reply["nextPageToken"] else { break }
                query = "/events?pageSize=2&pageToken=" + token
            }
            #expect(pages.map(\.count) == [2, 2, 1] && Set(pages.joined()).count == 5)
        }
    }

    @Test(arguments: [
        ("?pageSize=0", "INVALID_PAGE_SELECTION"), ("?pageSize=1001", "INVALID_PAGE_SELECTION"),
        ("?pageToken=yesterday", "INVALID_PAGE_SELECTION"), ("?since=yesterday", "INVALID_ARGUMENT"),
        ("?outcome=maybe", "INVALID_ARGUMENT"), ("?type=signin", "INVALID_ARGUMENT"),
    ])
    func invalidQueriesAreRejected(_ query: String, _ error: String) async throws {
        try await run { _, admin in
            let reply = try await admin.send(.get, "/events" + query)
            #expect(reply.error == error, "\(reply.text)")
        }
    }

    @Test func unknownTypeErrorListsTheKnownTypes() async throws {
        try await run { _, admin in
            let reply = try await admin.send(.get, "/events?type=signin")
            #expect(reply.text.contains("type is one of sign_up, sign_in, "), "\(reply.text)")
        }
    }

    @Test func onlyAdministratorsOfTheProjectReadIt() async throws {
        try await run { _, admin in
            let withKey = try await admin.caller.send(.get, "/v1/projects/default/events?key=\(admin.caller.apiKey)")
            let foreign = try await admin.send(.get, "/events", project: "other")
            #expect(withKey.status == .unauthorized && foreign.status == .forbidden)
        }
    }

    // MARK: Actions that had to wait

    @Test func theFirstRefusalOfAActionIsWrittenDown() async throws {
        let server = try await TestServer(ProjectSettings(phoneSignIn: true))
        try await server.run { caller in
            let admin = try await Administering(server, caller)
            for _ in 0..<8 { _ = try await caller.call("accounts:sendVerificationCode", ["phoneNumber": "+4915112345678"]) }
            let messages = Self.events(try await admin.send(.get, "/events?outcome=refused&type=send_code"))
            #expect(messages.count == 1 && messages.first?["method"] == "phone")
            _ = try await caller.signUp("p0@example.org")
            for _ in 0..<8 { try await caller.send("PASSWORD_RESET", "p0@example.org") }
            let mails = Self.events(try await admin.send(.get, "/events?outcome=refused&type=send_code"))
            #expect(mails.count == 2 && mails.first?["reason"] == "RESET_PASSWORD_EXCEED_LIMIT")
        }
    }

    @Test func oneNetworkThatMakesManyAccountsIsWrittenDownOnce() async throws {
        let server = try await TestServer(ProjectSettings(anonymousSignIn: true, signUpsPerHour: 2))
        let clock = server.clock
        let signUp = SignUp(
            store: server.store,
            sessions: Sessions(
                store: server.store, authority: server.authority, throttle: Throttle(now: { clock.now }), now: { clock.now }),
            passwords: PasswordVault(pool: HashingPool(width: 2), sealer: server.sealer),
            codes: CodeIssuer(outbox: Outbox(sealer: server.sealer)) { _ in "" }, now: { clock.now })
        func make(_ count: Int) async throws -> Int {
            for _ in 0..<count {
                _ = try? await signUp.anonymously(
                    LatchkeyIdentity.Caller(project: server.project, client: ClientDescription(address: "192.0.2.7")))
            }
            let filter = EventFilter(project: server.project.id, kind: .signUp, outcome: .refused)
            let refusals = try await server.store.read { try $0.events(filter, limit: 9) }
            #expect(refusals.allSatisfy { $0.event.reason == "TOO_MANY_ATTEMPTS_TRY_LATER" && $0.event.address == "192.0.2.7" })
            return refusals.count
        }
        #expect(try await make(2) == 0)
        #expect(try await make(4) == 1)
        // After one more action is admitted, the next refusal gets a line again.
        clock.advance(bySeconds: 1800)
        #expect(try await make(1) == 1)
        #expect(try await make(4) == 2)
    }
}
