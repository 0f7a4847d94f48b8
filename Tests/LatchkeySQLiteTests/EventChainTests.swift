import Crypto
import Foundation
import GRDB
import LatchkeyIdentity
import LatchkeySQL
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeySQLite

/// The audit log as a chain. An attacker of these tests writes to the database file and does not have the master key.
@Suite struct EventChainTests {
    private static let start = ManualClock.start
    private let folder: TemporaryFolder
    private let sealer = Sealer(masterKey: SymmetricKey(size: .bits256))

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() throws -> SQLiteStore {
        try SQLiteStore.open(path: folder.store, mode: .real, sealer: sealer)
    }

    private func event(_ number: Int, subject: AccountID = "ada", actor: String? = "ada", kind: AuthEvent.Kind = .signIn) -> AuthEvent {
        AuthEvent(
            at: Self.start.addingTimeInterval(Double(number)), realm: .sample, kind: kind, outcome: .allowed, actor: actor,
            subject: subject, session: SessionID(rawValue: "s\(number)"), method: .password, reason: "R\(number)", address: "192.0.2.1")
    }

    private func store(withEvents count: Int) async throws -> SQLiteStore {
        let store = try open()
        try await store.write { try $0.insert(Project.sample()) }
        for number in 1...count { try await store.write { [self] in try $0.append(event(number)) } }
        return store
    }

    private func head(of store: SQLiteStore) async throws -> EventHead {
        let text = try await store.verifyEvents(containing: nil).head
        return try #require(text.flatMap { EventHead($0) })
    }

    private func tamper(_ store: SQLiteStore, _ sql: String) async throws {
        try await store.database.write { try $0.execute(sql: sql) }
    }

    private func erase(_ account: AccountID, in store: SQLiteStore) async throws {
        let erasure = AccountErasure(
            pseudonym: AccountID(rawValue: "deleted-\(account)"), account: account, realm: .sample,
            deletedAt: Self.start.addingTimeInterval(9999))
        _ = try await store.write { try $0.pseudonymizeEvents(of: erasure, limit: 1000, evenLater: true) }
    }

    @Test func anUnchangedRecordIsVerifiedAlsoAfterARestart() async throws {
        let store = try await store(withEvents: 3)
        let result = try await store.verifyEvents(containing: nil)
        #expect(result.problem == nil)
        #expect(result.verified == 3 && result.begin == 0 && result.removed == 0)
        try store.close()
        let again = try open()
        try await again.write { try $0.append(event(4)) }
        let noted = try #require(result.head.flatMap { EventHead($0) })
        let later = try await again.verifyEvents(containing: noted)
        #expect(later.problem == nil && later.verified == 4)
        #expect(later.head?.hasPrefix("4:") == true)
    }

    @Test func numbersHaveNoGapsWhenTransactionsFail() async throws {
        struct Stop: Error {}
        let store = try await store(withEvents: 1)
        await withTaskGroup(of: Void.self) { group in
            for number in 2...40 {
                group.addTask {
                    try? await store.write { [self] in
                        try $0.append(event(number))
                        if number.isMultiple(of: 2) { throw Stop() }
                        let transaction = $0
                        try? transaction.attempt {
                            try transaction.append(event(99))
                            throw Stop()
                        }
                    }
                }
            }
        }
        let entries = try await store.streamedEvents(after: 0, limit: 100)
        #expect(entries.map(\.sequence) == Array(1...20))
        #expect(try await store.verifyEvents(containing: nil).verified == 20)
    }

