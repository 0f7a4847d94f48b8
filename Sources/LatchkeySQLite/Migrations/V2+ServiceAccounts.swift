/// Custom tokens: who may sign them, and what they leave behind.
enum V2 {
    static let schema = """
        CREATE TABLE service_account (
            email TEXT NOT NULL PRIMARY KEY CHECK (length(CAST(email AS BLOB)) BETWEEN 1 AND 256),
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            key_id TEXT NOT NULL UNIQUE CHECK (length(CAST(key_id AS BLOB)) BETWEEN 1 AND 256),
            public_key_pem TEXT NOT NULL CHECK (length(CAST(public_key_pem AS BLOB)) BETWEEN 1 AND 8192),
            created_at INTEGER NOT NULL,
            revoked_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX service_account_by_project ON service_account (project, created_at);

        ALTER TABLE account ADD COLUMN custom_auth INTEGER NOT NULL DEFAULT 0 CHECK (custom_auth IN (0, 1));
        ALTER TABLE session ADD COLUMN claims TEXT CHECK (claims GLOB '{*}' AND length(CAST(claims AS BLOB)) <= 8192);
        """
}
