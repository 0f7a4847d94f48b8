/// Limits of what strangers may do.
enum V7 {
    static let schema = """
        ALTER TABLE project ADD COLUMN sign_ups_per_hour INTEGER NOT NULL DEFAULT 100 CHECK (sign_ups_per_hour >= 0);
        """
}
