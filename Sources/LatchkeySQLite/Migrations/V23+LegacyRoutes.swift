/// Whether original clients of Simple Login and Firebase 2.x are answered.
enum V23 {
    static let schema = """
        ALTER TABLE project ADD COLUMN legacy_routes INTEGER NOT NULL DEFAULT 0 CHECK (legacy_routes IN (0, 1));
        """
}
