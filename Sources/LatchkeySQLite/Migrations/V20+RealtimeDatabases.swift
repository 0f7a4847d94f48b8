/// Databases: a snapshot in parts, and the changes since.
///
/// Text is JSON in the form that loses nothing. The parts of a snapshot that is still being written bear a number that the database
/// does not have yet, and are not looked at. Parts are large, so their table has a rowid.
enum V20 {
    static let schema = """
        CREATE TABLE realtime_database (
            id INTEGER PRIMARY KEY,
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            name TEXT NOT NULL UNIQUE CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 128),
            rules TEXT NOT NULL CHECK (length(CAST(rules AS BLOB)) <= 1048576),
            snapshot_sequence INTEGER NOT NULL DEFAULT 0 CHECK (snapshot_sequence >= 0)
        ) STRICT;
        CREATE INDEX realtime_database_by_project ON realtime_database (project, name);

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
        """
}
