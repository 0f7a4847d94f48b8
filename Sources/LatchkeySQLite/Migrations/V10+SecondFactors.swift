/// Second factors.
enum V10 {
    static let schema = """
        CREATE TABLE second_factor (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 256),
            project TEXT NOT NULL,
            tenant TEXT NOT NULL,
            account TEXT NOT NULL,
            phone_number TEXT CHECK (length(CAST(phone_number AS BLOB)) BETWEEN 8 AND 16),
            sealed_seed BLOB CHECK (length(sealed_seed) BETWEEN 1 AND 4096),
            last_step INTEGER,
            display_name TEXT CHECK (length(CAST(display_name AS BLOB)) <= 4096),
            enrolled_at INTEGER NOT NULL,
            CONSTRAINT a_telephone_or_a_seed CHECK (
                (phone_number IS NULL) <> (sealed_seed IS NULL) AND (sealed_seed IS NULL) = (last_step IS NULL)),
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX second_factor_by_account ON second_factor (project, tenant, account, enrolled_at);
        CREATE UNIQUE INDEX second_factor_by_phone_number
            ON second_factor (project, tenant, account, phone_number) WHERE phone_number IS NOT NULL;

        CREATE TABLE pending_second_factor (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            project TEXT NOT NULL,
            tenant TEXT NOT NULL,
            account TEXT NOT NULL,
            method TEXT NOT NULL CHECK (length(CAST(method AS BLOB)) BETWEEN 1 AND 256),
            claims TEXT CHECK (claims GLOB '{*}' AND length(CAST(claims AS BLOB)) <= 8192),
            tries_left INTEGER NOT NULL CHECK (tries_left >= 0),
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX pending_second_factor_by_account ON pending_second_factor (project, tenant, account);
        CREATE INDEX pending_second_factor_by_end ON pending_second_factor (expires_at);

        CREATE TABLE totp_enrolment (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            project TEXT NOT NULL,
            tenant TEXT NOT NULL,
            account TEXT NOT NULL,
            sealed_seed BLOB NOT NULL CHECK (length(sealed_seed) BETWEEN 1 AND 4096),
            tries_left INTEGER NOT NULL CHECK (tries_left >= 0),
            expires_at INTEGER NOT NULL,
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX totp_enrolment_by_account ON totp_enrolment (project, tenant, account);
        CREATE INDEX totp_enrolment_by_end ON totp_enrolment (expires_at);

        CREATE TABLE recovery_code (
            project TEXT NOT NULL,
            tenant TEXT NOT NULL,
            account TEXT NOT NULL,
            code BLOB NOT NULL CHECK (length(code) = 32),
            PRIMARY KEY (project, tenant, account, code),
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE session ADD COLUMN second_factor_id TEXT CHECK (length(CAST(second_factor_id AS BLOB)) BETWEEN 1 AND 256);
        ALTER TABLE project ADD COLUMN sms_second_factor INTEGER NOT NULL DEFAULT 0 CHECK (sms_second_factor IN (0, 1));
        ALTER TABLE project ADD COLUMN totp_second_factor INTEGER NOT NULL DEFAULT 0 CHECK (totp_second_factor IN (0, 1));
        """
}
