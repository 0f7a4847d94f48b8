import GRDB
import LatchkeyIdentity
import LatchkeySQL

/// The steps that lead from an empty database to the current schema. A step that was released is never edited; later ones follow it.
enum Migrations {
    /// Tells other programs, `file(1)` among them, whose database this is: "LtKy" in ASCII.
    static let applicationID: Int32 = 0x4c74_4b79

    /// - Parameter mode: The mode that a new store is marked with, in the same transaction that creates its tables.
    static func migrator(marking mode: StoreMode) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("schema-1", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: BaseSchema.sql)
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.execute(sql: "INSERT INTO store_marker (one, mode) VALUES (1, ?)", arguments: [mode.rawValue])
        }
        migrator.registerMigration("account-erasure", foreignKeyChecks: .immediate) { try $0.execute(sql: ErasureSchema.sql) }
        migrator.registerMigration("session-cookie-keys", foreignKeyChecks: .immediate) { try $0.execute(sql: SessionCookieKeys.sql) }
        migrator.registerMigration("removal", foreignKeyChecks: .immediate) { try RemovalSchema.migrate($0) }
        migrator.registerMigration("webhooks", foreignKeyChecks: .immediate) { try $0.execute(sql: WebhookSchema.sql) }
        migrator.registerMigration("event-chain", foreignKeyChecks: .immediate) { try $0.execute(sql: EventChainSchema.sql) }
        migrator.registerMigration("database-terms", foreignKeyChecks: .immediate) { try $0.execute(sql: TermSchema.sql) }
        migrator.registerMigration("invitations", foreignKeyChecks: .immediate) { try $0.execute(sql: InvitationSchema.sql) }
        migrator.registerMigration("names", foreignKeyChecks: .immediate) { try $0.execute(sql: NameIndex.sql) }
        migrator.registerMigration("account-lists", foreignKeyChecks: .immediate) { try $0.execute(sql: AccountListIndex.sql) }
        migrator.registerMigration("route-latency", foreignKeyChecks: .immediate) { try $0.execute(sql: LatencySchema.sql) }
        return migrator
    }

    /// Whether a step belongs to a build from before the first release. Their steps were `v1`, `v2` and so on, and led to schemas that
    /// ``BaseSchema`` replaced.
    static func isPrerelease(_ step: String) -> Bool {
        step.first == "v" && Int(step.dropFirst()) != nil
    }
}
