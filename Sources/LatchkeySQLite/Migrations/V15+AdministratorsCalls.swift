/// Lists for administrators, links that withdraw a second factor, SAML configurations that are kept and not used.
enum V15 {
    // Nothing else about an account is indexed for the sake of sorting: an index on what changes with a sign-in is paid for by each one.
    static let schema = """
        CREATE INDEX account_by_creation ON account (project, tenant, created_at, id);

        ALTER TABLE one_time_code ADD COLUMN second_factor TEXT CHECK (length(CAST(second_factor AS BLOB)) BETWEEN 1 AND 256);

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
}
