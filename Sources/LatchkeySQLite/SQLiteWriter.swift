import GRDB
import LatchkeySQL

/// The connection for writing to SQLite.
struct SQLiteWriter: SQLWriter {
    let database: DatabaseQueue

    static let maxTransactionsPerCommit = 256

    func perform(_ body: @escaping @Sendable (Database) -> Void) {
        database.asyncWriteWithoutTransaction(body)
    }

    func inTransaction(_ connection: Database, _ body: () throws -> Void) throws {
        try connection.inTransaction(.immediate) {
            try body()
            return .commit
        }
    }

    func inSavepoint<T>(_ connection: Database, _ body: (Database) throws -> T) throws -> T {
        try connection.inSavepoint(returning: body)
    }
}
