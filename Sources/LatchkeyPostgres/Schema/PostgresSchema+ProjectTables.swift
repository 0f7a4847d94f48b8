/// The server, its projects and tenants, and the programs that call them.
extension PostgresSchema {
    static let projectTables = """
        CREATE TABLE store_marker (
            one BIGINT PRIMARY KEY CHECK (one = 1),
            mode TEXT COLLATE "C" NOT NULL CHECK (mode IN ('real', 'sandbox')),
            write_proof BYTEA CHECK (octet_length(write_proof) <= 65536)
        );

        CREATE TABLE project (
            id TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (octet_length(id) BETWEEN 1 AND 64),
            display_name TEXT COLLATE "C" NOT NULL CHECK (octet_length(display_name) <= 4096),
            one_account_per_email BIGINT NOT NULL CHECK (one_account_per_email IN (0, 1)),
            enumeration_protection BIGINT NOT NULL CHECK (enumeration_protection IN (0, 1)),
            password_sign_in BIGINT NOT NULL CHECK (password_sign_in IN (0, 1)),
            anonymous_sign_in BIGINT NOT NULL CHECK (anonymous_sign_in IN (0, 1)),
            sign_up BIGINT NOT NULL CHECK (sign_up IN (0, 1)),
            recent_sign_in_seconds BIGINT NOT NULL CHECK (recent_sign_in_seconds >= 0),
            authorized_domains TEXT COLLATE "C" NOT NULL CHECK (authorized_domains LIKE '[%]'),
            sealed_signer_key BYTEA NOT NULL CHECK (octet_length(sealed_signer_key) BETWEEN 1 AND 4096),
            salt_separator BYTEA NOT NULL CHECK (octet_length(salt_separator) <= 256),
            scrypt_rounds BIGINT NOT NULL CHECK (scrypt_rounds BETWEEN 1 AND 8),
            scrypt_memory_cost BIGINT NOT NULL CHECK (scrypt_memory_cost BETWEEN 1 AND 14),
            created_at BIGINT NOT NULL,
            email_link_sign_in BIGINT NOT NULL DEFAULT 0 CHECK (email_link_sign_in IN (0, 1)),
            sign_ups_per_hour BIGINT NOT NULL DEFAULT 100 CHECK (sign_ups_per_hour >= 0),
            phone_sign_in BIGINT NOT NULL DEFAULT 0 CHECK (phone_sign_in IN (0, 1)),
            sms_second_factor BIGINT NOT NULL DEFAULT 0 CHECK (sms_second_factor IN (0, 1)),
            totp_second_factor BIGINT NOT NULL DEFAULT 0 CHECK (totp_second_factor IN (0, 1)),
            password_min_characters BIGINT NOT NULL DEFAULT 6 CHECK (password_min_characters BETWEEN 6 AND 30),
            password_max_characters BIGINT NOT NULL DEFAULT 4096
                CHECK (password_max_characters BETWEEN password_min_characters AND 4096),
            password_needs_lower BIGINT NOT NULL DEFAULT 0 CHECK (password_needs_lower IN (0, 1)),
            password_needs_upper BIGINT NOT NULL DEFAULT 0 CHECK (password_needs_upper IN (0, 1)),
            password_needs_digit BIGINT NOT NULL DEFAULT 0 CHECK (password_needs_digit IN (0, 1)),
            password_needs_symbol BIGINT NOT NULL DEFAULT 0 CHECK (password_needs_symbol IN (0, 1)),
            password_policy_enforced BIGINT NOT NULL DEFAULT 0 CHECK (password_policy_enforced IN (0, 1)),
            password_upgrade_at_sign_in BIGINT NOT NULL DEFAULT 0 CHECK (password_upgrade_at_sign_in IN (0, 1)),
            before_create_url TEXT COLLATE "C" CHECK (octet_length(before_create_url) BETWEEN 1 AND 2048),
            before_sign_in_url TEXT COLLATE "C" CHECK (octet_length(before_sign_in_url) BETWEEN 1 AND 2048),
            last_hash_configuration BIGINT NOT NULL DEFAULT 0,
            sms_per_day BIGINT NOT NULL DEFAULT 1000 CHECK (sms_per_day >= 0),
            legacy_session_seconds BIGINT NOT NULL DEFAULT 2592000 CHECK (legacy_session_seconds >= 0),
            reverse_auth BIGINT NOT NULL DEFAULT 0 CHECK (reverse_auth IN (0, 1)),
            provider_requests TEXT COLLATE "C" NOT NULL
                DEFAULT '["twitter.com/2/users/me","twitter.com/1.1/account/verify_credentials.json"]',
            legacy_routes BIGINT NOT NULL DEFAULT 0 CHECK (legacy_routes IN (0, 1)),
            forward_id_token BIGINT NOT NULL DEFAULT 0 CHECK (forward_id_token IN (0, 1)),
            forward_access_token BIGINT NOT NULL DEFAULT 0 CHECK (forward_access_token IN (0, 1)),
            forward_refresh_token BIGINT NOT NULL DEFAULT 0 CHECK (forward_refresh_token IN (0, 1)),
            new_network_mails BIGINT NOT NULL DEFAULT 0 CHECK (new_network_mails IN (0, 1)),
            -- The settings without a column of their own, so that a new setting needs no migration.
            other_settings TEXT COLLATE "C" NOT NULL DEFAULT '{}' CHECK (octet_length(other_settings) <= 65536)
        );

        CREATE TABLE tenant (
            project TEXT COLLATE "C" NOT NULL REFERENCES project ON DELETE CASCADE,
            id TEXT COLLATE "C" NOT NULL CHECK (octet_length(id) BETWEEN 1 AND 256),
            display_name TEXT COLLATE "C" NOT NULL CHECK (octet_length(display_name) <= 4096),
            disabled BIGINT NOT NULL CHECK (disabled IN (0, 1)),
            password_sign_in BIGINT NOT NULL CHECK (password_sign_in IN (0, 1)),
            email_link_sign_in BIGINT NOT NULL CHECK (email_link_sign_in IN (0, 1)),
            anonymous_sign_in BIGINT NOT NULL CHECK (anonymous_sign_in IN (0, 1)),
            sms_second_factor BIGINT NOT NULL CHECK (sms_second_factor IN (0, 1)),
            totp_second_factor BIGINT NOT NULL CHECK (totp_second_factor IN (0, 1)),
            sign_up BIGINT NOT NULL CHECK (sign_up IN (0, 1)),
            created_at BIGINT NOT NULL,
            PRIMARY KEY (project, id)
        );

        CREATE TABLE api_key (
            text TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (octet_length(text) BETWEEN 1 AND 256),
            project TEXT COLLATE "C" NOT NULL REFERENCES project ON DELETE CASCADE,
            created_at BIGINT NOT NULL,
            revoked_at BIGINT
        );
        CREATE INDEX api_key_by_project ON api_key (project, created_at);

        CREATE TABLE registered_app (
            project TEXT COLLATE "C" NOT NULL REFERENCES project ON DELETE CASCADE,
            id TEXT COLLATE "C" NOT NULL CHECK (octet_length(id) BETWEEN 1 AND 256),
            platform TEXT COLLATE "C" NOT NULL CHECK (octet_length(platform) BETWEEN 1 AND 64),
            bundle_id TEXT COLLATE "C" NOT NULL CHECK (octet_length(bundle_id) <= 1024),
            display_name TEXT COLLATE "C" NOT NULL CHECK (octet_length(display_name) <= 4096),
            created_at BIGINT NOT NULL,
            team_id TEXT COLLATE "C" CHECK (octet_length(team_id) BETWEEN 1 AND 64),
            PRIMARY KEY (project, id)
        );
        CREATE INDEX registered_app_team ON registered_app (team_id) WHERE team_id IS NOT NULL;

        CREATE TABLE provider_configuration (
            project TEXT COLLATE "C" NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT COLLATE "C" NOT NULL CHECK (octet_length(tenant) <= 256),
            provider TEXT COLLATE "C" NOT NULL CHECK (octet_length(provider) BETWEEN 1 AND 256),
            enabled BIGINT NOT NULL CHECK (enabled IN (0, 1)),
            client_id TEXT COLLATE "C" NOT NULL CHECK (octet_length(client_id) <= 4096),
            sealed_secret BYTEA NOT NULL CHECK (octet_length(sealed_secret) BETWEEN 1 AND 65536),
            api_origin TEXT COLLATE "C" NOT NULL CHECK (octet_length(api_origin) BETWEEN 1 AND 4096),
            web_origin TEXT COLLATE "C" NOT NULL CHECK (octet_length(web_origin) BETWEEN 1 AND 4096),
            scopes TEXT COLLATE "C" NOT NULL CHECK (scopes LIKE '[%]'),
            trusted_for_takeover BIGINT NOT NULL CHECK (trusted_for_takeover IN (0, 1)),
            issuer TEXT COLLATE "C" CHECK (octet_length(issuer) BETWEEN 1 AND 4096),
            accepted_client_ids TEXT COLLATE "C" NOT NULL
                CHECK (accepted_client_ids LIKE '[%]' AND octet_length(accepted_client_ids) <= 65536),
            parameters TEXT COLLATE "C" NOT NULL CHECK (parameters LIKE '{%}' AND octet_length(parameters) <= 65536),
            updated_at BIGINT NOT NULL,
            PRIMARY KEY (project, tenant, provider)
        );

        CREATE TABLE saml_configuration (
            project TEXT COLLATE "C" NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT COLLATE "C" NOT NULL CHECK (octet_length(tenant) <= 256),
            id TEXT COLLATE "C" NOT NULL CHECK (id LIKE 'saml._%' AND octet_length(id) <= 256),
            display_name TEXT COLLATE "C" CHECK (octet_length(display_name) <= 4096),
            enabled BIGINT NOT NULL CHECK (enabled IN (0, 1)),
            idp_entity_id TEXT COLLATE "C" NOT NULL CHECK (octet_length(idp_entity_id) BETWEEN 1 AND 4096),
            sso_url TEXT COLLATE "C" NOT NULL CHECK (octet_length(sso_url) BETWEEN 1 AND 4096),
            certificates TEXT COLLATE "C" NOT NULL CHECK (certificates LIKE '[%]' AND octet_length(certificates) <= 262144),
            sign_request BIGINT NOT NULL CHECK (sign_request IN (0, 1)),
            sp_entity_id TEXT COLLATE "C" CHECK (octet_length(sp_entity_id) BETWEEN 1 AND 4096),
            callback_uri TEXT COLLATE "C" CHECK (octet_length(callback_uri) BETWEEN 1 AND 4096),
            updated_at BIGINT NOT NULL,
            PRIMARY KEY (project, tenant, id)
        );

        CREATE TABLE signing_key (
            rowid BIGINT GENERATED ALWAYS AS IDENTITY,
            id TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (octet_length(id) BETWEEN 1 AND 256),
            algorithm TEXT COLLATE "C" NOT NULL CHECK (octet_length(algorithm) BETWEEN 1 AND 64),
            sealed_private_key BYTEA NOT NULL CHECK (octet_length(sealed_private_key) BETWEEN 1 AND 65536),
            certificate_pem TEXT COLLATE "C" NOT NULL CHECK (octet_length(certificate_pem) <= 65536),
            created_at BIGINT NOT NULL,
            published_until BIGINT CHECK (published_until > created_at),
            purpose TEXT COLLATE "C" NOT NULL DEFAULT 'id-token' CHECK (purpose IN ('id-token', 'session-cookie')),
            cookies_until BIGINT
        );

        CREATE TABLE service_account (
            email TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (octet_length(email) BETWEEN 1 AND 256),
            project TEXT COLLATE "C" NOT NULL REFERENCES project ON DELETE CASCADE,
            key_id TEXT COLLATE "C" NOT NULL UNIQUE CHECK (octet_length(key_id) BETWEEN 1 AND 256),
            public_key_pem TEXT COLLATE "C" NOT NULL CHECK (octet_length(public_key_pem) BETWEEN 1 AND 8192),
            created_at BIGINT NOT NULL,
            revoked_at BIGINT
        );
        CREATE INDEX service_account_by_project ON service_account (project, created_at);

        CREATE TABLE access_token (
            id BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(id) = 32),
            service_account TEXT COLLATE "C" NOT NULL REFERENCES service_account ON DELETE CASCADE,
            expires_at BIGINT NOT NULL,
            scopes TEXT COLLATE "C" NOT NULL DEFAULT '["https://www.googleapis.com/auth/cloud-platform"]'
                CHECK (scopes LIKE '[%]' AND octet_length(scopes) <= 4096)
        );
        CREATE INDEX access_token_by_service_account ON access_token (service_account);
        CREATE INDEX access_token_by_end ON access_token (expires_at);

        CREATE TABLE hash_configuration (
            project TEXT COLLATE "C" NOT NULL REFERENCES project ON DELETE CASCADE,
            number BIGINT NOT NULL CHECK (number > 0),
            sealed_parameters BYTEA NOT NULL CHECK (octet_length(sealed_parameters) BETWEEN 1 AND 65536),
            created_at BIGINT NOT NULL,
            needed_at BIGINT NOT NULL DEFAULT 0,
            PRIMARY KEY (project, number)
        );
        CREATE INDEX hash_configuration_by_need ON hash_configuration (needed_at);

        CREATE TABLE legacy_number (
            project TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
            last BIGINT NOT NULL CHECK (last > 0)
        );

        CREATE TABLE message_settings (
            project TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES project ON DELETE CASCADE,
            language TEXT COLLATE "C" CHECK (octet_length(language) BETWEEN 1 AND 64),
            sender_name TEXT COLLATE "C" CHECK (octet_length(sender_name) BETWEEN 1 AND 1024),
            sender_address TEXT COLLATE "C" CHECK (octet_length(sender_address) BETWEEN 1 AND 256),
            reply_to TEXT COLLATE "C" CHECK (octet_length(reply_to) BETWEEN 1 AND 256),
            updated_at BIGINT NOT NULL
        );

        CREATE TABLE message_template (
            project TEXT COLLATE "C" NOT NULL REFERENCES project ON DELETE CASCADE,
            kind TEXT COLLATE "C" NOT NULL CHECK (octet_length(kind) BETWEEN 1 AND 64),
            language TEXT COLLATE "C" NOT NULL CHECK (octet_length(language) BETWEEN 1 AND 64),
            subject_line TEXT COLLATE "C" NOT NULL CHECK (octet_length(subject_line) <= 4096),
            text TEXT COLLATE "C" NOT NULL CHECK (octet_length(text) BETWEEN 1 AND 65536),
            html TEXT COLLATE "C" CHECK (octet_length(html) BETWEEN 1 AND 262144),
            updated_at BIGINT NOT NULL,
            PRIMARY KEY (project, kind, language)
        );
        """
}
