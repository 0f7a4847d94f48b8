/// The schema of the first migration.
///
/// Times are milliseconds since 1970. Fingerprints are SHA-256, 32 bytes. Limits count bytes, because `length` of a text stops at its
/// first NUL; they leave room around the limits that users meet. JSON is checked by its brackets only, because SQLite before 3.41 counts
/// its JSON functions among those that an untrusted schema may not use. Tables whose rows are small and are found by their primary key
/// have no rowid.
enum BaseSchema {
    static let sql = [projectTables, accountTables, signInTables, recordTables, databaseTables].joined(separator: "\n")
}
