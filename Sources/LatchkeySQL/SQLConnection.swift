package import LatchkeyIdentity

/// A connection to an SQL database in a transaction, or in a consistent view for reading.
///
/// Statements name their parameters, as in `:email`. They use SQL that both SQLite and PostgreSQL understand.
package protocol SQLConnection {
    /// Runs a statement to completion.
    ///
    /// - Parameters:
    ///   - sql: The statement.
    ///   - values: The values of its parameters.
    ///   - eachRow: Called with each row. The row is valid during the call.
    /// - Returns: The number of rows that the statement changed.
    func execute(_ sql: String, _ values: Values, _ eachRow: (inout StoredRow) throws -> Void) throws -> Int

    /// Runs changes, which need one round trip together, and whose results do not matter.
    func executeAll(_ statements: [BoundSQL]) throws

    /// Runs a change whose result is known. Its error may be one of the next statement, or of the whole commit.
    ///
    /// - Parameter rows: The number of rows that it changes; `nil` for any.
    func executeLater(_ sql: String, _ values: Values, expecting rows: Int?) throws

    /// Returns the conflict for an error of a failed constraint; `nil` for every other error.
    ///
    /// - Parameter parent: The subject of the conflict if a foreign key failed.
    func conflict(of error: any Error, parent: StoreConflict.Subject) -> StoreConflict?

    /// Throws if an error, such as a full disk, has rolled back the whole transaction.
    func requireTransaction() throws

    /// Runs a closure in a savepoint. All of its changes are rolled back if it throws.
    func inSavepoint<T>(_ body: () throws -> T) throws -> T

    /// Proves that the store is writable. It writes about as much as a sign-up, because less may still fit on a full disk.
    func proveWritable() throws

    /// Returns the names of the columns of a table; none if it does not exist.
    func columns(of table: String) throws -> Set<String>

    /// Returns the tables whose column `project` is a foreign key of projects, with the columns of their primary keys. They are read from
    /// the schema, so that a new table cannot be forgotten.
    func tablesOfProjects() throws -> [(table: String, key: String)]

    /// Returns the tables with data, sorted by name.
    func storedTables() throws -> [StoredTable]

    /// The clause of an INSERT statement with values for columns that the database numbers itself.
    var ownNumbersClause: String { get }

    /// Runs a closure that inserts rows into a table without the triggers that count them, in the same transaction.
    func withoutTriggers(of table: String, _ body: () throws -> Void) throws

    /// Collects the statistics from which the database chooses indexes, after many rows were inserted into a table.
    func analyze(_ table: String) throws

    /// Continues the numbers of columns that the database numbers itself after the largest ones, which were inserted with their values.
    func continueNumbers(of tables: [String]) throws

    /// Returns the size of the database in bytes, and how much of it is free.
    func size() throws -> (all: Int, free: Int)

    /// Returns an expression for the number with which a text begins; 0 or NULL if it begins with none.
    func number(in text: String) -> String
}

extension SQLConnection {
    package func executeAll(_ statements: [BoundSQL]) throws {
        for statement in statements { _ = try execute(statement.sql, statement.values) { _ in } }
    }

    package func executeLater(_ sql: String, _ values: Values, expecting rows: Int?) throws {
        let changed = try execute(sql, values) { _ in }
        if let rows, changed != rows { throw UnexpectedRowCount(changed: changed) }
    }
}

/// The error of a change of rows that are missing, although they were read before.
package struct UnexpectedRowCount: Error {
    package let changed: Int

    package init(changed: Int) { self.changed = changed }
}

/// A statement with its values.
package struct BoundSQL {
    package let sql: String
    package let values: Values

    package init(_ sql: String, _ values: Values) {
        self.sql = sql
        self.values = values
    }
}

/// Values by their parameter names in a statement, such as `:email`. A statement need not use all of them.
package struct Values: ExpressibleByDictionaryLiteral {
    package let pairs: [(String, any Storable)]

    package init(dictionaryLiteral pairs: (String, any Storable)...) {
        self.init(pairs)
    }

    package init(_ pairs: [(String, any Storable)]) {
        self.pairs = pairs
    }
}
