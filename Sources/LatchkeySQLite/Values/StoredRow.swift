import GRDB
import GRDBSQLite
import LatchkeyIdentity

/// The row that a statement stands at, read column after column in the order in which the statement names them.
struct StoredRow {
    private let statement: SQLiteStatement
    private var column: Int32 = 0

    init(_ statement: Statement) {
        self.statement = statement.sqliteStatement
    }

    /// The next column's value.
    ///
    /// - Throws: ``CorruptRow`` when the column holds anything but such a value.
    mutating func next<T: Storable>(_ type: T.Type = T.self) throws -> T {
        guard let value, let decoded = T(stored: value) else { throw corruption(expected: String(describing: T.self)) }
        column += 1
        return decoded
    }

    /// Passes over columns.
    mutating func skip(_ count: Int32) {
        column += count
    }

    /// The error for the column that is next.
    func corruption(expected: String) -> CorruptRow {
        CorruptRow(
            column: sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "number \(column)",
            expected: expected, statement: String(cString: sqlite3_sql(statement)))
    }

    /// The next two columns, project and tenant.
    mutating func realm() throws -> Realm {
        Realm(project: try next(), tenant: try next())
    }

    /// The next three columns, provider, origin and raw id.
    mutating func identityKey() throws -> IdentityKey {
        IdentityKey(provider: try next(), origin: try next(), rawID: try next())
    }

    /// The next two columns, kind and id.
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

/// A row holds what this program never writes: somebody else changed the database, or the disk did.
///
/// It names the place and never the value, which may be a secret.
public struct CorruptRow: Error, Equatable, Sendable, CustomStringConvertible {
    public let column: String
    public let expected: String
    public let statement: String

    public var description: String {
        "The store is damaged: column \(column) does not hold a valid \(expected) (read by: \(statement)). Restore it from a backup."
    }
}
