import GRDB
import LatchkeyIdentity
import LatchkeyTestSupport
import Testing

@testable import LatchkeySQLite

@Suite struct ConstraintConflictTests {
    /// Every unique index of the schema, and the meaning of its violation. A new index needs a line here.
    private static let meanings: [String: StoreConflict.Subject] = [
        "account.project, account.tenant, account.id": .account,
        "account.project, account.tenant, account.email": .email,
        "account.project, account.tenant, account.phone_number": .phoneNumber,
        "identity.project, identity.provider, identity.origin, identity.tenant, identity.raw_id": .identity,
        "identity.project, identity.tenant, identity.account, identity.provider": .provider,
        "passkey.project, passkey.tenant, passkey.credential_id": .passkey,
        "passkey_challenge.id": .other,
        "project.id": .project,
        "api_key.text": .other,
        "registered_app.project, registered_app.id": .other,
        // Never violated: an existing configuration is replaced.
        "provider_configuration.project, provider_configuration.tenant, provider_configuration.provider": .other,
        "session.id": .other,
        "session.refresh_token": .other,
        "sign_in_flow.id": .other,
        "flow_result.id": .other,
        "pending_credential.id": .other,
        "outbox_message.id": .other,
        "phone_code.id": .other,
        "phone_proof.id": .other,
        "second_factor.project, second_factor.tenant, second_factor.account, second_factor.id": .secondFactor,
        "second_factor.project, second_factor.tenant, second_factor.account, second_factor.phone_number": .secondFactor,
        "pending_second_factor.id": .other,
        "totp_enrolment.id": .other,
        "recovery_code.project, recovery_code.tenant, recovery_code.account, recovery_code.code": .other,
        // Never violated: existing settings, templates and SAML configurations are replaced.
        "legacy_number.project": .other,
        "message_settings.project": .other,
        "saml_configuration.project, saml_configuration.tenant, saml_configuration.id": .other,
        "message_template.project, message_template.kind, message_template.language": .other,
        "access_token.id": .other,
        "database_secret.fingerprint": .other,
        "hash_configuration.project, hash_configuration.number": .other,
        "one_time_code.id": .other,
        "tenant.project, tenant.id": .other,
        "signing_key.id": .other,
        "service_account.email": .other,
        "service_account.key_id": .other,
        // Never violated: a new invitation replaces the one to the same address.
        "administrator_invitation.id": .other,
        "administrator_invitation.email": .other,
        // Never violated: an existing database is kept, and only its single writer numbers its changes.
        "realtime_database.name": .other,
        "realtime_change.database, realtime_change.sequence, realtime_change.position": .other,
        // Never violated: each connection has a unique name and replaces its own operations.
        "realtime_left_change.database, realtime_left_change.client, realtime_left_change.number, realtime_left_change.position": .other,
        "realtime_snapshot_part.database, realtime_snapshot_part.sequence, realtime_snapshot_part.part": .other,
        // Never violated: a second insertion replaces the first.
        "removed_project.id": .other,
        "account_deletion.project, account_deletion.tenant, account_deletion.account": .other,
        "webhook_endpoint.id": .other,
        "webhook_delivery.id": .other,
        // Never violated: the position of a stream replaces the one before it.
        "event_stream.name": .other,
        // Never violated: triggers increment existing counts.
        "account_erasure.pseudonym": .other,
        "account_activity.project, account_activity.day": .other,
        "event_count.project, event_count.day, event_count.kind, event_count.outcome, event_count.method, event_count.reason": .other,
        "route_latency.period, route_latency.begins_at, route_latency.route": .other,
        "realtime_rules_version.database, realtime_rules_version.number": .other,
    ]

