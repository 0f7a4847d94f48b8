import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

@testable import LatchkeyAdministrationAPI
@testable import LatchkeyDatabaseAPI

/// `accounts:export`: everything that is stored about one person.
@Suite struct AccountExportTests {
    private static let path = "/v1/projects/default/accounts:export"

    private static func fill(_ server: TestServer) async throws {
        let start = server.clock.now
        let realm = Realm(project: .standard)
        try await server.store.write { transaction in
            var account = Account.sample("ada", in: realm, email: "ada@example.org", identities: [.sample("77")])
            account.password = PasswordHash(hash: Array("hash-bytes".utf8), salt: Array("salt-bytes".utf8), parameters: .firebase)
            account.passwordUpdatedAt = start
            try transaction.insert(account)
            try transaction.insert(Account.sample("bob", in: realm, email: "bob@example.org"))
            try transaction.insert(
                Session(
                    id: SessionID(rawValue: "session-1"), account: "ada", realm: realm, refreshToken: Fingerprint(of: "refresh"),
                    createdAt: start, method: .password, client: ClientDescription(address: "192.0.2.7", userAgent: "Browser"),
                    networks: ["198.51.100.0/24"]))
            try transaction.insert(
                SecondFactor(
                    id: "f", account: "ada", realm: realm, means: .totp(sealedSeed: SealedSecret(bytes: Array("seed".utf8)), lastStep: 0),
                    displayName: "Phone app", enrolledAt: start))
            try transaction.insert(
                Passkey(
                    credentialID: [1], realm: realm, account: "ada", relyingPartyID: "example.org", publicKey: Array("public-key".utf8),
                    name: "Laptop", createdAt: start))
            try transaction.insert(
                OneTimeCode(
                    id: Fingerprint(of: "o"), realm: realm, kind: .passwordReset,
                    recipient: try #require(EmailAddress("ada@example.org")), account: "ada", createdAt: start,
                    expiresAt: start.addingTimeInterval(60)))
            for subject in ["ada", "bob"] as [AccountID] {
                try transaction.append(
                    AuthEvent(at: start, realm: realm, kind: .signIn, outcome: .allowed, subject: subject, address: "203.0.113.5"))
            }
        }
    }

    @Test func everythingAboutAPersonWithoutSecrets() async throws {
        let server = try await TestServer()
        try await Self.fill(server)
        try await server.run { caller in
            let token = try await server.administratorToken()
            let reply = try await caller.administer(.post, Self.path, ["localId": "ada"], token: token)
            #expect(reply.status == .ok, "\(reply.text)")
            let account = try #require(reply.json["account"] as? [String: Any])
            #expect(account["email"] as? String == "ada@example.org")
            for expected in [
                "77", "192.0.2.7", "198.51.100.0/24", "Browser", "Phone app", "Laptop", "203.0.113.5", "sign_in", "code PASSWORD_RESET",
            ] {
                #expect(reply.text.contains(expected), "\(expected) is missing: \(reply.text)")
            }
            let secrets = ["hash-bytes", "salt-bytes", "seed", "public-key"].map { Data($0.utf8).base64EncodedString() }
            for secret in secrets + ["passwordHash", "salt", "refresh", "bob"] {
                #expect(!reply.text.contains(secret), "\(secret) is in the export")
            }
            let last = try #require(
                try await server.store.read { try $0.events(of: .standard, subject: "ada", limit: 1) }.first)
            #expect(last.kind == .exportAccounts && last.reason == "data of the account")
        }
    }

    @Test(arguments: [([:] as [String: String], "MISSING_LOCAL_ID"), (["localId": "eve"], "USER_NOT_FOUND")])
    func anUnknownPerson(_ body: [String: String], _ code: String) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let reply = try await caller.administer(.post, Self.path, body, token: try await server.administratorToken())
            #expect(reply.status == .badRequest && reply.text.contains(code), "\(reply.text)")
            #expect(
                try await server.store.read { try $0.events(of: .standard, subject: nil, limit: 9) }.allSatisfy {
                    $0.kind != .exportAccounts
                })
        }
    }

    @Test func itNeedsAnAdministrator() async throws {
        let server = try await TestServer()
        try await Self.fill(server)
        try await server.run { caller in
            let reply = try await caller.administer(.post, Self.path, ["localId": "ada"], token: "not a token")
            #expect(reply.status == .unauthorized && !reply.text.contains("192.0.2.7"))
        }
    }

    @Test(arguments: [("ada", "/users/ada"), ("a/b", nil), ("a.b", nil), ("..", nil)])
    func thePlaceOfData(_ uid: AccountID, _ place: String?) throws {
        let path = try #require(DataPath("/users/{UID}"))
        #expect(UserData.place(path, of: uid).map { "\($0)" } == place)
    }
}
