/// The server, its projects and tenants, and the programs that call them.
extension BaseSchema {
    static let projectTables = [marker, projects, providers, keys, messages].joined(separator: "\n")

    private static let marker = """
        CREATE TABLE store_marker (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            mode TEXT NOT NULL CHECK (mode IN ('real', 'sandbox')),
            write_proof BLOB CHECK (length(write_proof) <= 65536)
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
            created_at INTEGER NOT NULL,
            email_link_sign_in INTEGER NOT NULL DEFAULT 0 CHECK (email_link_sign_in IN (0, 1)),
            sign_ups_per_hour INTEGER NOT NULL DEFAULT 100 CHECK (sign_ups_per_hour >= 0),
            phone_sign_in INTEGER NOT NULL DEFAULT 0 CHECK (phone_sign_in IN (0, 1)),
            sms_second_factor INTEGER NOT NULL DEFAULT 0 CHECK (sms_second_factor IN (0, 1)),
            totp_second_factor INTEGER NOT NULL DEFAULT 0 CHECK (totp_second_factor IN (0, 1)),
            password_min_characters INTEGER NOT NULL DEFAULT 6 CHECK (password_min_characters BETWEEN 6 AND 30),
            password_max_characters INTEGER NOT NULL DEFAULT 4096
                CHECK (password_max_characters BETWEEN password_min_characters AND 4096),
            password_needs_lower INTEGER NOT NULL DEFAULT 0 CHECK (password_needs_lower IN (0, 1)),
            password_needs_upper INTEGER NOT NULL DEFAULT 0 CHECK (password_needs_upper IN (0, 1)),
            password_needs_digit INTEGER NOT NULL DEFAULT 0 CHECK (password_needs_digit IN (0, 1)),
            password_needs_symbol INTEGER NOT NULL DEFAULT 0 CHECK (password_needs_symbol IN (0, 1)),
            password_policy_enforced INTEGER NOT NULL DEFAULT 0 CHECK (password_policy_enforced IN (0, 1)),
            password_upgrade_at_sign_in INTEGER NOT NULL DEFAULT 0 CHECK (password_upgrade_at_sign_in IN (0, 1)),
            before_create_url TEXT CHECK (length(CAST(before_create_url AS BLOB)) BETWEEN 1 AND 2048),
            before_sign_in_url TEXT CHECK (length(CAST(before_sign_in_url AS BLOB)) BETWEEN 1 AND 2048),
            last_hash_configuration INTEGER NOT NULL DEFAULT 0,
            sms_per_day INTEGER NOT NULL DEFAULT 1000 CHECK (sms_per_day >= 0),
            legacy_session_seconds INTEGER NOT NULL DEFAULT 2592000 CHECK (legacy_session_seconds >= 0),
            reverse_auth INTEGER NOT NULL DEFAULT 0 CHECK (reverse_auth IN (0, 1)),
            provider_requests TEXT NOT NULL
                DEFAULT '["twitter.com/2/users/me","twitter.com/1.1/account/verify_credentials.json"]',
            legacy_routes INTEGER NOT NULL DEFAULT 0 CHECK (legacy_routes IN (0, 1)),
            forward_id_token INTEGER NOT NULL DEFAULT 0 CHECK (forward_id_token IN (0, 1)),
            forward_access_token INTEGER NOT NULL DEFAULT 0 CHECK (forward_access_token IN (0, 1)),
            forward_refresh_token INTEGER NOT NULL DEFAULT 0 CHECK (forward_refresh_token IN (0, 1)),
            new_network_mails INTEGER NOT NULL DEFAULT 0 CHECK (new_network_mails IN (0, 1)),
            -- The settings without a column of their own, so that a new setting needs no migration.
            other_settings TEXT NOT NULL DEFAULT '{}' CHECK (length(CAST(other_settings AS BLOB)) <= 65536)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE tenant (
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            id TEXT NOT NULL CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 256),
            display_name TEXT NOT NULL CHECK (length(CAST(display_name AS BLOB)) <= 4096),
            disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
            password_sign_in INTEGER NOT NULL CHECK (password_sign_in IN (0, 1)),
            email_link_sign_in INTEGER NOT NULL CHECK (email_link_sign_in IN (0, 1)),
            anonymous_sign_in INTEGER NOT NULL CHECK (anonymous_sign_in IN (0, 1)),
            sms_second_factor INTEGER NOT NULL CHECK (sms_second_factor IN (0, 1)),
            totp_second_factor INTEGER NOT NULL CHECK (totp_second_factor IN (0, 1)),
            sign_up INTEGER NOT NULL CHECK (sign_up IN (0, 1)),
            created_at INTEGER NOT NULL,
            PRIMARY KEY (project, id)
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
            team_id TEXT CHECK (length(CAST(team_id AS BLOB)) BETWEEN 1 AND 64),
            PRIMARY KEY (project, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX registered_app_team ON registered_app (team_id) WHERE team_id IS NOT NULL;
        """

