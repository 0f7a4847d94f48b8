/// The nodes that share a store. Their tables are not moved to another store.
extension PostgresSchema {
    static let nodes = """
        -- A row is the lease of a running node on its databases. The node raises the beat every second. Another node removes the row after it
        -- has seen the same beat for the time of a term.
        CREATE TABLE store_node (
            lease BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            name TEXT COLLATE "C" NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 63),
            address TEXT COLLATE "C" NOT NULL CHECK (octet_length(address) BETWEEN 1 AND 512),
            version TEXT COLLATE "C" NOT NULL CHECK (octet_length(version) BETWEEN 1 AND 64),
            beat BIGINT NOT NULL DEFAULT 0,
            -- Both are only displayed, because the clocks of two database servers can differ.
            started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
            beat_at TIMESTAMPTZ NOT NULL DEFAULT now()
        );
        -- The node that has opened a database, and is the only one to change it.
        CREATE TABLE store_database_owner (
            database BIGINT PRIMARY KEY REFERENCES realtime_database ON DELETE CASCADE,
            lease BIGINT NOT NULL REFERENCES store_node ON DELETE CASCADE
        );
        CREATE INDEX store_database_owner_by_lease ON store_database_owner (lease);
        """
}
