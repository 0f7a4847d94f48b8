/// A limit of the text messages that a project sends.
enum V18 {
    static let schema = """
        ALTER TABLE project ADD COLUMN sms_per_day INTEGER NOT NULL DEFAULT 1000 CHECK (sms_per_day >= 0);
        """
}
