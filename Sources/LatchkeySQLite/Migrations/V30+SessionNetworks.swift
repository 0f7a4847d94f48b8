/// Adds the networks from which sessions were used, and whether users are notified of new ones.
enum V30 {
    static let schema = """
        ALTER TABLE session ADD COLUMN networks TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE project ADD COLUMN new_network_mails INTEGER NOT NULL DEFAULT 0 CHECK (new_network_mails IN (0, 1));
        """
}
