import GRDB
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeySQL
@testable import LatchkeySQLite

@Suite struct CorruptRowTests {
    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sql: String
        let column: String
        let read: @Sendable (any StoreReading) throws -> Void
    }

    private static let readAccount: @Sendable (any StoreReading) throws -> Void = { _ = try $0.account("ada", in: .sample) }
    private static let readProject: @Sendable (any StoreReading) throws -> Void = { _ = try $0.project(.sample) }

    static let damages: [Damage] = [
        Damage(
            testDescription: "an outcome that this version does not know", sql: "UPDATE auth_event SET outcome = 'perhaps'",
            column: "outcome", read: { _ = try $0.events(of: .sample, subject: nil, limit: 1) }),
        Damage(
            testDescription: "an invalid address", sql: "UPDATE account SET email = 'nobody'", column: "email", read: readAccount),
        Damage(
            testDescription: "an address that is not in its normal form", sql: "UPDATE account SET email = 'Ada@example.org'",
            column: "email", read: readAccount),
        Damage(
            testDescription: "a text that is no UTF-8", sql: "UPDATE account SET display_name = CAST(x'ff' AS TEXT)",
            column: "display_name", read: readAccount),
        Damage(
            testDescription: "a flag that is neither yes nor no", sql: "UPDATE account SET disabled = 2", column: "disabled",
            read: readAccount),
        Damage(
            testDescription: "half a password", sql: "UPDATE account SET password_hash = x'00'", column: "password_salt",
            read: readAccount),
        Damage(
            testDescription: "costs that no password of ours has",
            sql: """
                UPDATE account SET
                    password_hash = x'00', password_salt = x'00', password_rounds = 8, password_memory_cost = 40
                """,
            column: "password_rounds", read: readAccount),
        Damage(
            testDescription: "a list that is no list", sql: "UPDATE project SET authorized_domains = '{'",
            column: "authorized_domains", read: readProject),
        Damage(
            testDescription: "a list of something else", sql: "UPDATE project SET authorized_domains = '[1]'",
            column: "authorized_domains", read: readProject),
        Damage(
            testDescription: "a fingerprint of the wrong length", sql: "UPDATE session SET refresh_token = x'00'",
            column: "refresh_token", read: { _ = try $0.sessions(of: "ada", in: .sample) }),
    ]

    @Test(arguments: damages)
    func isAnErrorThatNamesThePlaceAndNotTheValue(_ damage: Damage) async throws {
        let store = try SQLiteStore.inMemory()
        try await store.write { transaction in
            try transaction.insert(Project.sample())
            try transaction.insert(Account.sample("ada"))
            try transaction.insert(
                Session(
                    id: SessionID(rawValue: "s"), account: "ada", realm: .sample, refreshToken: Fingerprint(of: "s"),
                    createdAt: ManualClock.start, method: .password))
            try transaction.append(AuthEvent(at: ManualClock.start, realm: .sample, kind: .signIn, outcome: .allowed))
        }
        try await store.database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA ignore_check_constraints = ON; \(damage.sql)")
        }
        let error = await #expect(throws: CorruptRow.self) { try await store.read { try damage.read($0) } }
        #expect(error?.column == damage.column)
        #expect(error?.description.contains(damage.column) == true)
        // The connection still works.
        #expect(try await store.read { try $0.account(linkedTo: Identity.sample("1").key, in: .sample) } == nil)
    }
}
