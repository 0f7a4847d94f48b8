/// The webhooks of projects, and the events that wait for them.
enum WebhookSchema {
    /// A delivery has no foreign key to its account, because it can report that the account was deleted.
    static let sql = """
        CREATE TABLE webhook_endpoint (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 64),
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            url TEXT NOT NULL CHECK (length(CAST(url AS BLOB)) BETWEEN 1 AND 4096),
            events TEXT NOT NULL CHECK (length(CAST(events AS BLOB)) BETWEEN 2 AND 1024),
            sealed_secret BLOB NOT NULL CHECK (length(sealed_secret) BETWEEN 1 AND 1024),
            sealed_previous BLOB CHECK (length(sealed_previous) BETWEEN 1 AND 1024),
            previous_until INTEGER,
            enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
            created_at INTEGER NOT NULL,
            failing_since INTEGER,
            last_error TEXT CHECK (length(CAST(last_error AS BLOB)) <= 4096),
            dropped_count INTEGER NOT NULL CHECK (dropped_count >= 0)
        ) STRICT;
        CREATE INDEX webhook_endpoint_by_project ON webhook_endpoint (project, created_at);
        CREATE TABLE webhook_delivery (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 64),
            endpoint TEXT NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
            event TEXT NOT NULL CHECK (length(CAST(event AS BLOB)) BETWEEN 1 AND 64),
            project TEXT NOT NULL CHECK (length(CAST(project AS BLOB)) BETWEEN 1 AND 64),
            tenant TEXT NOT NULL CHECK (length(CAST(tenant AS BLOB)) <= 256),
            uid TEXT NOT NULL CHECK (length(CAST(uid AS BLOB)) BETWEEN 1 AND 512),
            payload TEXT CHECK (length(CAST(payload AS BLOB)) BETWEEN 1 AND 65536),
            created_at INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('queued', 'waiting', 'delivered', 'failed')),
            attempts INTEGER NOT NULL CHECK (attempts >= 0),
            next_attempt_at INTEGER NOT NULL,
            last_error TEXT CHECK (length(CAST(last_error AS BLOB)) <= 4096)
        ) STRICT;
        CREATE INDEX webhook_delivery_by_endpoint ON webhook_delivery (endpoint, number);
        CREATE INDEX webhook_delivery_by_account ON webhook_delivery (uid, project, tenant);
        CREATE INDEX webhook_delivery_by_time ON webhook_delivery (created_at);
        CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint, next_attempt_at) WHERE state = 'waiting';
        CREATE INDEX webhook_delivery_unfinished ON webhook_delivery (endpoint, uid, tenant, number, state) WHERE state IN ('queued', 'waiting');
        CREATE INDEX webhook_delivery_delivered ON webhook_delivery (endpoint, number) WHERE state = 'delivered';
        CREATE INDEX webhook_delivery_failed ON webhook_delivery (endpoint, number) WHERE state = 'failed';
        """
}
