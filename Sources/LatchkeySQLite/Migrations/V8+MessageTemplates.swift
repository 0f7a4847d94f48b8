/// What projects say in their messages; messages come due by channel.
enum V8 {
    static let schema = """
        CREATE TABLE message_settings (
            project TEXT NOT NULL PRIMARY KEY REFERENCES project ON DELETE CASCADE,
            language TEXT CHECK (length(CAST(language AS BLOB)) BETWEEN 1 AND 64),
            sender_name TEXT CHECK (length(CAST(sender_name AS BLOB)) BETWEEN 1 AND 1024),
            sender_address TEXT CHECK (length(CAST(sender_address AS BLOB)) BETWEEN 1 AND 256),
            reply_to TEXT CHECK (length(CAST(reply_to AS BLOB)) BETWEEN 1 AND 256),
            updated_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE message_template (
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (length(CAST(kind AS BLOB)) BETWEEN 1 AND 64),
            language TEXT NOT NULL CHECK (length(CAST(language AS BLOB)) BETWEEN 1 AND 64),
            subject_line TEXT NOT NULL CHECK (length(CAST(subject_line AS BLOB)) <= 4096),
            text TEXT NOT NULL CHECK (length(CAST(text AS BLOB)) BETWEEN 1 AND 65536),
            html TEXT CHECK (length(CAST(html AS BLOB)) BETWEEN 1 AND 262144),
            updated_at INTEGER NOT NULL,
            PRIMARY KEY (project, kind, language)
        ) STRICT, WITHOUT ROWID;

        DROP INDEX outbox_message_due;
        CREATE INDEX outbox_message_due ON outbox_message (channel, next_attempt_at) WHERE state = 'waiting';
        """
}
