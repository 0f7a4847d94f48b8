/// What clients left for the end of their connections, so that it happens although the process dies.
enum V28 {
    static let schema = """
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
