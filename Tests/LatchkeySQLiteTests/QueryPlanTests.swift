import GRDB
import LatchkeyIdentity
import LatchkeyStoreContract
import LatchkeyTestSupport
import Synchronization
import Testing

@testable import LatchkeySQLite

@Suite struct QueryPlanTests {
    private final class Statements: Sendable {
        private let seen = Mutex<Set<String>>([])
        var all: [String] { seen.withLock { $0.sorted() } }
        func insert(_ sql: String) { seen.withLock { _ = $0.insert(sql) } }
    }

    /// Short lists that are always read as a whole.
    private static let wholeTables: Set<String> = [
        "SCAN account_erasure USING INDEX account_erasure_by_time",
        "SCAN administrator_invitation USING INDEX administrator_invitation_by_end", "SCAN project", "SCAN signing_key",
        "SCAN removed_project",
        "SCAN realtime_database USING INDEX sqlite_autoindex_realtime_database_1", "SCAN store_marker", "SCAN webhook_endpoint",
        "SCAN webhook_endpoint USING INDEX webhook_endpoint_by_project",
        "SCAN webhook_endpoint USING COVERING INDEX sqlite_autoindex_webhook_endpoint_1",
        // Counts of deliveries in a state, for measurements.
        "SCAN webhook_delivery USING INDEX webhook_delivery_failed",
        "SCAN webhook_delivery USING COVERING INDEX webhook_delivery_unfinished",
    ]

    private static let wholeRealm = "DELETE FROM account WHERE project = :project AND tenant = :tenant"

    /// Lists of a whole realm, for administrators: a full index range, or a count.
    private static let wholeRealms = [
        "WHERE project = :project AND tenant = :tenant ORDER BY id ASC LIMIT :limit OFFSET",
        "WHERE project = :project AND tenant = :tenant ORDER BY id DESC LIMIT :limit OFFSET",
        "WHERE project = :project AND tenant = :tenant ORDER BY created_at ASC, id ASC LIMIT",
        "WHERE project = :project AND tenant = :tenant ORDER BY created_at DESC, id DESC LIMIT",
        "SELECT count(*) FROM account WHERE project = :project AND tenant = :tenant",
    ]

    /// The first pages of sorted lists, which begin at the end of an index, and stop at their limit or at the last row that is examined.
    private static let firstPages = ["TRUE", "email IS NULL", "email IS NOT NULL", "display_name IS NULL", "display_name IS NOT NULL"]
        .flatMap { ["AND \($0) AND TRUE", "AND \($0) ORDER BY"] }
        .map { "WHERE project = :project AND tenant = :tenant " + $0 }

    /// Lists that read every account of a realm and sort it. These values change with sign-ins or edits; an index would slow down all of
    /// those for a list that is seldom requested.
    private static let sortedRealms = ["display_name", "last_sign_in_at", "email"].flatMap { column in
        ["ASC", "DESC"].map { "WHERE project = :project AND tenant = :tenant ORDER BY \(column) \($0)" }
    }

    @Test func everyStatementOfTheContractFindsItsRowsByAnIndex() async throws {
        let statements = Statements()
        var configuration = SQLiteStore.configuration()
        configuration.prepareDatabase { db in
            db.trace { event in
                if case .statement(let statement) = event { statements.insert(statement.sql) }
            }
        }
        for behaviour in StoreContract.cases {
            // Other tests check whether the behavior is correct.
            try? await behaviour.check { [configuration] in try SQLiteStore.inMemory(configuration: configuration) }
        }
        for behaviour in TreeContract.cases {
            try? await behaviour.check { [configuration] projects in
                let store = try SQLiteStore.inMemory(configuration: configuration)
                try await store.write { transaction in
                    for project in projects { try transaction.insert(Project.sample(ProjectID(rawValue: project))) }
                }
                return store
            }
        }
        let ours = statements.all.filter { sql in
            ["SELECT", "INSERT", "UPDATE", "DELETE"].contains { sql.hasPrefix($0) } && !sql.contains("sqlite_") && !sql.contains("grdb")
        }
        #expect(ours.count > 40)
        let store = try SQLiteStore.inMemory()
        for sql in ours {
            let plan = try await store.database.read { db in
                let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                statement.setUncheckedArguments([])
                return try Row.fetchAll(statement).map { $0["detail"] as String }
            }
            // The replacement of a master key, and the check of a backup, read whole columns of sealed values.
            if sql.contains("substr(sealed_") { continue }
            let sorts = plan.contains { $0.contains("TEMP B-TREE") }
            if Self.sortedRealms.contains(where: { sql.contains($0) }) { continue }
            // The removal of a project reads whole tables of rows that expire soon. An index would cost each sign-in more.
            if sql.hasPrefix("DELETE FROM"),
                sql.hasSuffix("WHERE project = :project LIMIT :limit)") || sql.hasPrefix("DELETE FROM project ")
            {
                continue
            }
            if (Self.wholeRealms + Self.firstPages).contains(where: { sql.contains($0) }) {
                #expect(!sorts, "\(sql)")
                continue
            }
            let slow = plan.filter { step in
                let scans = step.hasPrefix("SCAN") && !step.contains("CONSTANT ROW") && !Self.wholeTables.contains(step)
                // A realm may be as large as the table, except for providers; a tenant is deleted as a whole.
                let isShort =
                    step.contains("provider_configuration") || step.contains("saml_configuration") || sql.hasPrefix(Self.wholeRealm)
                return scans || step.hasSuffix("(project=? AND tenant=?)") && !isShort
            }
            #expect(slow == [], "\(sql)")
        }
    }

    /// Otherwise, deleting an account would scan whole tables to find the rows that belong to it.
    @Test func tablesOfAccountDataHaveAnAccountIndex() async throws {
        let store = try SQLiteStore.inMemory()
        let missing = try await store.database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT t.name FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS f
                    WHERE t.type = 'table' AND f."table" = 'account' AND f.seq = 0 AND NOT EXISTS (
                        SELECT * FROM pragma_index_list(t.name) AS i
                        WHERE (SELECT group_concat(name) FROM (SELECT name FROM pragma_index_info(i.name) LIMIT 3))
                            = 'project,tenant,account')
                    """)
        }
        #expect(missing == [])
    }
}
