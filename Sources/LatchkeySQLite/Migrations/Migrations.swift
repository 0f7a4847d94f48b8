import GRDB

/// The steps that lead from an empty database to today's schema. A step that was released is never edited; the next one follows it.
enum Migrations {
    /// Tells other programs, `file(1)` among them, whose database this is: "LtKy" in ASCII.
    static let applicationID: Int32 = 0x4c74_4b79

    /// The steps after the first.
    private static let steps = [
        ("v2", V2.schema),
        ("v3", V3.schema),
        ("v4", V4.schema),
        ("v5", V5.schema),
        ("v6", V6.schema),
        ("v7", V7.schema),
        ("v8", V8.schema),
        ("v9", V9.schema),
        ("v10", V10.schema),
        ("v11", V11.schema),
        ("v12", V12.schema),
        ("v13", V13.schema),
        ("v14", V14.schema),
        ("v15", V15.schema),
        ("v16", V16.schema),
        ("v17", V17.schema),
        ("v18", V18.schema),
        ("v19", V19.schema),
        ("v20", V20.schema),
        ("v21", V21.schema),
        ("v22", V22.schema),
        ("v23", V23.schema),
        ("v24", V24.schema),
        ("v25", V25.schema),
        ("v26", V26.schema),
        ("v27", V27.schema),
        ("v28", V28.schema),
        ("v29", V29.schema),
        ("v30", V30.schema),
        ("v31", V31.schema),
    ]

    /// - Parameter mode: What a new store is marked with, in the same transaction that makes it one.
    static func migrator(marking mode: StoreMode) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: V1.schema)
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.execute(sql: "INSERT INTO store_marker (one, mode) VALUES (1, ?)", arguments: [mode.rawValue])
        }
        for (name, schema) in steps {
            migrator.registerMigration(name, foreignKeyChecks: .immediate) { try $0.execute(sql: schema) }
        }
        return migrator
    }
}
