/// Passwords that were hashed elsewhere.
///
/// The account's reference to its configuration is no foreign key: one of two columns cannot be added to a table that is there.
/// No configuration is deleted while an account refers to it.
enum V14 {
    static let schema = """
        CREATE TABLE hash_configuration (
            project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number > 0),
            sealed_parameters BLOB NOT NULL CHECK (length(sealed_parameters) BETWEEN 1 AND 65536),
            created_at INTEGER NOT NULL,
            PRIMARY KEY (project, number)
        ) STRICT;

        ALTER TABLE account ADD COLUMN password_configuration INTEGER
            CONSTRAINT only_a_password_has_a_configuration CHECK (password_configuration IS NULL OR password_hash IS NOT NULL);
        """
}
