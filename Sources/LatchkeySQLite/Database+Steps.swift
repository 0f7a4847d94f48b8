import GRDB
import GRDBSQLite

extension Database {
    private static let begin = "SAVEPOINT latchkey"
    private static let release = "RELEASE latchkey"
    private static let undo = "ROLLBACK TO latchkey"

    /// Runs a closure in a savepoint of the current transaction. All of its changes are rolled back if it throws.
    ///
    /// GRDB's savepoints compile their statements each time.
    func inSavepoint<T>(returning body: (Database) throws -> T) throws -> T {
        try requireTransaction()
        try step(Self.begin)
        do {
            let result = try body(self)
            try requireTransaction()
            try step(Self.release)
            return result
        } catch {
            if isInsideTransaction {
                do {
                    try step(Self.undo)
                    try step(Self.release)
                } catch {
                    // Otherwise a part of the changes would be committed with those of others.
                    try? rollback()
                    throw error
                }
            }
            throw error
        }
    }

    /// Throws if an error, such as a full disk, has rolled back the whole transaction. A savepoint would begin another transaction then,
    /// and commit it, and a statement would commit its own changes.
    func requireTransaction() throws {
        guard isInsideTransaction else {
            throw DatabaseError(resultCode: .SQLITE_ABORT, message: "an error has ended the transaction")
        }
    }

    /// Runs a statement without values and rows. It bypasses GRDB's tracking of transactions, which only its observers need.
    func step(_ sql: String) throws {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        defer { sqlite3_reset(statement) }
        let code = sqlite3_step(statement)
        guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql) }
    }
}
