/// Telephones.
enum V9 {
    static let schema = """
        CREATE UNIQUE INDEX account_by_phone_number ON account (project, tenant, phone_number) WHERE phone_number IS NOT NULL;

        CREATE TABLE phone_code (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT NOT NULL CHECK (length(CAST(tenant AS BLOB)) <= 256),
            phone_number TEXT NOT NULL CHECK (length(CAST(phone_number AS BLOB)) BETWEEN 8 AND 16),
            code BLOB NOT NULL CHECK (length(code) = 32),
            tries_left INTEGER NOT NULL CHECK (tries_left >= 0),
            expires_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX phone_code_by_end ON phone_code (expires_at);

        CREATE TABLE phone_proof (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT NOT NULL CHECK (length(CAST(tenant AS BLOB)) <= 256),
            phone_number TEXT NOT NULL CHECK (length(CAST(phone_number AS BLOB)) BETWEEN 8 AND 16),
            expires_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX phone_proof_by_end ON phone_proof (expires_at);

        ALTER TABLE project ADD COLUMN phone_sign_in INTEGER NOT NULL DEFAULT 0 CHECK (phone_sign_in IN (0, 1));
        """
}
