package import LatchkeyIdentity

/// A transaction, or a consistent view for reading. The operations on each table are in the file of the table.
package struct Transaction: StoreWriting {
    let connection: any SQLConnection
    /// The parts that the transaction changed; `nil` for reading.
    let touched: TouchedParts?
    /// The conflict that ended the transaction; `nil` for reading, where there are none.
    let end: TransactionEnd?
    /// The key of the chain of events; `nil` for reading, and in a store without a master key.
    let chain: EventChainKey?

    /// Creates a view for reading, or a transaction without events.
    package init(_ connection: any SQLConnection) {
        self.connection = connection
        (touched, end, chain) = (nil, nil, nil)
    }

    /// Creates a transaction.
    package init(_ connection: any SQLConnection, touched: TouchedParts, chain: EventChainKey?) {
        self.connection = connection
        self.touched = touched
        self.chain = chain
        end = TransactionEnd()
    }
}

extension Transaction {
    package func proveWritable() throws {
        try requireOpen()
        try connection.proveWritable()
    }

    /// Runs a statement that returns no rows.
    ///
    /// - Parameters:
    ///   - sql: The statement.
    ///   - values: The values of its parameters.
    ///   - parent: The subject of the conflict if a foreign key fails.
    /// - Returns: The number of changed rows.
    @discardableResult
    package func run(_ sql: String, _ values: Values, parent: StoreConflict.Subject = .project) throws -> Int {
        try changing(parent) { try connection.execute(sql, values) { _ in } }
    }

    /// Runs statements that return no rows, in one round trip to a database server.
    package func runAll(_ statements: [BoundSQL]) throws {
        try changing(.project) { try connection.executeAll(statements) }
    }

    /// Runs a statement whose result follows from what the transaction has read. It needs no round trip of its own.
    ///
    /// - Parameter rows: The number of rows that it changes. Otherwise the transaction fails.
    func runLater(_ sql: String, _ values: Values, expecting rows: Int? = nil) throws {
        try requireOpen()
        do {
            try connection.executeLater(sql, values, expecting: rows)
        } catch is UnexpectedRowCount {
            throw conflict(.other, "rows that the transaction has read are missing")
        } catch {
            throw noting(error, .project)
        }
    }

    private func changing<T>(_ parent: StoreConflict.Subject, _ body: () throws -> T) throws -> T {
        try requireOpen()
        touched?.forgetAccount()
        do { return try body() } catch { throw noting(error, parent) }
    }

    /// Returns the conflict for an error of a failed constraint, and ends the transaction with it; otherwise the error.
    private func noting(_ error: any Error, _ parent: StoreConflict.Subject) -> any Error {
        guard let conflict = connection.conflict(of: error, parent: parent) else { return error }
        end?.set(conflict)
        return conflict
    }

    /// Runs a statement to completion and decodes its rows.
    package func all<T>(_ sql: String, _ values: Values, _ decode: (inout StoredRow) throws -> T) throws -> [T] {
        try requireOpen()
        var found: [T] = []
        _ = try connection.execute(sql, values) { found.append(try decode(&$0)) }
        return found
    }

    /// Runs a query to completion and decodes its rows.
    package func all<T>(_ query: BoundSQL, _ decode: (inout StoredRow) throws -> T) throws -> [T] {
        try all(query.sql, query.values, decode)
    }

    /// Runs a statement that finds at most one row. It also runs to completion, because a `RETURNING` clause requires it.
    package func first<T>(_ sql: String, _ values: Values, _ decode: (inout StoredRow) throws -> T) throws -> T? {
        try all(sql, values, decode).first
    }
}
