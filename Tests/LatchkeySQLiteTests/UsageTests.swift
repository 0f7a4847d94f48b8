import GRDB
import LatchkeyIdentity
import LatchkeyTestSupport
import Synchronization
import Testing

@testable import LatchkeySQLite

/// Counts that triggers maintain, and the indexes of the event log.
@Suite struct UsageTests {
    private let store: SQLiteStore
    private let start = ManualClock.start

    init() async throws {
        store = try SQLiteStore.inMemory()
        try await store.write { transaction in
            try transaction.insert(Project.sample())
            try transaction.insert(Account.sample("ada"))
        }
    }

    /// A store of a version without counts, with rows of every kind.
    @Test func whatWasThereBeforeIsCountedByTheMigration() async throws {
        let start = start
        try await store.write { transaction in
            for (outcome, reason) in [(AuthEvent.Outcome.allowed, nil), (.refused, "INVALID_PASSWORD"), (.refused, "no code")] {
                for _ in 0..<2 {
                    try transaction.append(
                        AuthEvent(at: start, realm: .sample, kind: .signIn, outcome: outcome, method: .password, reason: reason))
                }
            }
        }
        let day = UTCDay(of: start)
        func read() async throws -> ([EventCount], [AccountActivity]) {
            try await store.read { (try $0.eventCounts(of: .sample, since: day), try $0.accountActivity(of: .sample)) }
        }
        let counted = try await read()
        #expect(counted.0.map(\.count) == [2, 2, 2] && counted.0.map(\.reason) == [nil, "INVALID_PASSWORD", "OTHER"])
        try await store.database.write { db in
            try db.execute(
                sql: """
                    DROP TABLE event_count;
                    DROP TABLE account_activity;
                    DROP TRIGGER event_counted;
                    DROP TRIGGER account_made;
                    DROP TRIGGER account_used;
                    DROP TRIGGER account_gone;
                    DROP INDEX auth_event_by_kind;
                    DROP INDEX auth_event_not_allowed;
                    DROP INDEX auth_event_not_allowed_by_kind;
                    DELETE FROM grdb_migrations WHERE identifier = 'v25';
                    """)
        }
        try Migrations.migrator(marking: .sandbox).migrate(store.database)
        let again = try await read()
        #expect(again.0 == counted.0 && again.1 == counted.1)
    }

    /// Rare events are found by an index, regardless of the number of other events.
    @Test(arguments: [
        (EventFilter(project: .sample), "auth_event_by_project"),
        (EventFilter(project: .sample, kind: .takeover), "auth_event_by_kind"),
        (EventFilter(project: .sample, outcome: .refused), "auth_event_not_allowed"),
        (EventFilter(project: .sample, kind: .link, outcome: .confirmationNeeded), "auth_event_not_allowed_by_kind"),
        (EventFilter(project: .sample, kind: .link, outcome: .allowed), "auth_event_by_kind"),
        (EventFilter(project: .sample, subject: "ada", kind: .link, outcome: .refused), "auth_event_by_subject"),
        (EventFilter(project: .sample, kind: .link, before: EventPosition(at: ManualClock.start, number: 3)), "auth_event_by_kind"),
    ])
    func aFilterHasItsIndex(_ filter: EventFilter, _ index: String) throws {
        let seen = Mutex("")
        let plan = try store.database.read { db in
            db.trace { event in
                if case .statement(let statement) = event { seen.withLock { $0 = statement.sql } }
            }
            _ = try Transaction(db: db).events(filter, limit: 10)
            db.trace(options: [])
            let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + seen.withLock { $0 })
            statement.setUncheckedArguments([])
            return try Row.fetchAll(statement).map { $0["detail"] as String }
        }
        #expect(plan.count == 1 && plan.first?.contains("USING INDEX \(index) (") == true, "\(plan)")
    }
}
