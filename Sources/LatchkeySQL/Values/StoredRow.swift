package import LatchkeyIdentity

/// The current row of a statement, as a database returns it.
package protocol SQLRow {
    /// Returns the value of a column; `nil` for a value that Latchkey never stores.
    func value(at column: Int32) -> StoredValue?
    func name(of column: Int32) -> String?
    /// The statement that returned the row.
    var statement: String { get }
}

/// The current row of a statement. Columns are read in the order in which the statement names them.
package struct StoredRow {
    private let row: any SQLRow
    private var column: Int32 = 0

    package init(_ row: any SQLRow) {
        self.row = row
    }

    /// Reads the next column.
    ///
    /// - Throws: ``CorruptRow`` if the column does not have a value of this type.
    package mutating func next<T: Storable>(_ type: T.Type = T.self) throws -> T {
        guard let value = row.value(at: column), let decoded = T(stored: value) else {
            throw corruption(expected: String(describing: T.self))
        }
        column += 1
        return decoded
    }

    /// Skips columns.
    package mutating func skip(_ count: Int32) {
        column += count
    }

    /// Returns the error for the next column.
    package func corruption(expected: String) -> CorruptRow {
        CorruptRow(column: row.name(of: column) ?? "number \(column)", expected: expected, statement: row.statement)
    }

    /// Reads the next two columns: project and tenant.
    package mutating func realm() throws -> Realm {
        Realm(project: try next(), tenant: try next())
    }

    /// Reads the next three columns: provider, origin and raw ID.
    package mutating func identityKey() throws -> IdentityKey {
        IdentityKey(provider: try next(), origin: try next(), rawID: try next())
    }

    /// Reads the next two columns: kind and ID.
    package mutating func usedSecondFactor() throws -> UsedSecondFactor? {
        let (kind, id): (SecondFactor.Kind?, String?) = (try next(), try next())
        return kind.map { UsedSecondFactor($0, id: id) }
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
