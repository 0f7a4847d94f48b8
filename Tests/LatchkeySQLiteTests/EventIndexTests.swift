import GRDB
import LatchkeyIdentity
import LatchkeyTestSupport
import Synchronization
import Testing

@testable import LatchkeySQL
@testable import LatchkeySQLite

@Suite struct EventIndexTests {
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
        let store = try SQLiteStore.inMemory()
        let seen = Mutex("")
        let plan = try store.database.read { db in
            db.trace { event in
                if case .statement(let statement) = event { seen.withLock { $0 = statement.sql } }
            }
            _ = try Transaction(GRDBConnection(db)).events(filter, limit: 10)
            db.trace(options: [])
            let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + seen.withLock { $0 })
            statement.setUncheckedArguments([])
            return try Row.fetchAll(statement).map { $0["detail"] as String }
        }
        #expect(plan.count == 1 && plan.first?.contains("USING INDEX \(index) (") == true, "\(plan)")
    }
}
