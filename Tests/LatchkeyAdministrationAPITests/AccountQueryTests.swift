import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

@Suite struct AccountQueryTests {
    /// Runs a test with four accounts that each order sorts differently.
    private func run(_ body: @escaping @Sendable (TestServer, Administering) async throws -> Void) async throws {
        let server = try await TestServer()
        let realm = Realm(project: server.project.id)
        let start = server.clock.now
        let rows: [(AccountID, String?, String?, Double, Double)] = [
            ("a", nil, "Zoe", 3, 1), ("b", "m@example.org", nil, 1, 4), ("c", "k@example.org", "Ada", 2, 2),
            ("d", "z@example.org", "Ada", 2, 3),
        ]
        let accounts = rows.map { (id, email, name, created, signedIn) -> Account in
            var account = Account(
                id: id, realm: realm, email: email.flatMap { EmailAddress($0) }, displayName: name,
                createdAt: start.addingTimeInterval(created))
            if id == "a" { account.phoneNumber = "+4915112345678" }
            account.lastSignInAt = start.addingTimeInterval(signedIn)
            return account
        }
        try await server.store.write { transaction in
            for account in accounts { try transaction.insert(account) }
        }
        try await server.run { caller in try await body(server, try await Administering(server, caller)) }
    }

    private static func uids(_ reply: Reply) -> String {
        (reply.json["userInfo"] as? [[String: Any]] ?? []).compactMap { $0["localId"] as? String }.joined()
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: [String: any Sendable]
        let uids: String
    }

    @Test(arguments: [
        Row(testDescription: "nothing asked: by uid", body: [:], uids: "abcd"),
        Row(testDescription: "by uid, downwards", body: ["sortBy": "USER_ID", "order": "DESC"], uids: "dcba"),
        Row(testDescription: "by name", body: ["sortBy": "NAME"], uids: "bcda"),
        Row(testDescription: "by date of creation", body: ["sortBy": "CREATED_AT"], uids: "bcda"),
        Row(testDescription: "by the last sign-in", body: ["sortBy": "LAST_LOGIN_AT"], uids: "acdb"),
        Row(testDescription: "by address, downwards", body: ["sortBy": "USER_EMAIL", "order": "DESC"], uids: "dbca"),
        Row(testDescription: "enumerations by number", body: ["sortBy": 3, "order": 2], uids: "adcb"),
        Row(testDescription: "a part", body: ["offset": "1", "limit": 2], uids: "bc"),
        Row(testDescription: "behind the end", body: ["offset": 9], uids: ""),
        Row(testDescription: "snake case", body: ["sort_by": "NAME", "return_user_info": true], uids: "bcda"),
        Row(testDescription: "by address, however it is written", body: ["expression": [["email": "K@Example.org"]]], uids: "c"),
        Row(testDescription: "by number", body: ["expression": [["phoneNumber": "+4915112345678"]]], uids: "a"),
        Row(testDescription: "by uid", body: ["expression": [["userId": "d"]]], uids: "d"),
        Row(
            testDescription: "of several conditions the first counts, and in it the address",
            body: ["expression": [["userId": "d", "email": "k@example.org"], ["userId": "a"]]], uids: "c"),
        Row(testDescription: "nobody has it", body: ["expression": [["email": "nobody@example.org"]]], uids: ""),
        Row(testDescription: "no address at all", body: ["expression": [["email": "nonsense"]]], uids: ""),
    ])
    func accountsAreFoundAndSorted(_ row: Row) async throws {
        try await run { _, admin in
            for path in ["/accounts:query", ":queryAccounts"] {
                let reply = try await admin.send(.post, path, row.body)
                #expect(reply.status == .ok, "\(reply.text)")
                #expect(Self.uids(reply) == row.uids)
                #expect(reply["recordsCount"] == String(row.uids.count))
                #expect((reply.json["userInfo"] == nil) == row.uids.isEmpty)
            }
        }
    }

    @Test func accountsAreCounted() async throws {
        try await run { _, admin in
            let all = try await admin.call("accounts:query", ["returnUserInfo": false, "limit": 1])
            #expect(all["recordsCount"] == "4" && all.json["userInfo"] == nil, "\(all.text)")
            let one = try await admin.call("accounts:query", ["returnUserInfo": false, "expression": [["userId": "a"]]])
            #expect(one["recordsCount"] == "1" && one.json["userInfo"] == nil)
        }
    }

    @Test(
        arguments: [
            ["limit": 501], ["limit": 0], ["offset": -1], ["offset": 1_000_001], ["sortBy": "SHOE_SIZE"], ["order": "SIDEWAYS"],
            ["expression": [["nothing": "x"]]],
        ] as [[String: any Sendable]])
    func invalidQueriesAreRejected(_ body: [String: any Sendable]) async throws {
        try await run { _, admin in
            let reply = try await admin.call("accounts:query", body)
            #expect(reply.error == "INVALID_ARGUMENT", "\(reply.text)")
        }
    }

    @Test func queriesRequireAnAdministrator() async throws {
        try await run { _, admin in
            for path in ["accounts:query", "accounts:sendOobCode"] {
                let reply = try await admin.caller.post("/v1/projects/default/\(path)?key=\(admin.caller.apiKey)", "{}")
                #expect(reply.status == .unauthorized)
            }
            #expect(try await admin.caller.post("/v1/projects/default:queryAccounts", "{}").status == .unauthorized)
            #expect(try await admin.send(.post, ":queryAccounts", [:], project: "other").status == .forbidden)
            #expect(try await admin.send(.post, ":inventedCall", [:]).status == .notFound)
        }
    }
}
