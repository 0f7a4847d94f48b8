/// Secrets of databases, what access tokens open, and how large a write to a database may be.
///
/// A secret that was revoked is known by its fingerprint alone. Access tokens of before, which last an hour, opened everything.
enum V21 {
    static let schema = """
        CREATE TABLE database_secret (
            fingerprint BLOB NOT NULL PRIMARY KEY CHECK (length(fingerprint) = 32),
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            sealed_secret BLOB CHECK (length(sealed_secret) BETWEEN 1 AND 4096),
            created_at INTEGER NOT NULL,
            revoked_at INTEGER,
            CHECK ((sealed_secret IS NULL) = (revoked_at IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX database_secret_by_project ON database_secret (project, created_at, fingerprint);

        ALTER TABLE access_token ADD COLUMN scopes TEXT NOT NULL DEFAULT '["https://www.googleapis.com/auth/cloud-platform"]'
            CHECK (scopes GLOB '[[]*]' AND length(CAST(scopes AS BLOB)) <= 4096);

        ALTER TABLE realtime_database ADD COLUMN settings TEXT NOT NULL DEFAULT '{}'
            CHECK (settings GLOB '{*}' AND length(CAST(settings AS BLOB)) <= 4096);
        """
}
