// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import LatchkeyIdentity

/// One transaction, or one consistent view where it is only read from. What can be done with each table is in the table's own file.
struct Transaction: StoreWriting {
    let db: Database
}

/// Values by the names that they have in a statement, such as `:email`. A statement need not use all of them.
typealias Values = KeyValuePairs<String, any Storable>

extension Transaction {
    /// Runs a statement that returns no rows.
    ///
    /// - Parameter parent: What is missing when a foreign key says no.
    /// - Returns: How many rows it changed.
    @discardableResult
    func run(_ sql: String, _ values: Values, parent: StoreConflict.Subject = .project) throws -> Int {
        do {
            let statement = try db.cachedStatement(sql: sql)
            try statement.bind(values)
            try statement.execute()
            return db.changesCount
        } catch let error as DatabaseError {
            throw StoreConflict(error, parent: parent) ?? error
        }
    }

    /// Runs a statement to its end and decodes its rows.
    func all<T>(_ sql: String, _ values: Values, _ decode: (inout StoredRow) throws -> T) throws -> [T] {
        let statement = try db.cachedStatement(sql: sql)
        try statement.bind(values)
        let rows = try Row.fetchCursor(statement)
        var found: [T] = []
        while try rows.next() != nil {
            var row = StoredRow(statement)
            found.append(try decode(&row))
        }
        return found
    }

    /// As ``all(_:_:_:)``, for a statement that finds one row or none. It runs to its end too: only then is a `RETURNING` over.
    func first<T>(_ sql: String, _ values: Values, _ decode: (inout StoredRow) throws -> T) throws -> T? {
        try all(sql, values, decode).first
    }
}
