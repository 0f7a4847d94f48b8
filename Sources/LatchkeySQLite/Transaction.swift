import GRDB
import GRDBSQLite
import LatchkeyIdentity

/// A transaction, or a consistent view for reading. The operations on each table are in the file of the table.
struct Transaction: StoreWriting {
    let db: Database
    /// The parts that the transaction changed; `nil` for reading.
    var touched: TouchedParts?
    /// The conflict that ended the transaction; `nil` for reading, where there are none.
    var end: TransactionEnd?
    /// The key of the chain of events; `nil` for reading, and in a store without a master key.
    var chain: EventChainKey?
}

/// Values by their parameter names in a statement, such as `:email`. A statement need not use all of them.
struct Values: ExpressibleByDictionaryLiteral {
    let pairs: [(String, any Storable)]

    init(dictionaryLiteral pairs: (String, any Storable)...) {
        self.init(pairs)
    }

    init(_ pairs: [(String, any Storable)]) {
        self.pairs = pairs
    }
}

extension Transaction {
    /// Proves that the store is writable. It writes about as many pages as a sign-up, because a single page may still fit into the free
    /// space of the WAL on a full disk.
    ///
    /// SQLite skips pages that do not change, so each proof differs from the last one. All of its bytes are equal, because an archive shortens
    /// runs of them.
    func proveWritable() throws {
        let sql = """
            UPDATE store_marker SET write_proof = CAST(
                replace(hex(zeroblob(24576)), '0', CASE substr(write_proof, 1, 1) WHEN x'61' THEN 'b' ELSE 'a' END) AS BLOB)
            """
        try run(sql, [:])
    }

    /// Runs a statement that returns no rows.
    ///
    /// - Parameters:
    ///   - sql: The statement.
    ///   - values: The values of its parameters.
    ///   - parent: The subject of the conflict if a foreign key fails.
    /// - Returns: The number of changed rows.
    @discardableResult
    func run(_ sql: String, _ values: Values, parent: StoreConflict.Subject = .project) throws -> Int {
        do {
            // GRDB's `execute` copies and trims the whole statement for its errors, but conflicts are often expected.
            _ = try all(sql, values) { _ in }
            return db.changesCount
        } catch let error as DatabaseError {
            guard let conflict = StoreConflict(error, parent: parent) else { throw error }
            end?.set(conflict)
            throw conflict
        }
    }

    /// Runs a statement to completion and decodes its rows.
    func all<T>(_ sql: String, _ values: Values, _ decode: (inout StoredRow) throws -> T) throws -> [T] {
        try requireOpen()
        let statement = try db.cachedStatement(sql: sql)
        try statement.bind(values)
        var found: [T] = []
        // Rows are read directly from SQLite. A cursor of GRDB would look up the names of all columns for each statement.
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

    /// Runs a statement that finds at most one row. It also runs to completion, because a `RETURNING` clause requires it.
    func first<T>(_ sql: String, _ values: Values, _ decode: (inout StoredRow) throws -> T) throws -> T? {
        try all(sql, values, decode).first
    }
}
