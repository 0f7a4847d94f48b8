import GRDB
import GRDBSQLite
import LatchkeyIdentity
import LatchkeySQL

/// A connection of GRDB to SQLite, in a transaction or in a view for reading.
struct GRDBConnection: SQLConnection {
    let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func execute(_ sql: String, _ values: Values, _ eachRow: (inout StoredRow) throws -> Void) throws -> Int {
        // GRDB's `execute` copies and trims the whole statement for its errors, but conflicts are often expected.
        let statement = try db.cachedStatement(sql: sql)
        try statement.bind(values)
        // Rows are read directly from SQLite. A cursor of GRDB would look up the names of all columns for each statement.
        defer { sqlite3_reset(statement.sqliteStatement) }
        while true {
            switch sqlite3_step(statement.sqliteStatement) {
            case SQLITE_ROW:
                var row = StoredRow(SQLiteRow(pointer: statement.sqliteStatement))
                try eachRow(&row)
            case SQLITE_DONE: return db.changesCount
            case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage, sql: sql)
            }
        }
    }

    func conflict(of error: any Error, parent: StoreConflict.Subject) -> StoreConflict? {
        (error as? DatabaseError).flatMap { StoreConflict($0, parent: parent) }
    }

    func requireTransaction() throws {
        try db.requireTransaction()
    }

    func inSavepoint<T>(_ body: () throws -> T) throws -> T {
        try db.inSavepoint(returning: { _ in try body() })
    }

    func columns(of table: String) throws -> Set<String> {
        try db.tableExists(table) ? Set(db.columns(in: table).map(\.name)) : []
    }

    func tablesOfProjects() throws -> [(table: String, key: String)] {
        let sql = """
            SELECT t.name, (SELECT group_concat(c.name) FROM pragma_table_info(t.name) AS c WHERE c.pk > 0)
            FROM sqlite_schema AS t
            WHERE t.type = 'table' AND EXISTS (
                SELECT 1 FROM pragma_foreign_key_list(t.name) AS f WHERE f."table" = 'project' AND f."from" = 'project')
            ORDER BY t.name
            """
        var tables: [(table: String, key: String)] = []
        _ = try execute(sql, [:]) { tables.append((try $0.next(), try $0.next())) }
        return tables
    }

    func size() throws -> (all: Int, free: Int) {
        func number(_ pragma: String) throws -> Int {
            var number = 0
            _ = try execute("PRAGMA \(pragma)", [:]) { number = try $0.next() }
            return number
        }
        let pageBytes = try number("page_size")
        return (try number("page_count") * pageBytes, try number("freelist_count") * pageBytes)
    }

    func number(in text: String) -> String { "CAST(\(text) AS INTEGER)" }

    /// SQLite skips pages that do not change, so each proof differs from the last one. All of its bytes are equal, because an archive
    /// shortens runs of them.
    func proveWritable() throws {
        let sql = """
            UPDATE store_marker SET write_proof = CAST(
                replace(hex(zeroblob(24576)), '0', CASE substr(write_proof, 1, 1) WHEN x'61' THEN 'b' ELSE 'a' END) AS BLOB)
            """
        _ = try execute(sql, [:]) { _ in }
    }
}

/// The current row of a statement of SQLite.
private struct SQLiteRow: SQLRow {
    let pointer: SQLiteStatement

    func value(at column: Int32) -> StoredValue? {
        switch sqlite3_column_type(pointer, column) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, column))
        case SQLITE_TEXT:
            let start = sqlite3_column_text(pointer, column)
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column)))
            return String(validating: bytes, as: UTF8.self).map(StoredValue.text)
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(pointer, column)
            return .blob(Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column)))))
        default: return nil
        }
    }

    func name(of column: Int32) -> String? { sqlite3_column_name(pointer, column).map { String(cString: $0) } }

    var statement: String { String(cString: sqlite3_sql(pointer)) }
}
