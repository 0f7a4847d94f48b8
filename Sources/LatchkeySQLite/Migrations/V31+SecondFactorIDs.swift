/// Makes ids of second factors unique within an account only, as in Firebase: administrators choose them.
enum V31 {
    static let schema = """
        CREATE TABLE new_second_factor (
            id TEXT NOT NULL CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 256),
            project TEXT NOT NULL,
            tenant TEXT NOT NULL,
            account TEXT NOT NULL,
            phone_number TEXT CHECK (length(CAST(phone_number AS BLOB)) BETWEEN 8 AND 16),
            sealed_seed BLOB CHECK (length(sealed_seed) BETWEEN 1 AND 4096),
            last_step INTEGER,
            display_name TEXT CHECK (length(CAST(display_name AS BLOB)) <= 4096),
            enrolled_at INTEGER NOT NULL,
            PRIMARY KEY (project, tenant, account, id),
            CONSTRAINT a_telephone_or_a_seed CHECK (
                (phone_number IS NULL) <> (sealed_seed IS NULL) AND (sealed_seed IS NULL) = (last_step IS NULL)),
            FOREIGN KEY (project, tenant, account) REFERENCES account (project, tenant, id) ON DELETE CASCADE
        ) STRICT;
        INSERT INTO new_second_factor (id, project, tenant, account, phone_number, sealed_seed, last_step, display_name, enrolled_at)
            SELECT id, project, tenant, account, phone_number, sealed_seed, last_step, display_name, enrolled_at
            FROM second_factor ORDER BY rowid;
        DROP TABLE second_factor;
        ALTER TABLE new_second_factor RENAME TO second_factor;
        CREATE INDEX second_factor_by_account ON second_factor (project, tenant, account, enrolled_at);
        CREATE UNIQUE INDEX second_factor_by_phone_number
            ON second_factor (project, tenant, account, phone_number) WHERE phone_number IS NOT NULL;
        """
}
