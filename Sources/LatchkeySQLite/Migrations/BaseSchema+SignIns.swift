/// Sign-ins in progress, codes and proofs. Each row expires.
extension BaseSchema {
    static let signInTables = [flows, codes, factors].joined(separator: "\n")

    private static let flows = """
        CREATE TABLE sign_in_flow (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT NOT NULL CHECK (length(CAST(tenant AS BLOB)) <= 256),
            provider TEXT NOT NULL CHECK (length(CAST(provider AS BLOB)) BETWEEN 1 AND 256),
            session BLOB NOT NULL CHECK (length(session) = 32),
            browser BLOB CHECK (length(browser) = 32),
            callback TEXT NOT NULL CHECK (length(CAST(callback AS BLOB)) BETWEEN 1 AND 8192),
            return_target TEXT NOT NULL CHECK (length(CAST(return_target AS BLOB)) <= 65536),
            sealed_state BLOB NOT NULL CHECK (length(sealed_state) BETWEEN 1 AND 65536),
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            CONSTRAINT ends_after_it_began CHECK (expires_at > created_at)
        ) STRICT;
        CREATE INDEX sign_in_flow_by_end ON sign_in_flow (expires_at);

        CREATE TABLE flow_result (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT NOT NULL CHECK (length(CAST(tenant AS BLOB)) <= 256),
            provider TEXT NOT NULL CHECK (length(CAST(provider AS BLOB)) BETWEEN 1 AND 256),
            session BLOB NOT NULL CHECK (length(session) = 32),
            sealed_assertion BLOB NOT NULL CHECK (length(sealed_assertion) BETWEEN 1 AND 1048576),
            expires_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX flow_result_by_end ON flow_result (expires_at);

        CREATE TABLE pending_credential (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT NOT NULL CHECK (length(CAST(tenant AS BLOB)) <= 256),
            provider TEXT NOT NULL CHECK (length(CAST(provider AS BLOB)) BETWEEN 1 AND 256),
            origin TEXT NOT NULL CHECK (length(CAST(origin AS BLOB)) BETWEEN 1 AND 4096),
            raw_id TEXT NOT NULL CHECK (length(CAST(raw_id AS BLOB)) BETWEEN 1 AND 1024),
            account TEXT,
            sealed_assertion BLOB NOT NULL CHECK (length(sealed_assertion) BETWEEN 1 AND 1048576),
            expires_at INTEGER NOT NULL,
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX pending_credential_by_account ON pending_credential (project, tenant, account) WHERE account IS NOT NULL;
        CREATE INDEX pending_credential_by_end ON pending_credential (expires_at);
        """

    private static let codes = """
        CREATE TABLE one_time_code (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT NOT NULL CHECK (length(CAST(tenant AS BLOB)) <= 256),
            kind TEXT NOT NULL CHECK (length(CAST(kind AS BLOB)) BETWEEN 1 AND 64),
            recipient TEXT NOT NULL
                CHECK (recipient = lower(recipient) AND instr(recipient, '@') > 1 AND length(CAST(recipient AS BLOB)) <= 254),
            email TEXT CHECK (email = lower(email) AND instr(email, '@') > 1 AND length(CAST(email AS BLOB)) <= 254),
            new_email TEXT
                CHECK (new_email = lower(new_email) AND instr(new_email, '@') > 1 AND length(CAST(new_email AS BLOB)) <= 254),
            account TEXT,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            second_factor TEXT CHECK (length(CAST(second_factor AS BLOB)) BETWEEN 1 AND 256),
            CONSTRAINT ends_after_it_began CHECK (expires_at > created_at),
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX one_time_code_by_account ON one_time_code (project, tenant, account) WHERE account IS NOT NULL;
        CREATE INDEX one_time_code_by_end ON one_time_code (expires_at);

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
        """

    private static let factors = """
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

        CREATE TABLE pending_second_factor (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            project TEXT NOT NULL,
            tenant TEXT NOT NULL,
            account TEXT NOT NULL,
            method TEXT NOT NULL CHECK (length(CAST(method AS BLOB)) BETWEEN 1 AND 256),
            claims TEXT CHECK (claims GLOB '{*}' AND length(CAST(claims AS BLOB)) <= 8192),
            tries_left INTEGER NOT NULL CHECK (tries_left >= 0),
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX pending_second_factor_by_account ON pending_second_factor (project, tenant, account);
        CREATE INDEX pending_second_factor_by_end ON pending_second_factor (expires_at);

        CREATE TABLE totp_enrolment (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            project TEXT NOT NULL,
            tenant TEXT NOT NULL,
            account TEXT NOT NULL,
            sealed_seed BLOB NOT NULL CHECK (length(sealed_seed) BETWEEN 1 AND 4096),
            tries_left INTEGER NOT NULL CHECK (tries_left >= 0),
            expires_at INTEGER NOT NULL,
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX totp_enrolment_by_account ON totp_enrolment (project, tenant, account);
        CREATE INDEX totp_enrolment_by_end ON totp_enrolment (expires_at);
        """
}
