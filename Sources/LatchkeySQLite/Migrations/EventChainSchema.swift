/// Numbers the events of the audit log and links them in a chain.
///
/// The primary key of an event is its sequence number. The chain begins after the events that exist at this step, because their past is
/// unknown. The key of the chain is created when the store is opened with a master key.
enum EventChainSchema {
    private static func digest(_ column: String) -> String { "\(column) BLOB CHECK (length(\(column)) = 32)" }

    private static let lastEvent = "(SELECT coalesce(max(id), 0) FROM auth_event)"

    static let sql = """
        ALTER TABLE auth_event ADD COLUMN salt BLOB CHECK (length(salt) = 16);
        ALTER TABLE auth_event ADD COLUMN \(digest("personal"));
        ALTER TABLE auth_event ADD COLUMN \(digest("proof"));
        ALTER TABLE auth_event ADD COLUMN \(digest("link"));
        CREATE TABLE removed_event (
            sequence INTEGER PRIMARY KEY,
            commitment BLOB NOT NULL CHECK (length(commitment) = 32),
            link BLOB NOT NULL CHECK (length(link) = 32),
            proof BLOB NOT NULL CHECK (length(proof) = 32)
        ) STRICT;
        CREATE TABLE event_chain (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            sealed_key BLOB,
            begin INTEGER NOT NULL,
            anchor INTEGER NOT NULL,
            \(digest("anchor_link")),
            \(digest("anchor_proof")),
            head INTEGER NOT NULL,
            \(digest("head_link")),
            \(digest("head_proof"))
        ) STRICT;
        INSERT INTO event_chain (one, begin, anchor, head) VALUES (1, \(lastEvent), \(lastEvent), \(lastEvent));
        CREATE TABLE event_stream (
            name TEXT NOT NULL PRIMARY KEY CHECK (name IN ('file', 'syslog', 'webhook')),
            sequence INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
