/// The rules that held before. A database without any keeps what it has as the first, as soon as others are saved.
enum V26 {
    static let schema = """
        CREATE TABLE realtime_rules_version (
            database INTEGER NOT NULL REFERENCES realtime_database ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number > 0),
            saved_at INTEGER,
            author TEXT CHECK (length(CAST(author AS BLOB)) <= 512),
            rules TEXT NOT NULL CHECK (length(CAST(rules AS BLOB)) <= 1048576),
            PRIMARY KEY (database, number)
        ) STRICT;
        """
}
