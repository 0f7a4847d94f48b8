/// Accounts, their credentials and sessions.
extension BaseSchema {
    static let accountTables = [accounts, sessions, credentials].joined(separator: "\n")

    private static let accounts = """
        CREATE TABLE account (
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT NOT NULL CHECK (length(CAST(tenant AS BLOB)) <= 256),
            id TEXT NOT NULL CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 512),
            email TEXT CHECK (email = lower(email) AND instr(email, '@') > 1 AND length(CAST(email AS BLOB)) <= 254),
            email_verified INTEGER NOT NULL CHECK (email_verified IN (0, 1)),
            initial_email TEXT CHECK (length(CAST(initial_email AS BLOB)) <= 254),
            display_name TEXT CHECK (length(CAST(display_name AS BLOB)) <= 4096),
            photo_url TEXT CHECK (length(CAST(photo_url AS BLOB)) <= 8192),
            phone_number TEXT CHECK (length(CAST(phone_number AS BLOB)) BETWEEN 1 AND 256),
            screen_name TEXT CHECK (length(CAST(screen_name AS BLOB)) <= 4096),
            password_hash BLOB CHECK (length(password_hash) BETWEEN 1 AND 1024),
            password_salt BLOB CHECK (length(password_salt) <= 1024),
            password_rounds INTEGER CHECK (password_rounds BETWEEN 1 AND 8),
            password_memory_cost INTEGER CHECK (password_memory_cost BETWEEN 1 AND 14),
            password_updated_at INTEGER,
            custom_claims TEXT CHECK (length(CAST(custom_claims AS BLOB)) <= 8192),
            disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
            created_at INTEGER NOT NULL,
            last_sign_in_at INTEGER NOT NULL,
            last_refresh_at INTEGER,
            valid_since INTEGER NOT NULL,
            custom_auth INTEGER NOT NULL DEFAULT 0 CHECK (custom_auth IN (0, 1)),
            email_link_sign_in INTEGER NOT NULL DEFAULT 0 CHECK (email_link_sign_in IN (0, 1)),
            password_configuration INTEGER
                CONSTRAINT only_a_password_has_a_configuration CHECK (password_configuration IS NULL OR password_hash IS NOT NULL),
            PRIMARY KEY (project, tenant, id),
            CONSTRAINT claims_are_an_object CHECK (custom_claims GLOB '{*}'),
            CONSTRAINT password_whole_or_absent CHECK (
                (password_hash IS NULL) = (password_salt IS NULL)
                AND (password_hash IS NULL) = (password_rounds IS NULL)
                AND (password_hash IS NULL) = (password_memory_cost IS NULL)
            ),
            CONSTRAINT only_an_address_is_verified CHECK (email IS NOT NULL OR email_verified = 0)
        ) STRICT;
        CREATE UNIQUE INDEX account_by_email ON account (project, tenant, email) WHERE email IS NOT NULL;
        CREATE UNIQUE INDEX account_by_phone_number ON account (project, tenant, phone_number) WHERE phone_number IS NOT NULL;
        CREATE INDEX account_by_creation ON account (project, tenant, created_at, id);
        CREATE INDEX account_by_password_configuration ON account (project, password_configuration)
            WHERE password_configuration IS NOT NULL;

        CREATE TABLE identity (
            position INTEGER PRIMARY KEY,
            project TEXT NOT NULL,
            tenant TEXT NOT NULL,
            account TEXT NOT NULL,
            provider TEXT NOT NULL CHECK (length(CAST(provider AS BLOB)) BETWEEN 1 AND 256),
            origin TEXT NOT NULL CHECK (length(CAST(origin AS BLOB)) BETWEEN 1 AND 4096),
            raw_id TEXT NOT NULL CHECK (length(CAST(raw_id AS BLOB)) BETWEEN 1 AND 1024),
            email TEXT CHECK (email = lower(email) AND instr(email, '@') > 1 AND length(CAST(email AS BLOB)) <= 254),
            address_verified_by_provider INTEGER NOT NULL CHECK (address_verified_by_provider IN (0, 1)),
            display_name TEXT CHECK (length(CAST(display_name AS BLOB)) <= 4096),
            screen_name TEXT CHECK (length(CAST(screen_name AS BLOB)) <= 4096),
            photo_url TEXT CHECK (length(CAST(photo_url AS BLOB)) <= 8192),
            linked_at INTEGER NOT NULL,
            UNIQUE (project, tenant, account, provider),
            UNIQUE (project, provider, origin, tenant, raw_id),
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX identity_by_email ON identity (project, tenant, email) WHERE email IS NOT NULL;
        """

    private static let sessions = """
        CREATE TABLE session (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 256),
            project TEXT NOT NULL,
            tenant TEXT NOT NULL,
            account TEXT NOT NULL,
            refresh_token BLOB NOT NULL UNIQUE CHECK (length(refresh_token) = 32),
            generation INTEGER NOT NULL CHECK (generation >= 0),
            created_at INTEGER NOT NULL,
            last_used_at INTEGER NOT NULL,
            authenticated_at INTEGER NOT NULL,
            method TEXT NOT NULL CHECK (length(CAST(method AS BLOB)) BETWEEN 1 AND 256),
            second_factor TEXT CHECK (length(CAST(second_factor AS BLOB)) BETWEEN 1 AND 256),
            client_app TEXT CHECK (length(CAST(client_app AS BLOB)) <= 16384),
            client_version TEXT CHECK (length(CAST(client_version AS BLOB)) <= 16384),
            client_address TEXT CHECK (length(CAST(client_address AS BLOB)) <= 16384),
            client_user_agent TEXT CHECK (length(CAST(client_user_agent AS BLOB)) <= 16384),
            claims TEXT CHECK (claims GLOB '{*}' AND length(CAST(claims AS BLOB)) <= 8192),
            second_factor_id TEXT CHECK (length(CAST(second_factor_id AS BLOB)) BETWEEN 1 AND 256),
            ends_at INTEGER,
            networks TEXT NOT NULL DEFAULT '[]',
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX session_by_account ON session (project, tenant, account, created_at);
        CREATE INDEX session_by_end ON session (ends_at) WHERE ends_at IS NOT NULL;
        """

    private static let credentials = """
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

        CREATE TABLE second_factor (
            id TEXT NOT NULL CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 256),
            project TEXT NOT NULL,
            tenant TEXT NOT NULL,
            account TEXT NOT NULL,
            phone_number TEXT CHECK (length(CAST(phone_number AS BLOB)) BETWEEN 8 AND 16),
            sealed_seed BLOB CHECK (length(sealed_seed) BETWEEN 1 AND 4096),
            last_step INTEGER,
            display_name TEXT CHECK (length(CAST(display_name AS BLOB)) <= 4096),
            enrolled_at INTEGER NOT NULL,
            PRIMARY KEY (project, tenant, account, id),
            CONSTRAINT a_telephone_or_a_seed CHECK (
                (phone_number IS NULL) <> (sealed_seed IS NULL) AND (sealed_seed IS NULL) = (last_step IS NULL)),
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX second_factor_by_account ON second_factor (project, tenant, account, enrolled_at);
        CREATE UNIQUE INDEX second_factor_by_phone_number
            ON second_factor (project, tenant, account, phone_number) WHERE phone_number IS NOT NULL;

        CREATE TABLE recovery_code (
            project TEXT NOT NULL,
            tenant TEXT NOT NULL,
            account TEXT NOT NULL,
            code BLOB NOT NULL CHECK (length(code) = 32),
            PRIMARY KEY (project, tenant, account, code),
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """
}
