/// Numbers the terms of databases.
enum TermSchema {
    static let sql = "ALTER TABLE realtime_database ADD COLUMN term INTEGER NOT NULL DEFAULT 0 CHECK (term >= 0)"
}
