/// The addresses of a project's hooks.
enum V12 {
    static let schema = """
        ALTER TABLE project ADD COLUMN before_create_url TEXT CHECK (length(CAST(before_create_url AS BLOB)) BETWEEN 1 AND 2048);
        ALTER TABLE project ADD COLUMN before_sign_in_url TEXT CHECK (length(CAST(before_sign_in_url AS BLOB)) BETWEEN 1 AND 2048);
        """
}
