/// The first schema.
///
/// Times are milliseconds since 1970. Fingerprints are SHA-256, 32 bytes. Limits count bytes, and leave room around the limits that
/// people meet: `length` of a text alone would stop at its first NUL. JSON is checked by its brackets only, because SQLite before 3.41
/// counts its JSON functions among those that an untrusted schema may not use. Tables whose rows are small and are found by their
/// primary key have no rowid.
enum V1 {
    static let schema = [marker, projects, accounts, signingIn, records].joined(separator: "\n")

    private static let marker = """
        CREATE TABLE store_marker (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            mode TEXT NOT NULL CHECK (mode IN ('real', 'sandbox'))
        ) STRICT;
        """

    private static let projects = """
        CREATE TABLE project (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 64),
            display_name TEXT NOT NULL CHECK (length(CAST(display_name AS BLOB)) <= 4096),
            one_account_per_email INTEGER NOT NULL CHECK (one_account_per_email IN (0, 1)),
            enumeration_protection INTEGER NOT NULL CHECK (enumeration_protection IN (0, 1)),
            password_sign_in INTEGER NOT NULL CHECK (password_sign_in IN (0, 1)),
            anonymous_sign_in INTEGER NOT NULL CHECK (anonymous_sign_in IN (0, 1)),
            sign_up INTEGER NOT NULL CHECK (sign_up IN (0, 1)),
            recent_sign_in_seconds INTEGER NOT NULL CHECK (recent_sign_in_seconds >= 0),
            authorized_domains TEXT NOT NULL CHECK (authorized_domains GLOB '[[]*]'),
            sealed_signer_key BLOB NOT NULL CHECK (length(sealed_signer_key) BETWEEN 1 AND 4096),
            salt_separator BLOB NOT NULL CHECK (length(salt_separator) <= 256),
            scrypt_rounds INTEGER NOT NULL CHECK (scrypt_rounds BETWEEN 1 AND 8),
            scrypt_memory_cost INTEGER NOT NULL CHECK (scrypt_memory_cost BETWEEN 1 AND 14),
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE api_key (
            text TEXT NOT NULL PRIMARY KEY CHECK (length(CAST(text AS BLOB)) BETWEEN 1 AND 256),
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            created_at INTEGER NOT NULL,
            revoked_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX api_key_by_project ON api_key (project, created_at);

        CREATE TABLE registered_app (
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            id TEXT NOT NULL CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 256),
            platform TEXT NOT NULL CHECK (length(CAST(platform AS BLOB)) BETWEEN 1 AND 64),
            bundle_id TEXT NOT NULL CHECK (length(CAST(bundle_id AS BLOB)) <= 1024),
            display_name TEXT NOT NULL CHECK (length(CAST(display_name AS BLOB)) <= 4096),
            created_at INTEGER NOT NULL,
            PRIMARY KEY (project, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE provider_configuration (
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            provider TEXT NOT NULL CHECK (length(CAST(provider AS BLOB)) BETWEEN 1 AND 256),
            enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
            client_id TEXT NOT NULL CHECK (length(CAST(client_id AS BLOB)) <= 4096),
            sealed_secret BLOB NOT NULL CHECK (length(sealed_secret) BETWEEN 1 AND 65536),
            api_origin TEXT NOT NULL CHECK (length(CAST(api_origin AS BLOB)) BETWEEN 1 AND 4096),
            web_origin TEXT NOT NULL CHECK (length(CAST(web_origin AS BLOB)) BETWEEN 1 AND 4096),
            scopes TEXT NOT NULL CHECK (scopes GLOB '[[]*]'),
            trusted_for_takeover INTEGER NOT NULL CHECK (trusted_for_takeover IN (0, 1)),
            updated_at INTEGER NOT NULL,
            PRIMARY KEY (project, provider)
        ) STRICT, WITHOUT ROWID;
        """

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
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX session_by_account ON session (project, tenant, account, created_at);
        """

    private static let signingIn = """
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

    private static let records = """
        CREATE TABLE auth_event (
            id INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT NOT NULL CHECK (length(CAST(tenant AS BLOB)) <= 256),
            kind TEXT NOT NULL CHECK (length(CAST(kind AS BLOB)) BETWEEN 1 AND 64),
            outcome TEXT NOT NULL CHECK (outcome IN ('allowed', 'refused', 'confirmation_needed')),
            actor TEXT CHECK (length(CAST(actor AS BLOB)) <= 512),
            subject TEXT CHECK (length(CAST(subject AS BLOB)) <= 512),
            session TEXT CHECK (length(CAST(session AS BLOB)) <= 256),
            method TEXT CHECK (length(CAST(method AS BLOB)) <= 256),
            reason TEXT CHECK (length(CAST(reason AS BLOB)) <= 1024),
            address TEXT CHECK (length(CAST(address AS BLOB)) <= 16384)
        ) STRICT;
        CREATE INDEX auth_event_by_project ON auth_event (project, at);
        CREATE INDEX auth_event_by_subject ON auth_event (project, subject, at) WHERE subject IS NOT NULL;

        CREATE TABLE signing_key (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 256),
            algorithm TEXT NOT NULL CHECK (length(CAST(algorithm AS BLOB)) BETWEEN 1 AND 64),
            sealed_private_key BLOB NOT NULL CHECK (length(sealed_private_key) BETWEEN 1 AND 65536),
            certificate_pem TEXT NOT NULL CHECK (length(CAST(certificate_pem AS BLOB)) <= 65536),
            created_at INTEGER NOT NULL,
            published_until INTEGER CHECK (published_until > created_at)
        ) STRICT;
        """
}
