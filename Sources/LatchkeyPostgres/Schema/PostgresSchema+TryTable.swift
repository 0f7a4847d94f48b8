/// The counts of rate limits, which nodes share. They are not moved to another store.
extension PostgresSchema {
    static let tries = """
        -- Counts of attempts and quotas. An UNLOGGED table is not written to the log: after a crash of PostgreSQL, or on a standby that took
        -- over, it is empty, and the counts begin anew. Times are microseconds since 1970; amounts are billionths.
        CREATE UNLOGGED TABLE store_try (
            kind BIGINT NOT NULL CHECK (kind BETWEEN 1 AND 6),
            -- A hash of what is counted, such as an account and a network.
            key BYTEA NOT NULL CHECK (octet_length(key) = 16),
            amount BIGINT NOT NULL DEFAULT 0 CHECK (amount >= 0),
            counted_at BIGINT NOT NULL DEFAULT 0,
            pardon BIGINT NOT NULL DEFAULT 0,
            reported BIGINT NOT NULL DEFAULT 0 CHECK (reported IN (0, 1)),
            -- The time from which on the row has no effect and can be removed.
            expires_at BIGINT NOT NULL DEFAULT 0,
            PRIMARY KEY (kind, key)
        ) WITH (fillfactor = 50);
        """
}