    @Test func everyUniqueIndexHasItsMeaning() throws {
        let store = try SQLiteStore.inMemory()
        let indexes = try store.database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT (SELECT group_concat(t.name || '.' || name, ', ') FROM pragma_index_info(i.name))
                    FROM sqlite_schema AS t, pragma_index_list(t.name) AS i
                    WHERE t.type = 'table' AND t.name NOT LIKE 'grdb%' AND i."unique"
                    """)
        }
        #expect(Set(indexes) == Set(Self.meanings.keys))
        for (columns, subject) in Self.meanings {
            #expect(StoreConflict.subject(ofColumns: columns) == subject, "\(columns)")
        }
    }

    struct Violation: Sendable, CustomTestStringConvertible {
        let sql: String
        let subject: StoreConflict.Subject
        var testDescription: String { sql }
    }

    /// Statements that break one constraint each, over a store with two accounts that have identities.
    static let violations: [Violation] = [
        Violation(sql: "UPDATE account SET id = 'ada'", subject: .account),
        Violation(sql: "UPDATE account SET email = 'ada@example.org'", subject: .email),
        Violation(sql: "UPDATE identity SET account = 'ada', provider = 'github.com'", subject: .provider),
        Violation(sql: "UPDATE identity SET provider = 'github.com', origin = 'o', raw_id = '1'", subject: .identity),
        Violation(sql: "INSERT INTO project SELECT * FROM project", subject: .project),
        Violation(sql: "UPDATE account SET project = 'missing'", subject: .project),
        Violation(sql: "UPDATE account SET password_hash = x'00'", subject: .other),
        Violation(sql: "UPDATE account SET disabled = 2", subject: .other),
        Violation(sql: "UPDATE account SET disabled = 'text'", subject: .other),
        Violation(sql: "UPDATE account SET created_at = NULL", subject: .other),
    ]

    @Test(arguments: violations)
    func constraintErrorsAreMappedToSubjects(_ violation: Violation) async throws {
        let store = try SQLiteStore.inMemory()
        try await store.write { transaction in
            try transaction.insert(Project.sample())
            for (id, rawID) in [("ada", "1"), ("bob", "2")] {
                try transaction.insert(
                    Account.sample(AccountID(rawValue: id), email: "\(id)@example.org", identities: [.sample(rawID)]))
            }
            try transaction.link(.sample("3", provider: .twitter), to: "ada", in: .sample)
        }
        let error = try #require(
            try await store.database.write { db in
                #expect(throws: DatabaseError.self) { try db.execute(sql: violation.sql) }
            })
        let conflict = try #require(StoreConflict(error, parent: .project))
        #expect(conflict.subject == violation.subject, "\(error)")
        #expect(conflict.detail == error.message)
    }

    @Test func foreignKeyErrorNamesTheMissingParent() async throws {
        let store = try SQLiteStore.inMemory()
        let error = try #require(
            try await store.database.write { db in
                #expect(throws: DatabaseError.self) {
                    try db.execute(sql: "INSERT INTO api_key (text, project, created_at) VALUES ('k', 'missing', 0)")
                }
            })
        #expect(StoreConflict(error, parent: .project)?.subject == .project)
        #expect(StoreConflict(error, parent: .account)?.subject == .account)
    }

    @Test func otherErrorsAreNoConflicts() {
        for code in [ResultCode.SQLITE_FULL, .SQLITE_BUSY, .SQLITE_CORRUPT, .SQLITE_IOERR, .SQLITE_ABORT] {
            let error = DatabaseError(resultCode: code, message: "UNIQUE constraint failed: project.id")
            #expect(StoreConflict(error, parent: .project) == nil)
        }
    }

    /// SQLite could continue, but other databases cannot. A closure that continues by mistake has to fail in tests.
    @Test func everyCallAfterAConflictThrowsIt() async throws {
        let store = try SQLiteStore.inMemory()
        try await store.write { transaction in
            try transaction.insert(Project.sample())
            try transaction.insert(Account.sample("ada"))
        }
        let later: [@Sendable (any StoreWriting) throws -> Void] = [
            { _ = try $0.account("ada", in: .sample) }, { _ = try $0.deleteAccount("ada", in: .sample) }, { try $0.attempt {} },
        ]
        for call in later {
            let found = try await store.write { transaction -> StoreConflict? in
                var found: StoreConflict?
                try? transaction.attempt {
                    try? transaction.insert(Account.sample("ada"))
                    do { try call(transaction) } catch let conflict as StoreConflict { found = conflict }
                }
                // The attempt was undone, so the transaction is open again.
                _ = try transaction.account("ada", in: .sample)
                return found
            }
            #expect(found == StoreConflict(.account))
        }
    }
}