    private static let providers = """
        CREATE TABLE provider_configuration (
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT NOT NULL CHECK (length(CAST(tenant AS BLOB)) <= 256),
            provider TEXT NOT NULL CHECK (length(CAST(provider AS BLOB)) BETWEEN 1 AND 256),
            enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
            client_id TEXT NOT NULL CHECK (length(CAST(client_id AS BLOB)) <= 4096),
            sealed_secret BLOB NOT NULL CHECK (length(sealed_secret) BETWEEN 1 AND 65536),
            api_origin TEXT NOT NULL CHECK (length(CAST(api_origin AS BLOB)) BETWEEN 1 AND 4096),
            web_origin TEXT NOT NULL CHECK (length(CAST(web_origin AS BLOB)) BETWEEN 1 AND 4096),
            scopes TEXT NOT NULL CHECK (scopes GLOB '[[]*]'),
            trusted_for_takeover INTEGER NOT NULL CHECK (trusted_for_takeover IN (0, 1)),
            issuer TEXT CHECK (length(CAST(issuer AS BLOB)) BETWEEN 1 AND 4096),
            accepted_client_ids TEXT NOT NULL
                CHECK (accepted_client_ids GLOB '[[]*]' AND length(CAST(accepted_client_ids AS BLOB)) <= 65536),
            parameters TEXT NOT NULL CHECK (parameters GLOB '{*}' AND length(CAST(parameters AS BLOB)) <= 65536),
            updated_at INTEGER NOT NULL,
            PRIMARY KEY (project, tenant, provider)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE saml_configuration (
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT NOT NULL CHECK (length(CAST(tenant AS BLOB)) <= 256),
            id TEXT NOT NULL CHECK (id GLOB 'saml.?*' AND length(CAST(id AS BLOB)) <= 256),
            display_name TEXT CHECK (length(CAST(display_name AS BLOB)) <= 4096),
            enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
            idp_entity_id TEXT NOT NULL CHECK (length(CAST(idp_entity_id AS BLOB)) BETWEEN 1 AND 4096),
            sso_url TEXT NOT NULL CHECK (length(CAST(sso_url AS BLOB)) BETWEEN 1 AND 4096),
            certificates TEXT NOT NULL CHECK (certificates GLOB '[[]*]' AND length(CAST(certificates AS BLOB)) <= 262144),
            sign_request INTEGER NOT NULL CHECK (sign_request IN (0, 1)),
            sp_entity_id TEXT CHECK (length(CAST(sp_entity_id AS BLOB)) BETWEEN 1 AND 4096),
            callback_uri TEXT CHECK (length(CAST(callback_uri AS BLOB)) BETWEEN 1 AND 4096),
            updated_at INTEGER NOT NULL,
            PRIMARY KEY (project, tenant, id)
        ) STRICT;
        """

    private static let keys = """
        CREATE TABLE signing_key (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 256),
            algorithm TEXT NOT NULL CHECK (length(CAST(algorithm AS BLOB)) BETWEEN 1 AND 64),
            sealed_private_key BLOB NOT NULL CHECK (length(sealed_private_key) BETWEEN 1 AND 65536),
            certificate_pem TEXT NOT NULL CHECK (length(CAST(certificate_pem AS BLOB)) <= 65536),
            created_at INTEGER NOT NULL,
            published_until INTEGER CHECK (published_until > created_at)
        ) STRICT;

        CREATE TABLE service_account (
            email TEXT NOT NULL PRIMARY KEY CHECK (length(CAST(email AS BLOB)) BETWEEN 1 AND 256),
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            key_id TEXT NOT NULL UNIQUE CHECK (length(CAST(key_id AS BLOB)) BETWEEN 1 AND 256),
            public_key_pem TEXT NOT NULL CHECK (length(CAST(public_key_pem AS BLOB)) BETWEEN 1 AND 8192),
            created_at INTEGER NOT NULL,
            revoked_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX service_account_by_project ON service_account (project, created_at);

        CREATE TABLE access_token (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            service_account TEXT NOT NULL REFERENCES service_account ON DELETE CASCADE,
            expires_at INTEGER NOT NULL,
            scopes TEXT NOT NULL DEFAULT '["https://www.googleapis.com/auth/cloud-platform"]'
                CHECK (scopes GLOB '[[]*]' AND length(CAST(scopes AS BLOB)) <= 4096)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX access_token_by_service_account ON access_token (service_account);
        CREATE INDEX access_token_by_end ON access_token (expires_at);

        CREATE TABLE hash_configuration (
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number > 0),
            sealed_parameters BLOB NOT NULL CHECK (length(sealed_parameters) BETWEEN 1 AND 65536),
            created_at INTEGER NOT NULL,
            needed_at INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (project, number)
        ) STRICT;
        CREATE INDEX hash_configuration_by_need ON hash_configuration (needed_at);

        CREATE TABLE legacy_number (
            project TEXT NOT NULL PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
            last INTEGER NOT NULL CHECK (last > 0)
        ) STRICT;
        """

    private static let messages = """
        CREATE TABLE message_settings (
            project TEXT NOT NULL PRIMARY KEY REFERENCES project ON DELETE CASCADE,
            language TEXT CHECK (length(CAST(language AS BLOB)) BETWEEN 1 AND 64),
            sender_name TEXT CHECK (length(CAST(sender_name AS BLOB)) BETWEEN 1 AND 1024),
            sender_address TEXT CHECK (length(CAST(sender_address AS BLOB)) BETWEEN 1 AND 256),
            reply_to TEXT CHECK (length(CAST(reply_to AS BLOB)) BETWEEN 1 AND 256),
            updated_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE message_template (
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (length(CAST(kind AS BLOB)) BETWEEN 1 AND 64),
            language TEXT NOT NULL CHECK (length(CAST(language AS BLOB)) BETWEEN 1 AND 64),
            subject_line TEXT NOT NULL CHECK (length(CAST(subject_line AS BLOB)) <= 4096),
            text TEXT NOT NULL CHECK (length(CAST(text AS BLOB)) BETWEEN 1 AND 65536),
            html TEXT CHECK (length(CAST(html AS BLOB)) BETWEEN 1 AND 262144),
            updated_at INTEGER NOT NULL,
            PRIMARY KEY (project, kind, language)
        ) STRICT, WITHOUT ROWID;
        """
}
