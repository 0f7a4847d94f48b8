/// Events, the outbox, and counts.
extension BaseSchema {
    static let recordTables = [outbox, events, eventCounts, activity].joined(separator: "\n")

    private static let outbox = """
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
        CREATE INDEX outbox_message_by_end ON outbox_message (expires_at);
        CREATE INDEX outbox_message_due ON outbox_message (channel, next_attempt_at) WHERE state = 'waiting';
        """

    /// Events that were not allowed are rare, so their own indexes cost little.
    private static let events = """
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
        CREATE INDEX auth_event_by_kind ON auth_event (project, kind, at);
        CREATE INDEX auth_event_not_allowed ON auth_event (project, outcome, at) WHERE outcome <> 'allowed';
        CREATE INDEX auth_event_not_allowed_by_kind ON auth_event (project, kind, outcome, at) WHERE outcome <> 'allowed';
        """

    private static func day(_ instant: String) -> String { "(\(instant)) / 86400000" }

    private static let eventMethod = "CASE WHEN NEW.outcome = 'allowed' THEN coalesce(NEW.method, '') ELSE '' END"

    /// There are few codes; all other reasons count as one.
    private static let eventReason = """
        CASE WHEN NEW.outcome = 'allowed' OR NEW.reason IS NULL THEN ''
            WHEN length(CAST(NEW.reason AS BLOB)) > 64 OR NEW.reason GLOB '*[^A-Z0-9_]*' THEN 'OTHER'
            ELSE NEW.reason END
        """

    /// Triggers maintain the counts, so that they change in the transaction of the event, regardless of the statement.
    private static let eventCounts = """
        CREATE TABLE event_count (
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            day INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (length(CAST(kind AS BLOB)) BETWEEN 1 AND 64),
            outcome TEXT NOT NULL CHECK (outcome IN ('allowed', 'refused', 'confirmation_needed')),
            method TEXT NOT NULL CHECK (length(CAST(method AS BLOB)) <= 256),
            reason TEXT NOT NULL CHECK (length(CAST(reason AS BLOB)) <= 64),
            count INTEGER NOT NULL CHECK (count > 0),
            PRIMARY KEY (project, day, kind, outcome, method, reason)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER event_counted AFTER INSERT ON auth_event BEGIN
            INSERT INTO event_count (project, day, kind, outcome, method, reason, count)
                VALUES (NEW.project, \(day("NEW.at")), NEW.kind, NEW.outcome, \(eventMethod), \(eventReason), 1)
                ON CONFLICT (project, day, kind, outcome, method, reason) DO UPDATE SET count = count + 1;
        END;
        """

    private static func lastUse(_ account: String) -> String {
        day("max(\(account)last_sign_in_at, coalesce(\(account)last_refresh_at, 0))")
    }

    private static let oneMore = """
        INSERT INTO account_activity (project, day, active, latest) VALUES (NEW.project, \(lastUse("NEW.")), 1, 1)
                ON CONFLICT (project, day) DO UPDATE SET active = active + 1, latest = latest + 1;
        """

    private static let oneLess = """
        UPDATE account_activity SET latest = latest - 1 WHERE project = OLD.project AND day = \(lastUse("OLD."));
        """

    /// An account counts under the last day on which it was used. It moves to another day at most once a day, so that the number of
    /// accounts that were used in the last days is a sum of a few rows.
    private static let activity = """
        CREATE TABLE account_activity (
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            day INTEGER NOT NULL,
            active INTEGER NOT NULL,
            latest INTEGER NOT NULL,
            PRIMARY KEY (project, day)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER account_made AFTER INSERT ON account BEGIN
            \(oneMore)
        END;
        CREATE TRIGGER account_used AFTER UPDATE OF last_sign_in_at, last_refresh_at ON account
        WHEN \(lastUse("NEW.")) <> \(lastUse("OLD.")) BEGIN
            \(oneLess)
            \(oneMore)
        END;
        CREATE TRIGGER account_gone AFTER DELETE ON account BEGIN
            \(oneLess)
        END;
        """
}
