import GRDB
import GRDBSQLite
import LatchkeyIdentity

/// One transaction, or one consistent view where it is only read from. What can be done with each table is in the table's own file.
struct Transaction: StoreWriting {
    let db: Database
    /// Absent where nothing is written.
    var touched: TouchedParts?
}

/// Values by the names that they have in a statement, such as `:email`. A statement need not use all of them.
typealias Values = KeyValuePairs<String, any Storable>

extension Transaction {
    /// Writes about as many pages as a sign-up: on a full disk, one page may still fit into what the log has left.
    func proveWritable() throws {
        try run("UPDATE store_marker SET write_proof = randomblob(49152)", [:])
    }

    /// Runs a statement that returns no rows.
    ///
    /// - Parameter parent: What is missing when a foreign key says no.
    /// - Returns: How many rows it changed.
    @discardableResult
    func run(_ sql: String, _ values: Values, parent: StoreConflict.Subject = .project) throws -> Int {
        do {
            // Not by GRDB's own call: its errors copy and trim the whole statement, and a conflict is often an ordinary answer.
            _ = try all(sql, values) { _ in }
            return db.changesCount
        } catch let error as DatabaseError {
            throw StoreConflict(error, parent: parent) ?? error
        }
    }

    /// Runs a statement to its end and decodes its rows.
    func all<T>(_ sql: String, _ values: Values, _ decode: (inout StoredRow) throws -> T) throws -> [T] {
        let statement = try db.cachedStatement(sql: sql)
        try statement.bind(values)
        var found: [T] = []
        // Rows are read where SQLite has them; a cursor of GRDB's would look up the names of all columns for each statement.
        defer { sqlite3_reset(statement.sqliteStatement) }
        while true {
            switch sqlite3_step(statement.sqliteStatement) {
            case SQLITE_ROW:
                var row = StoredRow(statement)
                found.append(try decode(&row))
            case SQLITE_DONE: return found
            case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage, sql: sql)
            }
        }
    }

    /// As ``all(_:_:_:)``, for a statement that finds one row or none. It runs to its end too: only then is a `RETURNING` over.
    func first<T>(_ sql: String, _ values: Values, _ decode: (inout StoredRow) throws -> T) throws -> T? {
        try all(sql, values, decode).first
    }
}
