import Foundation
import GRDB
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeySQLite

/// All credentials of an account have to be removed when another user first verifies its email address. These tests read the real schema,
/// so that a new table or column that is not considered fails here.
@Suite struct CredentialTablesTests {
    /// Tables that name an account and record events, not credentials: their rows are kept.
    private static let records: Set<String> = ["account_deletion", "account_erasure", "auth_event", "webhook_delivery"]

    /// Columns of an account that are not credentials. `email_link_sign_in` only lets in users who can read the mail of the address.
    /// `custom_auth` says that the project's own back end vouched for the uid, which only that back end can add to an account.
    private static let harmlessColumns: Set<String> = [
        "project", "tenant", "id", "email", "email_verified", "initial_email", "display_name", "photo_url", "screen_name",
        "custom_claims", "custom_auth", "email_link_sign_in", "disabled", "created_at", "last_sign_in_at", "last_refresh_at", "valid_since",
    ]

    /// Tables with rows that belong to an account, by a foreign key or by the name of a column.
    private static func tablesThatNameAnAccount(_ db: Database) throws -> Set<String> {
        try String.fetchSet(
            db,
            sql: """
                SELECT t.name FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS f
                WHERE t.type = 'table' AND f."table" = 'account'
                UNION
                SELECT t.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
                WHERE t.type = 'table' AND c.name IN ('account', 'subject', 'actor', 'uid', 'account_id', 'user', 'owner')
                """)
    }

    /// Gives an account one of each credential.
    private static func fill(_ transaction: any StoreWriting) throws {
        try transaction.insert(Project.sample())
        var account = Account.sample("ada", email: "ada@example.org", identities: [.sample("1")])
        account.phoneNumber = "+4915112345678"
        account.password = PasswordHash(hash: [1], salt: [2], method: .imported(1))
        account.passwordUpdatedAt = ManualClock.start
        try transaction.insert(account)
        try transaction.insert(Session.sample(of: "ada"))
        try transaction.insert(
            PendingCredential(
                id: Fingerprint(of: "p"), realm: .sample, key: Identity.sample("2").key, account: "ada",
                sealedAssertion: SealedSecret(bytes: [1]), expiresAt: ManualClock.start))
        try transaction.insert(
            SecondFactor(
                id: "f", account: "ada", realm: .sample, means: .totp(sealedSeed: SealedSecret(bytes: [1]), lastStep: 0), displayName: nil,
                enrolledAt: ManualClock.start))
        try transaction.replaceRecoveryCodes([Fingerprint(of: "r")], of: "ada", in: .sample)
        try transaction.insert(
            PendingSecondFactor(
                id: Fingerprint(of: "s"), account: "ada", realm: .sample, method: .password, createdAt: ManualClock.start,
                expiresAt: ManualClock.start))
        try transaction.insert(
            TOTPEnrollment(
                id: Fingerprint(of: "e"), account: "ada", realm: .sample, sealedSeed: SealedSecret(bytes: [1]),
                expiresAt: ManualClock.start))
        try transaction.insert(
            Passkey(
                credentialID: [1], realm: .sample, account: "ada", relyingPartyID: "example.org", publicKey: [1], name: "Laptop",
                createdAt: ManualClock.start))
        try transaction.insert(
            PasskeyChallenge(
                id: Fingerprint(of: "c"), realm: .sample, purpose: .enrollment, account: "ada",
                relyingParty: RelyingParty(id: "example.org", origin: "https://example.org"), expiresAt: ManualClock.start))
        try transaction.insert(
            OneTimeCode(
                id: Fingerprint(of: "o"), realm: .sample, kind: .passwordReset, recipient: try #require(EmailAddress("ada@example.org")),
                account: "ada", createdAt: ManualClock.start, expiresAt: ManualClock.start.addingTimeInterval(1)))
        try transaction.append(
            AuthEvent(at: ManualClock.start, realm: .sample, kind: .signUp, outcome: .allowed, subject: "ada"))
    }

    /// Removes all credentials of an account that has one of each, and returns what remains.
    private static func forgotten(in store: SQLiteStore) async throws -> Set<String> {
        try await store.write { try fill($0) }
        let (tables, filled) = try await store.database.read { db in
            let tables = try tablesThatNameAnAccount(db)
            return (tables, try tables.filter { try rows(in: $0, db) > 0 })
        }
        try await store.write { try $0.removeAllCredentials(of: "ada", in: .sample) }
        return try await store.database.read { db in
            let emptied = try filled.filter { try rows(in: $0, db) == 0 }
            let columns = try String.fetchSet(db, sql: "SELECT name FROM pragma_table_info('account')")
            let account = try #require(try Row.fetchOne(db, sql: "SELECT * FROM account"))
            let lasting = columns.subtracting(harmlessColumns).filter { account[$0] != nil || !credentialColumns.contains($0) }
            return tables.subtracting(emptied).subtracting(records).union(lasting.map { "account.\($0)" })
        }
    }

    /// Columns of an account that are credentials; all are filled above and NULL afterwards.
    private static let credentialColumns: Set<String> = [
        "phone_number", "password_configuration", "password_hash", "password_salt", "password_rounds", "password_memory_cost",
        "password_updated_at",
    ]

    private static func rows(in table: String, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
    }

    @Test func everyKindOfCredentialIsRemoved() async throws {
        #expect(try await Self.forgotten(in: SQLiteStore.inMemory()) == [])
    }

    @Test func theTablesAreThoseOfTheSchema() async throws {
        let found = try await SQLiteStore.inMemory().database.read { try Self.tablesThatNameAnAccount($0) }
        #expect(
            found == [
                "account_deletion", "account_erasure", "auth_event", "identity", "one_time_code", "passkey", "passkey_challenge",
                "pending_credential",
                "pending_second_factor",
                "recovery_code",
                "second_factor", "session", "totp_enrolment", "webhook_delivery",
            ])
    }

    /// Forgotten additions to the schema: a table that refers to an account, one that only names it, a column.
    @Test(arguments: [
        (
            """
            CREATE TABLE device (
                project TEXT, tenant TEXT, holder TEXT,
                FOREIGN KEY (project, tenant, holder) REFERENCES account (project, tenant, id) ON DELETE CASCADE)
            """, "device"
        ),
        ("CREATE TABLE totp (project TEXT, tenant TEXT, account TEXT, seed BLOB)", "totp"),
        ("ALTER TABLE account ADD COLUMN recovery_code TEXT", "account.recovery_code"),
    ])
    func aForgottenCredentialIsFound(_ sql: String, _ name: String) async throws {
        let store = try SQLiteStore.inMemory()
        try await store.database.write { try $0.execute(sql: sql) }
        #expect(try await Self.forgotten(in: store) == [name])
    }
}
