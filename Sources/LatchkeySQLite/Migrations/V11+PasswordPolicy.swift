/// What a project asks of passwords.
enum V11 {
    static let schema = """
        ALTER TABLE project ADD COLUMN password_min_characters INTEGER NOT NULL DEFAULT 6
            CHECK (password_min_characters BETWEEN 6 AND 30);
        ALTER TABLE project ADD COLUMN password_max_characters INTEGER NOT NULL DEFAULT 4096
            CHECK (password_max_characters BETWEEN password_min_characters AND 4096);
        ALTER TABLE project ADD COLUMN password_needs_lower INTEGER NOT NULL DEFAULT 0 CHECK (password_needs_lower IN (0, 1));
        ALTER TABLE project ADD COLUMN password_needs_upper INTEGER NOT NULL DEFAULT 0 CHECK (password_needs_upper IN (0, 1));
        ALTER TABLE project ADD COLUMN password_needs_digit INTEGER NOT NULL DEFAULT 0 CHECK (password_needs_digit IN (0, 1));
        ALTER TABLE project ADD COLUMN password_needs_symbol INTEGER NOT NULL DEFAULT 0 CHECK (password_needs_symbol IN (0, 1));
        ALTER TABLE project ADD COLUMN password_policy_enforced INTEGER NOT NULL DEFAULT 0 CHECK (password_policy_enforced IN (0, 1));
        ALTER TABLE project ADD COLUMN password_upgrade_at_sign_in INTEGER NOT NULL DEFAULT 0
            CHECK (password_upgrade_at_sign_in IN (0, 1));
        """
}
