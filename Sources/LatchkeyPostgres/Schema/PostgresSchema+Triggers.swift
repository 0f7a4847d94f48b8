/// The numbers that the console shows, counted with each change.
extension PostgresSchema {
    static let triggers = [events, activity].joined(separator: "\n")

    private static let events = """
        CREATE FUNCTION count_event() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO event_count (project, day, kind, outcome, method, reason, count) VALUES (
                NEW.project, NEW.at / 86400000, NEW.kind, NEW.outcome,
                CASE WHEN NEW.outcome = 'allowed' THEN coalesce(NEW.method, '') ELSE '' END,
                CASE
                    WHEN NEW.outcome = 'allowed' OR NEW.reason IS NULL THEN ''
                    WHEN octet_length(NEW.reason) > 64 OR NEW.reason ~ '[^A-Z0-9_]' THEN 'OTHER'
                    ELSE NEW.reason
                END, 1)
            ON CONFLICT (project, day, kind, outcome, method, reason) DO UPDATE SET count = event_count.count + 1;
            RETURN NULL;
        END $$;
        CREATE TRIGGER event_counted AFTER INSERT ON auth_event FOR EACH ROW EXECUTE FUNCTION count_event();
        """

    /// The number of accounts whose last use was on each day.
    private static let activity = """
        CREATE FUNCTION day_of_use(changed account) RETURNS BIGINT LANGUAGE sql IMMUTABLE
            RETURN greatest(changed.last_sign_in_at, changed.last_refresh_at) / 86400000;
        CREATE FUNCTION count_activity() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' AND day_of_use(NEW) = day_of_use(OLD) THEN RETURN NULL; END IF;
            IF TG_OP <> 'INSERT' THEN
                UPDATE account_activity SET latest = latest - 1 WHERE project = OLD.project AND day = day_of_use(OLD);
            END IF;
            IF TG_OP <> 'DELETE' THEN
                INSERT INTO account_activity (project, day, active, latest) VALUES (NEW.project, day_of_use(NEW), 1, 1)
                ON CONFLICT (project, day) DO UPDATE SET
                    active = account_activity.active + 1, latest = account_activity.latest + 1;
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER account_made AFTER INSERT ON account FOR EACH ROW EXECUTE FUNCTION count_activity();
        CREATE TRIGGER account_used AFTER UPDATE OF last_sign_in_at, last_refresh_at ON account
            FOR EACH ROW EXECUTE FUNCTION count_activity();
        CREATE TRIGGER account_gone AFTER DELETE ON account FOR EACH ROW EXECUTE FUNCTION count_activity();
        """
}
