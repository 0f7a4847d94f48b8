/// Realtime databases.
extension BaseSchema {
    static let databaseTables = [databases, trees].joined(separator: "\n")

    private static let databases = """
        CREATE TABLE realtime_database (
            id INTEGER PRIMARY KEY,
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            name TEXT NOT NULL UNIQUE CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 128),
            rules TEXT NOT NULL CHECK (length(CAST(rules AS BLOB)) <= 1048576),
            snapshot_sequence INTEGER NOT NULL DEFAULT 0 CHECK (snapshot_sequence >= 0),
            settings TEXT NOT NULL DEFAULT '{}' CHECK (settings GLOB '{*}' AND length(CAST(settings AS BLOB)) <= 4096)
        ) STRICT;
        CREATE INDEX realtime_database_by_project ON realtime_database (project, name);

        CREATE TABLE realtime_rules_version (
            database INTEGER NOT NULL REFERENCES realtime_database ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number > 0),
            saved_at INTEGER,
            author TEXT CHECK (length(CAST(author AS BLOB)) <= 512),
            rules TEXT NOT NULL CHECK (length(CAST(rules AS BLOB)) <= 1048576),
            PRIMARY KEY (database, number)
        ) STRICT;

        CREATE TABLE database_secret (
            fingerprint BLOB NOT NULL PRIMARY KEY CHECK (length(fingerprint) = 32),
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            sealed_secret BLOB CHECK (length(sealed_secret) BETWEEN 1 AND 4096),
            created_at INTEGER NOT NULL,
            revoked_at INTEGER,
            CHECK ((sealed_secret IS NULL) = (revoked_at IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX database_secret_by_project ON database_secret (project, created_at, fingerprint);
        """

    private static let trees = """
        CREATE TABLE realtime_snapshot_part (
            database INTEGER NOT NULL REFERENCES realtime_database ON DELETE CASCADE,
            sequence INTEGER NOT NULL,
            part INTEGER NOT NULL CHECK (part >= 0),
            json BLOB NOT NULL,
            PRIMARY KEY (database, sequence, part)
        ) STRICT;

        CREATE TABLE realtime_change (
            database INTEGER NOT NULL REFERENCES realtime_database ON DELETE CASCADE,
            sequence INTEGER NOT NULL CHECK (sequence > 0),
            position INTEGER NOT NULL CHECK (position >= 0),
            path TEXT NOT NULL,
            is_priority INTEGER NOT NULL CHECK (is_priority IN (0, 1)),
            json BLOB NOT NULL,
            PRIMARY KEY (database, sequence, position)
        ) STRICT;

        CREATE TABLE realtime_left_change (
            database INTEGER NOT NULL REFERENCES realtime_database ON DELETE CASCADE,
            client TEXT NOT NULL,
            number INTEGER NOT NULL,
            position INTEGER NOT NULL,
            requester TEXT NOT NULL,
            path TEXT NOT NULL,
            is_priority INTEGER NOT NULL CHECK (is_priority IN (0, 1)),
            json BLOB NOT NULL,
            PRIMARY KEY (database, client, number, position)
        ) STRICT;
        """
}
