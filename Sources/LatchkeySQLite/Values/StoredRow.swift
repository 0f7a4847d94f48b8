import GRDB
import GRDBSQLite
import LatchkeyIdentity

/// The current row of a statement. Columns are read in the order in which the statement names them.
struct StoredRow {
    private let statement: SQLiteStatement
    private var column: Int32 = 0

    init(_ statement: Statement) {
        self.statement = statement.sqliteStatement
    }

    /// Reads the next column.
    ///
    /// - Throws: ``CorruptRow`` if the column does not have a value of this type.
    mutating func next<T: Storable>(_ type: T.Type = T.self) throws -> T {
        guard let value, let decoded = T(stored: value) else { throw corruption(expected: String(describing: T.self)) }
        column += 1
        return decoded
    }

    /// Skips columns.
    mutating func skip(_ count: Int32) {
        column += count
    }

    /// Returns the error for the next column.
    func corruption(expected: String) -> CorruptRow {
        CorruptRow(
            column: sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "number \(column)",
            expected: expected, statement: String(cString: sqlite3_sql(statement)))
    }

    /// Reads the next two columns: project and tenant.
    mutating func realm() throws -> Realm {
        Realm(project: try next(), tenant: try next())
    }

    /// Reads the next three columns: provider, origin and raw ID.
    mutating func identityKey() throws -> IdentityKey {
        IdentityKey(provider: try next(), origin: try next(), rawID: try next())
    }

    /// Reads the next two columns: kind and ID.
    mutating func usedSecondFactor() throws -> UsedSecondFactor? {
        let (kind, id): (SecondFactor.Kind?, String?) = (try next(), try next())
        return kind.map { UsedSecondFactor($0, id: id) }
    }

    private var value: StoredValue? {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_TEXT:
            let start = sqlite3_column_text(statement, column)
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
            return String(validating: bytes, as: UTF8.self).map(StoredValue.text)
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(statement, column)
            return .blob(Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))))
        default: return nil
        }
    }
}

/// An error for a row with a value that this program never writes, for example because another program or a disk error changed it.
///
/// It names the column but not the value, which may be secret.
public struct CorruptRow: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name of the column.
    public let column: String
    /// The expected type.
    public let expected: String
    /// The SQL statement that read the row.
    public let statement: String

    /// A sentence for operators.
    public var description: String {
        "The store is damaged: column \(column) does not hold a valid \(expected) (read by: \(statement)). Restore it from a backup."
    }
}
