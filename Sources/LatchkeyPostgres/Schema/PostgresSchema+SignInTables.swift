/// Sign-ins and changes that have begun.
extension PostgresSchema {
    static let signInTables = """
        CREATE TABLE sign_in_flow (
            id BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(id) = 32),
            project TEXT COLLATE "C" NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT COLLATE "C" NOT NULL CHECK (octet_length(tenant) <= 256),
            provider TEXT COLLATE "C" NOT NULL CHECK (octet_length(provider) BETWEEN 1 AND 256),
            session BYTEA NOT NULL CHECK (octet_length(session) = 32),
            browser BYTEA CHECK (octet_length(browser) = 32),
            callback TEXT COLLATE "C" NOT NULL CHECK (octet_length(callback) BETWEEN 1 AND 8192),
            return_target TEXT COLLATE "C" NOT NULL CHECK (octet_length(return_target) <= 65536),
            sealed_state BYTEA NOT NULL CHECK (octet_length(sealed_state) BETWEEN 1 AND 65536),
            created_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL,
            CONSTRAINT ends_after_it_began CHECK (expires_at > created_at)
        );
        CREATE INDEX sign_in_flow_by_end ON sign_in_flow (expires_at);

        CREATE TABLE flow_result (
            id BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(id) = 32),
            project TEXT COLLATE "C" NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT COLLATE "C" NOT NULL CHECK (octet_length(tenant) <= 256),
            provider TEXT COLLATE "C" NOT NULL CHECK (octet_length(provider) BETWEEN 1 AND 256),
            session BYTEA NOT NULL CHECK (octet_length(session) = 32),
            sealed_assertion BYTEA NOT NULL CHECK (octet_length(sealed_assertion) BETWEEN 1 AND 1048576),
            expires_at BIGINT NOT NULL
        );
        CREATE INDEX flow_result_by_end ON flow_result (expires_at);

        CREATE TABLE pending_credential (
            id BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(id) = 32),
            project TEXT COLLATE "C" NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT COLLATE "C" NOT NULL CHECK (octet_length(tenant) <= 256),
            provider TEXT COLLATE "C" NOT NULL CHECK (octet_length(provider) BETWEEN 1 AND 256),
            origin TEXT COLLATE "C" NOT NULL CHECK (octet_length(origin) BETWEEN 1 AND 4096),
            raw_id TEXT COLLATE "C" NOT NULL CHECK (octet_length(raw_id) BETWEEN 1 AND 1024),
            account TEXT COLLATE "C",
            sealed_assertion BYTEA NOT NULL CHECK (octet_length(sealed_assertion) BETWEEN 1 AND 1048576),
            expires_at BIGINT NOT NULL,
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        );
        CREATE INDEX pending_credential_by_account ON pending_credential (project, tenant, account) WHERE account IS NOT NULL;
        CREATE INDEX pending_credential_by_end ON pending_credential (expires_at);

        CREATE TABLE one_time_code (
            id BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(id) = 32),
            project TEXT COLLATE "C" NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT COLLATE "C" NOT NULL CHECK (octet_length(tenant) <= 256),
            kind TEXT COLLATE "C" NOT NULL CHECK (octet_length(kind) BETWEEN 1 AND 64),
            recipient TEXT COLLATE "C" NOT NULL
                CHECK (recipient = lower(recipient) AND strpos(recipient, '@') > 1 AND octet_length(recipient) <= 254),
            email TEXT COLLATE "C" CHECK (email = lower(email) AND strpos(email, '@') > 1 AND octet_length(email) <= 254),
            new_email TEXT COLLATE "C"
                CHECK (new_email = lower(new_email) AND strpos(new_email, '@') > 1 AND octet_length(new_email) <= 254),
            account TEXT COLLATE "C",
            created_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL,
            second_factor TEXT COLLATE "C" CHECK (octet_length(second_factor) BETWEEN 1 AND 256),
            CONSTRAINT ends_after_it_began CHECK (expires_at > created_at),
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        );
        CREATE INDEX one_time_code_by_account ON one_time_code (project, tenant, account) WHERE account IS NOT NULL;
        CREATE INDEX one_time_code_by_end ON one_time_code (expires_at);

        CREATE TABLE phone_code (
            id BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(id) = 32),
            project TEXT COLLATE "C" NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT COLLATE "C" NOT NULL CHECK (octet_length(tenant) <= 256),
            phone_number TEXT COLLATE "C" NOT NULL CHECK (octet_length(phone_number) BETWEEN 8 AND 16),
            code BYTEA NOT NULL CHECK (octet_length(code) = 32),
            tries_left BIGINT NOT NULL CHECK (tries_left >= 0),
            expires_at BIGINT NOT NULL
        );
        CREATE INDEX phone_code_by_end ON phone_code (expires_at);

        CREATE TABLE phone_proof (
            id BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(id) = 32),
            project TEXT COLLATE "C" NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT COLLATE "C" NOT NULL CHECK (octet_length(tenant) <= 256),
            phone_number TEXT COLLATE "C" NOT NULL CHECK (octet_length(phone_number) BETWEEN 8 AND 16),
            expires_at BIGINT NOT NULL
        );
        CREATE INDEX phone_proof_by_end ON phone_proof (expires_at);

        CREATE TABLE passkey_challenge (
            id BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(id) = 32),
            project TEXT COLLATE "C" NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT COLLATE "C" NOT NULL CHECK (octet_length(tenant) <= 256),
            purpose TEXT COLLATE "C" NOT NULL CHECK (purpose IN ('enrolment', 'sign_in')),
            account TEXT COLLATE "C" CHECK ((account IS NULL) = (purpose = 'sign_in')),
            rp_id TEXT COLLATE "C" NOT NULL CHECK (octet_length(rp_id) BETWEEN 1 AND 256),
            origin TEXT COLLATE "C" NOT NULL CHECK (octet_length(origin) BETWEEN 1 AND 1024),
            expires_at BIGINT NOT NULL,
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        );
        CREATE INDEX passkey_challenge_by_account ON passkey_challenge (project, tenant, account) WHERE account IS NOT NULL;
        CREATE INDEX passkey_challenge_by_end ON passkey_challenge (expires_at);

        CREATE TABLE pending_second_factor (
            id BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(id) = 32),
            project TEXT COLLATE "C" NOT NULL,
            tenant TEXT COLLATE "C" NOT NULL,
            account TEXT COLLATE "C" NOT NULL,
            method TEXT COLLATE "C" NOT NULL CHECK (octet_length(method) BETWEEN 1 AND 256),
            claims TEXT COLLATE "C" CHECK (claims LIKE '{%}' AND octet_length(claims) <= 8192),
            tries_left BIGINT NOT NULL CHECK (tries_left >= 0),
            created_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL,
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        );
        CREATE INDEX pending_second_factor_by_account ON pending_second_factor (project, tenant, account);
        CREATE INDEX pending_second_factor_by_end ON pending_second_factor (expires_at);

        CREATE TABLE totp_enrolment (
            id BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(id) = 32),
            project TEXT COLLATE "C" NOT NULL,
            tenant TEXT COLLATE "C" NOT NULL,
            account TEXT COLLATE "C" NOT NULL,
            sealed_seed BYTEA NOT NULL CHECK (octet_length(sealed_seed) BETWEEN 1 AND 4096),
            tries_left BIGINT NOT NULL CHECK (tries_left >= 0),
            expires_at BIGINT NOT NULL,
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        );
        CREATE INDEX totp_enrolment_by_account ON totp_enrolment (project, tenant, account);
        CREATE INDEX totp_enrolment_by_end ON totp_enrolment (expires_at);
        """

    /// Invitations of administrators. The one for the first administrator has no address and no inviter.
    static let invitations = """
        CREATE TABLE administrator_invitation (
            id BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(id) = 32),
            email TEXT COLLATE "C" UNIQUE CHECK (email = lower(email) AND strpos(email, '@') > 1 AND octet_length(email) <= 254),
            role TEXT COLLATE "C" NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
            inviter TEXT COLLATE "C" CHECK (octet_length(inviter) BETWEEN 1 AND 512),
            created_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL,
            CHECK ((email IS NULL) = (inviter IS NULL))
        );
        CREATE INDEX administrator_invitation_by_end ON administrator_invitation (expires_at, id);
        """
}
