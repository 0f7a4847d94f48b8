/// Programs that administer.
enum V13 {
    static let schema = """
        CREATE TABLE access_token (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            service_account TEXT NOT NULL REFERENCES service_account ON DELETE CASCADE,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX access_token_by_service_account ON access_token (service_account);
        CREATE INDEX access_token_by_end ON access_token (expires_at);
        """
}
