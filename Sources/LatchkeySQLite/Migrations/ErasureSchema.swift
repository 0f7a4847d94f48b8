/// The work that is left after accounts were deleted.
enum ErasureSchema {
    /// A row has no foreign key: neither the account nor, maybe, the project exists while the work is done.
    static let sql = """
        CREATE TABLE account_erasure (
            pseudonym TEXT NOT NULL PRIMARY KEY CHECK (length(CAST(pseudonym AS BLOB)) BETWEEN 1 AND 256),
            uid TEXT NOT NULL CHECK (length(CAST(uid AS BLOB)) BETWEEN 1 AND 512),
            project TEXT NOT NULL CHECK (length(CAST(project AS BLOB)) BETWEEN 1 AND 64),
            tenant TEXT NOT NULL CHECK (length(CAST(tenant AS BLOB)) <= 256),
            deleted_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_erasure_by_time ON account_erasure (deleted_at, pseudonym);
        """
}
