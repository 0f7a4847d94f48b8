/// Which developer team an app belongs to: Apple's systems open an address of ours with it only if the server names both.
enum V24 {
    static let schema = """
        ALTER TABLE registered_app ADD COLUMN team_id TEXT CHECK (length(CAST(team_id AS BLOB)) BETWEEN 1 AND 64);
        CREATE INDEX registered_app_team ON registered_app (team_id) WHERE team_id IS NOT NULL;
        """
}
