/// Passkeys and the challenges that wait for them.
enum V5 {
    static let schema = """
        CREATE TABLE passkey (
            project TEXT NOT NULL,
            tenant TEXT NOT NULL,
            credential_id BLOB NOT NULL CHECK (length(credential_id) BETWEEN 1 AND 1023),
            account TEXT NOT NULL,
            rp_id TEXT NOT NULL CHECK (length(CAST(rp_id AS BLOB)) BETWEEN 1 AND 256),
            public_key BLOB NOT NULL CHECK (length(public_key) BETWEEN 1 AND 1024),
            counter INTEGER NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
            transports TEXT NOT NULL CHECK (length(CAST(transports AS BLOB)) <= 1024),
            aaguid BLOB NOT NULL CHECK (length(aaguid) = 16),
            backup_eligible INTEGER NOT NULL CHECK (backup_eligible IN (0, 1)),
            backed_up INTEGER NOT NULL CHECK (backed_up IN (0, 1)),
            name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 1024),
            created_at INTEGER NOT NULL,
            last_used_at INTEGER,
            PRIMARY KEY (project, tenant, credential_id),
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX passkey_by_account ON passkey (project, tenant, account, created_at);

        CREATE TABLE passkey_challenge (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT NOT NULL CHECK (length(CAST(tenant AS BLOB)) <= 256),
            purpose TEXT NOT NULL CHECK (purpose IN ('enrolment', 'sign_in')),
            account TEXT CHECK ((account IS NULL) = (purpose = 'sign_in')),
            rp_id TEXT NOT NULL CHECK (length(CAST(rp_id AS BLOB)) BETWEEN 1 AND 256),
            origin TEXT NOT NULL CHECK (length(CAST(origin AS BLOB)) BETWEEN 1 AND 1024),
            expires_at INTEGER NOT NULL,
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX passkey_challenge_by_account ON passkey_challenge (project, tenant, account) WHERE account IS NOT NULL;
        CREATE INDEX passkey_challenge_by_end ON passkey_challenge (expires_at);
        """
}
