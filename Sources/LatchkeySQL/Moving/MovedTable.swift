import Crypto

/// A table that is copied from one database to another.
struct MovedTable: Sendable {
    let name: String
    private let columns: [String]
    private let key: [String]
    /// The column with values of any size.
    private let largeColumn: String?

    private static let rowsOfPage = 1000
    /// The maximum size of the large values of a page, unless it has one row.
    private static let bytesOfPage = 2_097_152
    /// The maximum number of values that one statement inserts.
    private static let valuesOfStatement = 500

    /// - Throws: ``StoreMoveError`` if the databases have different columns.
    init(_ source: StoredTable, _ target: StoredTable) throws {
        func own(_ table: StoredTable) -> Set<String> { Set(table.columns).subtracting([StoredTable.rowID]) }
        guard own(source) == own(target), source.key == target.key, !source.key.isEmpty else {
            throw StoreMoveError.differentSchema(source.name)
        }
        name = source.name
        key = source.key
        let isNumbered = [source, target].contains { $0.columns.contains(StoredTable.rowID) }
        columns = (isNumbered ? [StoredTable.rowID] : []) + own(source).sorted()
        largeColumn = ["json", "rules", "payload"].first(where: columns.contains)
    }

    /// A place between two rows, in the order of the primary key.
    struct Position: Sendable {
        fileprivate var key: [StoredValue]?
        static let begin = Self(key: nil)
    }

    /// The rows up to a position: their number and their digest.
    struct Sum: Equatable, Sendable {
        var count = 0
        var digest: [UInt8] = []
    }

    // MARK: Reading

    /// Calls a closure with each page of rows.
    ///
    /// - Parameters:
    ///   - position: The place at which to begin.
    ///   - limit: The maximum number of rows.
    /// - Returns: The place after the last row.
    func read(
        from store: any SQLStore, after position: Position = .begin, limit: Int = .max, _ eachPage: ([MovedRow]) async throws -> Void
    ) async throws -> Position {
        var (position, rest) = (position, limit)
        while rest > 0 {
            try Task.checkCancellation()
            let page = try await page(of: store, after: position, limit: min(rest, Self.rowsOfPage))
            guard let last = page.last else { break }
            try await eachPage(page)
            position = Position(key: key.map { name in last.values[columns.firstIndex(of: name) ?? 0] })
            rest -= page.count
        }
        return position
    }

    private func page(of store: any SQLStore, after position: Position, limit: Int) async throws -> [MovedRow] {
        let keys = key.joined(separator: ", ")
        let begin = position.key ?? []
        let names = begin.indices.map { ":k\($0)" }
        let condition = begin.isEmpty ? "TRUE" : "(\(keys)) > (\(names.joined(separator: ", ")))"
        let rest = "FROM \(name) WHERE \(condition) ORDER BY \(keys) LIMIT :limit"
        let (columns, largeColumn) = (columns, largeColumn)
        return try await store.trees.transactions.read { transaction in
            func values(_ limit: Int) -> Values { Values(zip(names, begin) + [(":limit", limit)]) }
            var limit = limit
            if let largeColumn {
                let sizes = try transaction.all("SELECT length(\(largeColumn)) \(rest)", values(limit)) { try $0.next(Int?.self) ?? 0 }
                limit = Self.rows(of: sizes)
            }
            return try transaction.all("SELECT \(columns.joined(separator: ", ")) \(rest)", values(limit)) {
                try MovedRow(&$0, count: columns.count)
            }
        }
    }

    /// Returns the number of rows of a page from the sizes of their large values.
    private static func rows(of sizes: [Int]) -> Int {
        var (count, bytes) = (0, 0)
        for size in sizes {
            bytes += size
            guard bytes <= bytesOfPage else { break }
            count += 1
        }
        return max(1, count)
    }

    /// Returns the sum of the first rows, and the place after them.
    func sum(in store: any SQLStore, first limit: Int = .max, _ eachPage: (Int) -> Void = { _ in }) async throws -> (Sum, Position) {
        var (count, digest) = (0, SHA256())
        let end = try await read(from: store, limit: limit) { page in
            for row in page { row.add(to: &digest) }
            count += page.count
            eachPage(page.count)
        }
        return (Sum(count: count, digest: Array(digest.finalize())), end)
    }

    // MARK: Writing

    /// Inserts rows.
    func insert(_ rows: [MovedRow], _ transaction: Transaction) throws {
        let rowsOfStatement = max(1, Self.valuesOfStatement / columns.count)
        try transaction.connection.withoutTriggers(of: name) {
            var rest = rows[...]
            while !rest.isEmpty {
                // Two statements for each table, which are prepared once.
                let count = rest.count >= rowsOfStatement ? rowsOfStatement : 1
                try insertTogether(rest.prefix(count), transaction)
                rest.removeFirst(count)
            }
        }
    }

    private func insertTogether(_ rows: ArraySlice<MovedRow>, _ transaction: Transaction) throws {
        let names = rows.indices.map { row in columns.indices.map { ":v\(row - rows.startIndex)_\($0)" } }
        let sql = """
            INSERT INTO \(name) (\(columns.joined(separator: ", "))) \(transaction.connection.ownNumbersClause)
            VALUES \(names.map { "(\($0.joined(separator: ", ")))" }.joined(separator: ", "))
            """
        try transaction.run(sql, Values(Array(zip(names.joined(), rows.map(\.values).joined()))))
    }

    /// Replaces all rows of a table with few of them.
    func replace(with rows: [MovedRow], _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM \(name)", [:])
        try insert(rows, transaction)
    }
}
