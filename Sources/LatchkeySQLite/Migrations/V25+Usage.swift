/// Counts of events and of accounts in use, and indexes for events of a rare kind.
///
/// Triggers keep the counts, so that they change in the transaction that they count, whichever statement it has. An account counts under
/// the last day on which it was used: it moves from one day to another at most once a day, and how many were used in the last days is a
/// sum of a few rows. How many accounts were active on a day before this step is not known, only how many were not used since.
///
/// What is not allowed is mostly rare, so its own indexes cost little.
enum V25 {
    static let schema = [eventCounts, activity, indexes].joined(separator: "\n")

    private static func day(_ instant: String) -> String { "(\(instant)) / 86400000" }

    private static func method(_ event: String) -> String {
        "CASE WHEN \(event)outcome = 'allowed' THEN coalesce(\(event)method, '') ELSE '' END"
    }

    /// Codes are few; whatever else somebody wrote there is counted as one.
    private static func reason(_ event: String) -> String {
        """
        CASE WHEN \(event)outcome = 'allowed' OR \(event)reason IS NULL THEN ''
            WHEN length(CAST(\(event)reason AS BLOB)) > 64 OR \(event)reason GLOB '*[^A-Z0-9_]*' THEN 'OTHER'
            ELSE \(event)reason END
        """
    }

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
        INSERT INTO event_count (project, day, kind, outcome, method, reason, count)
            SELECT project, \(day("at")), kind, outcome, \(method("")), \(reason("")), count(*) FROM auth_event GROUP BY 1, 2, 3, 4, 5, 6;
        CREATE TRIGGER event_counted AFTER INSERT ON auth_event BEGIN
            INSERT INTO event_count (project, day, kind, outcome, method, reason, count)
                VALUES (NEW.project, \(day("NEW.at")), NEW.kind, NEW.outcome, \(method("NEW.")), \(reason("NEW.")), 1)
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

    private static let activity = """
        CREATE TABLE account_activity (
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            day INTEGER NOT NULL,
            active INTEGER NOT NULL,
            latest INTEGER NOT NULL,
            PRIMARY KEY (project, day)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO account_activity (project, day, active, latest)
            SELECT project, \(lastUse("")), count(*), count(*) FROM account GROUP BY 1, 2;
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

    private static let indexes = """
        CREATE INDEX auth_event_by_kind ON auth_event (project, kind, at);
        CREATE INDEX auth_event_not_allowed ON auth_event (project, outcome, at) WHERE outcome <> 'allowed';
        CREATE INDEX auth_event_not_allowed_by_kind ON auth_event (project, kind, outcome, at) WHERE outcome <> 'allowed';
        """
}