    /// A changed value of every column of an event.
    @Test(arguments: [
        "at = at + 1", "project = 'shop'", "tenant = 't'", "kind = 'sign_up'", "outcome = 'refused'", "actor = NULL", "subject = 'eve'",
        "session = NULL", "method = NULL", "reason = 'R3'", "address = '192.0.2.2'", "salt = zeroblob(16)", "salt = NULL",
        "link = zeroblob(32)", "link = NULL", "personal = zeroblob(32)", "actor = subject, subject = actor || 'x'",
    ])
    func aChangedColumnIsFound(_ change: String) async throws {
        let store = try await store(withEvents: 3)
        try await store.write { try $0.insert(Project.sample("shop")) }
        try await tamper(store, "UPDATE auth_event SET \(change) WHERE id = 2")
        let result = try await store.verifyEvents(containing: nil)
        #expect(result.problem?.sequence == 2)
        #expect(result.verified == 1 && result.head == nil)
    }

    @Test func everyColumnOfAnEventIsTested() async throws {
        let columns = try await open().database.read { try String.fetchSet($0, sql: "SELECT name FROM pragma_table_info('auth_event')") }
        #expect(
            columns == [
                "id", "at", "project", "tenant", "kind", "outcome", "actor", "subject", "session", "method", "reason", "address", "salt",
                "personal", "proof", "link",
            ])
    }

    @Test(arguments: ["kind = CAST(x'ff' AS TEXT)", "reason = CAST(x'ff' AS TEXT)"])
    func anUnreadableLineIsNamed(_ change: String) async throws {
        let store = try await store(withEvents: 3)
        try await tamper(store, "UPDATE auth_event SET \(change) WHERE id = 2")
        #expect(try await store.verifyEvents(containing: nil).problem?.sequence == 2)
    }

    @Test(arguments: [
        ("DELETE FROM auth_event WHERE id = 2", 2), ("DELETE FROM auth_event WHERE id = 1", 1),
        ("DELETE FROM auth_event WHERE id = 3", 3), ("DELETE FROM auth_event", 1),
        ("UPDATE auth_event SET id = 9 WHERE id = 2", 2),
        ("INSERT INTO auth_event (at, project, tenant, kind, outcome) VALUES (1, 'sample', '', 'sign_in', 'allowed')", 4),
        (
            "UPDATE auth_event SET id = 7 WHERE id = 1; UPDATE auth_event SET id = 1 WHERE id = 2; UPDATE auth_event SET id = 2 WHERE id = 7",
            1
        ),
    ])
    func aMissingOrAddedLineIsFound(_ sql: String, sequence: Int64) async throws {
        let store = try await store(withEvents: 3)
        let project = ProjectID.sample.rawValue
        try await tamper(store, sql.replacing("'sample'", with: "'\(project)'"))
        #expect(try await store.verifyEvents(containing: nil).problem?.sequence == sequence)
    }

    /// The links of the remaining lines are right, so only the proof of the head shows this.
    @Test func aShorterRecordIsFound() async throws {
        let store = try await store(withEvents: 3)
        let cut = "UPDATE event_chain SET head = 2, head_link = (SELECT link FROM auth_event WHERE id = 2)"
        try await tamper(store, "DELETE FROM auth_event WHERE id = 3; \(cut)")
        #expect(try await store.verifyEvents(containing: nil).problem?.detail.hasPrefix("The end of the chain is not") == true)
    }

    /// An attacker who restores an earlier copy of the file has right proofs; a noted head shows it.
    @Test func aNotedHeadShowsAnEarlierCopyAndAnotherRecord() async throws {
        let store = try await store(withEvents: 3)
        try await tamper(store, "CREATE TABLE copy AS SELECT * FROM event_chain")
        try await store.write { try $0.append(event(4)) }
        let noted = try await head(of: store)
        try await tamper(
            store,
            """
            DELETE FROM auth_event WHERE id = 4;
            UPDATE event_chain SET (head, head_link, head_proof) = (SELECT head, head_link, head_proof FROM copy)
            """)
        #expect(try await store.verifyEvents(containing: nil).problem == nil)
        let result = try await store.verifyEvents(containing: noted)
        #expect(result.problem == .init(sequence: 4, detail: "The record ends with event 3, before the noted event 4."))
        try await store.write { try $0.append(event(5)) }
        #expect(try await store.verifyEvents(containing: nil).problem == nil)
        #expect(try await store.verifyEvents(containing: noted).problem?.sequence == 4)
    }

    @Test func eventsOfADeletedAccountStayVerifiable() async throws {
        let store = try await store(withEvents: 3)
        try await store.write { try $0.append(event(4, subject: "bob", actor: "ada")) }
        try await erase("ada", in: store)
        try await erase("bob", in: store)
        let result = try await store.verifyEvents(containing: nil)
        #expect(result.problem == nil)
        #expect(result.verified == 4 && result.pseudonymized == 4)
        let salts = try await store.database.read { try Int.fetchOne($0, sql: "SELECT count(salt) FROM auth_event") }
        #expect(salts == 0, "with the salt, a guessed uid could be confirmed")
    }

    @Test(arguments: [
        "subject = 'eve'", "actor = 'eve'", "session = 's'", "address = '192.0.2.9'", "reason = 'X'", "personal = zeroblob(32)",
        "proof = NULL", "at = at + 1", "salt = zeroblob(16)", "personal = NULL, proof = NULL, salt = zeroblob(16)",
    ])
    func aChangedEventOfADeletedAccountIsFound(_ change: String) async throws {
        let store = try await store(withEvents: 3)
        try await erase("ada", in: store)
        try await tamper(store, "UPDATE auth_event SET \(change) WHERE id = 2")
        #expect(try await store.verifyEvents(containing: nil).problem?.sequence == 2)
    }

    @Test func aLineThatWasWrongBeforeAnAccountIsDeletedStaysWrong() async throws {
        let store = try await store(withEvents: 3)
        try await tamper(store, "UPDATE auth_event SET reason = 'X' WHERE id = 2")
        try await erase("ada", in: store)
        #expect(try await store.verifyEvents(containing: nil).problem?.sequence == 2)
        let other = try open()
        try await tamper(other, "UPDATE auth_event SET reason = 'Y' WHERE id = 3")
        try await erase("deleted-ada", in: other)
        #expect(try await other.verifyEvents(containing: nil).problem?.sequence == 2)
    }

    @Test func deletionOfOldEventsKeepsTheRecordVerifiable() async throws {
        let store = try await store(withEvents: 6)
        try await store.write { transaction in
            try transaction.insert(Project.sample("shop"))
            try transaction.append(
                AuthEvent(at: Self.start, realm: Realm(project: "shop", tenant: .none), kind: .signIn, outcome: .allowed))
            try transaction.append(event(8))
        }
        // In the middle first: the event of another project.
        #expect(try await store.write { try $0.deleteEvents(of: "shop", before: Self.start.addingTimeInterval(99), limit: 9) } == 1)
        var result = try await store.verifyEvents(containing: nil)
        #expect(result.problem == nil && result.verified == 7 && result.removed == 1)
        let noted = try #require(result.head.flatMap { EventHead($0) })
        #expect(try await store.write { try $0.deleteEvents(of: .sample, before: Self.start.addingTimeInterval(4), limit: 2) } == 2)
        #expect(try await store.write { try $0.deleteEvents(of: .sample, before: Self.start.addingTimeInterval(7), limit: 9) } == 4)
        result = try await store.verifyEvents(containing: noted)
        #expect(result.problem == nil && result.verified == 1 && result.removed == 7)
        let left = try await store.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM removed_event") }
        #expect(left == 0, "the anchor replaces the deleted events before the first one that is kept")
        #expect(try await store.streamedEvents(after: 2, limit: 9).first == .removed(3...7))
        // All events: the next one follows the last deleted one.
        #expect(try await store.write { try $0.deleteEvents(of: .sample, before: Self.start.addingTimeInterval(99), limit: 9) } == 1)
        #expect(try await store.streamedEvents(after: 2, limit: 9) == [.removed(3...8)])
        try await store.write { try $0.append(event(9)) }
        result = try await store.verifyEvents(containing: noted)
        #expect(result.problem == nil && result.verified == 1 && result.removed == 8)
        let old = try #require(EventHead("3:" + noted.link.hex))
        #expect(try await store.verifyEvents(containing: old).problem?.detail.hasPrefix("The noted event 3 was deleted") == true)
    }

    @Test func aDeletionThatOnlyLooksLikeTheServersIsFound() async throws {
        let store = try await store(withEvents: 3)
        try await tamper(
            store,
            """
            INSERT INTO removed_event SELECT id, zeroblob(32), link, zeroblob(32) FROM auth_event WHERE id = 2;
            DELETE FROM auth_event WHERE id = 2
            """)
        #expect(try await store.verifyEvents(containing: nil).problem?.sequence == 2)
        // The server does not cover it up.
        _ = try await store.write { try $0.deleteEvents(of: .sample, before: Self.start.addingTimeInterval(2), limit: 9) }
        #expect(try await store.verifyEvents(containing: nil).problem?.sequence == 2)
        try await tamper(store, "UPDATE event_chain SET anchor = 2")
        #expect(try await store.verifyEvents(containing: nil).problem != nil)
    }

    @Test func aChangedLineStaysVisibleWhenItIsDeletedAsTooOld() async throws {
        let store = try await store(withEvents: 3)
        try await tamper(store, "UPDATE auth_event SET kind = 'sign_up' WHERE id = 2")
        _ = try await store.write { try $0.deleteEvents(of: .sample, before: Self.start.addingTimeInterval(99), limit: 9) }
        #expect(try await store.verifyEvents(containing: nil).problem?.sequence == 2)
    }

    @Test func anotherMasterKeyOpensNoChain() async throws {
        try await store(withEvents: 1).close()
        let other = try SQLiteStore.open(path: folder.store, mode: .real, sealer: Sealer(masterKey: SymmetricKey(size: .bits256)))
        #expect(!other.keepsChain)
        #expect(try await other.verifyEvents(containing: nil).problem != nil)
    }

    /// A file of the version before the chain.
    @Test func theChainBeginsAfterTheEventsOfAnOlderFile() async throws {
        let queue = try DatabaseQueue(path: folder.store)
        let migrator = Migrations.migrator(marking: .real)
        try migrator.migrate(queue, upTo: "session-cookie-keys")
        try await queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO project (
                        id, display_name, one_account_per_email, enumeration_protection, password_sign_in, anonymous_sign_in, sign_up,
                        recent_sign_in_seconds, authorized_domains, sealed_signer_key, salt_separator, scrypt_rounds,
                        scrypt_memory_cost, created_at)
                    VALUES ('p', '', 1, 1, 1, 1, 1, 0, '[]', x'00', x'00', 8, 14, 0);
                    INSERT INTO auth_event (id, at, project, tenant, kind, outcome) VALUES
                        (4, 1, 'p', '', 'sign_up', 'allowed'), (7, 2, 'p', '', 'sign_in', 'allowed');
                    """)
        }
        try queue.close()
        let store = try open()
        let realm = Realm(project: "p", tenant: .none)
        try await store.write { try $0.append(AuthEvent(at: Self.start, realm: realm, kind: .signIn, outcome: .allowed)) }
        let result = try await store.verifyEvents(containing: nil)
        #expect(result.problem == nil)
        #expect(result.begin == 7 && result.unchained == 2 && result.verified == 1)
        #expect(result.head?.hasPrefix("8:") == true)
        #expect(try await store.position(of: .file) == 7)
        #expect(try await store.streamedEvents(after: 7, limit: 9).map(\.sequence) == [8])
        #expect(try await store.read { try $0.events(EventFilter(project: "p"), limit: 9).count } == 3)
    }

    @Test func aPositionOfAStreamNeverMovesBack() async throws {
        let store = try await store(withEvents: 1)
        try await store.advance(.file, to: 5)
        try await store.advance(.file, to: 3)
        #expect(try await store.position(of: .file) == 5)
        #expect(try await store.position(of: .webhook) == 0)
    }
}
