/// Tenants, and providers of their own.
///
/// The table of providers is built anew, because the tenant becomes part of its key.
enum V16 {
    static let schema = """
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

        CREATE TABLE provider_of_tenant (
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
        INSERT INTO provider_of_tenant (
            project, tenant, provider, enabled, client_id, sealed_secret, api_origin, web_origin, scopes, trusted_for_takeover, issuer,
            accepted_client_ids, parameters, updated_at)
            SELECT project, '', provider, enabled, client_id, sealed_secret, api_origin, web_origin, scopes, trusted_for_takeover, issuer,
                accepted_client_ids, parameters, updated_at
            FROM provider_configuration;
        DROP TABLE provider_configuration;
        ALTER TABLE provider_of_tenant RENAME TO provider_configuration;
        """
}
