/// Messages to people.
enum V3 {
    static let schema = """
        CREATE TABLE outbox_message (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 256),
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT NOT NULL CHECK (length(CAST(tenant AS BLOB)) <= 256),
            channel TEXT NOT NULL CHECK (length(CAST(channel AS BLOB)) BETWEEN 1 AND 64),
            kind TEXT NOT NULL CHECK (length(CAST(kind AS BLOB)) BETWEEN 1 AND 64),
            recipient TEXT NOT NULL CHECK (length(CAST(recipient AS BLOB)) BETWEEN 1 AND 256),
            sealed_content BLOB NOT NULL CHECK (length(sealed_content) BETWEEN 1 AND 65536),
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
            attempts INTEGER NOT NULL CHECK (attempts >= 0),
            next_attempt_at INTEGER NOT NULL,
            last_error TEXT CHECK (length(CAST(last_error AS BLOB)) <= 4096)
        ) STRICT;
        CREATE INDEX outbox_message_by_project ON outbox_message (project, created_at);
        CREATE INDEX outbox_message_due ON outbox_message (next_attempt_at) WHERE state = 'waiting';
        CREATE INDEX outbox_message_by_end ON outbox_message (expires_at);
        """
}
