/// Hash parameters that nobody's password needs any more go.
///
/// Those of before count as long not needed, which harms nobody: they stay while an account refers to them. Only accounts that brought a
/// password from elsewhere and have not signed in are in the index. A project knows the last number that it gave, so that none means two
/// things.
enum V17 {
    static let schema = """
        ALTER TABLE hash_configuration ADD COLUMN needed_at INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX hash_configuration_by_need ON hash_configuration (needed_at);
        CREATE INDEX account_by_password_configuration ON account (project, password_configuration)
            WHERE password_configuration IS NOT NULL;
        ALTER TABLE project ADD COLUMN last_hash_configuration INTEGER NOT NULL DEFAULT 0;
        UPDATE project SET last_hash_configuration =
            (SELECT coalesce(max(number), 0) FROM hash_configuration WHERE hash_configuration.project = project.id);
        """
}
