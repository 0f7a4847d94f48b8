import GRDB

/// The removal of databases and projects, and accounts that are deleted later.
enum RemovalSchema {
    static func migrate(_ db: Database) throws {
        try db.execute(sql: tables)
        // Events outlive their project, so their foreign key has to go. SQLite documents this way for a change that concerns no stored row
        // ("Making Other Kinds Of Table Schema Changes" in the documentation of ALTER TABLE); copying the log could take minutes.
        try db.execute(sql: "PRAGMA writable_schema = ON")
        try db.execute(
            sql: """
                UPDATE sqlite_schema SET sql = replace(sql, 'project TEXT NOT NULL REFERENCES project ON DELETE CASCADE', 'project TEXT NOT NULL')
                WHERE type = 'table' AND name = 'auth_event'
                """)
        try db.execute(sql: "PRAGMA writable_schema = RESET")
        let version = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
        try db.execute(sql: "PRAGMA schema_version = \(version + 1)")
    }

    /// A removed project has a row until its last event is deleted. While its removal is not finished, the row of the project exists too.
    private static let tables = """
        ALTER TABLE realtime_database ADD COLUMN removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1));
        CREATE TABLE removed_project (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 64),
            removed_at INTEGER NOT NULL,
            finished_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE account_deletion (
            project TEXT NOT NULL,
            tenant TEXT NOT NULL,
            account TEXT NOT NULL,
            due_at INTEGER NOT NULL,
            was_disabled INTEGER NOT NULL CHECK (was_disabled IN (0, 1)),
            PRIMARY KEY (project, tenant, account),
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_deletion_by_time ON account_deletion (due_at);
        CREATE INDEX account_erasure_by_account ON account_erasure (project, uid);
        """
}
