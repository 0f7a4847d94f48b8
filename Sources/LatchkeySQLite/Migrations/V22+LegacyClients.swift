/// What clients of Simple Login and Firebase 2.x need: numbers for uids, sessions that end, and a project's settings for them.
enum V22 {
    static let schema = """
        ALTER TABLE project ADD COLUMN legacy_session_seconds INTEGER NOT NULL DEFAULT 2592000 CHECK (legacy_session_seconds >= 0);
        ALTER TABLE project ADD COLUMN reverse_auth INTEGER NOT NULL DEFAULT 0 CHECK (reverse_auth IN (0, 1));
        ALTER TABLE project ADD COLUMN provider_requests TEXT NOT NULL
            DEFAULT '["twitter.com/2/users/me","twitter.com/1.1/account/verify_credentials.json"]';
        ALTER TABLE session ADD COLUMN ends_at INTEGER;
        CREATE INDEX session_by_end ON session (ends_at) WHERE ends_at IS NOT NULL;
        CREATE TABLE legacy_number (
            project TEXT NOT NULL PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
            last INTEGER NOT NULL CHECK (last > 0)
        ) STRICT;
        """
}
