/// Adds the provider tokens that a project's hooks receive.
enum V29 {
    static let schema = """
        ALTER TABLE project ADD COLUMN forward_id_token INTEGER NOT NULL DEFAULT 0 CHECK (forward_id_token IN (0, 1));
        ALTER TABLE project ADD COLUMN forward_access_token INTEGER NOT NULL DEFAULT 0 CHECK (forward_access_token IN (0, 1));
        ALTER TABLE project ADD COLUMN forward_refresh_token INTEGER NOT NULL DEFAULT 0 CHECK (forward_refresh_token IN (0, 1));
        """
}
