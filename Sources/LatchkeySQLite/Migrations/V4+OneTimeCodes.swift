/// One-time codes, and signing in with a link that is sent by mail.
enum V4 {
    static let schema = """
        CREATE TABLE one_time_code (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            tenant TEXT NOT NULL CHECK (length(CAST(tenant AS BLOB)) <= 256),
            kind TEXT NOT NULL CHECK (length(CAST(kind AS BLOB)) BETWEEN 1 AND 64),
            recipient TEXT NOT NULL
                CHECK (recipient = lower(recipient) AND instr(recipient, '@') > 1 AND length(CAST(recipient AS BLOB)) <= 254),
            email TEXT CHECK (email = lower(email) AND instr(email, '@') > 1 AND length(CAST(email AS BLOB)) <= 254),
            new_email TEXT
                CHECK (new_email = lower(new_email) AND instr(new_email, '@') > 1 AND length(CAST(new_email AS BLOB)) <= 254),
            account TEXT,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            CONSTRAINT ends_after_it_began CHECK (expires_at > created_at),
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX one_time_code_by_account ON one_time_code (project, tenant, account) WHERE account IS NOT NULL;
        CREATE INDEX one_time_code_by_recipient ON one_time_code (project, tenant, recipient, kind, created_at);
        CREATE INDEX one_time_code_by_end ON one_time_code (expires_at);

        ALTER TABLE project ADD COLUMN email_link_sign_in INTEGER NOT NULL DEFAULT 0 CHECK (email_link_sign_in IN (0, 1));
        ALTER TABLE account ADD COLUMN email_link_sign_in INTEGER NOT NULL DEFAULT 0 CHECK (email_link_sign_in IN (0, 1));
        """
}
