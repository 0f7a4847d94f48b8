import LatchkeyIdentity

/// A move of everything in a store to an empty one in another database.
///
/// Rows are copied in pages, in the order of their primary keys, and each page is committed. A move that was interrupted continues after the
/// last row, if the rows before it are still those of the source. At the end, both stores are read again and compared.
public struct StoreMove: Sendable {
    /// The work that a move is doing on a table.
    public enum Step: String, Sendable {
        /// Comparing the rows that an earlier attempt copied.
        case resuming
        /// Copying rows.
        case copying
        /// Comparing both stores.
        case comparing
    }

    /// The result of a move.
    public struct Result: Sendable {
        /// The number of rows by table.
        public var counts: [String: Int] = [:]
        /// The number of rows.
        public var rows: Int { counts.values.reduce(0, +) }
        /// The number of rows that an earlier attempt copied.
        public var resumedRows = 0
    }

    private let source: any SQLStore
    private let target: any SQLStore
    private let progress: @Sendable (_ step: Step, _ table: String, _ rows: Int) -> Void

    /// The table that has one row in a new store.
    private static let chain = "event_chain"

    /// - Parameters:
    ///   - source: The store to copy. Nothing else may change it.
    ///   - target: A new store, or the one of a move that was interrupted. No server may use it before ``run()`` has returned.
    ///   - progress: Called after each page, with the number of its rows.
    public init(
        from source: any SQLStore, to target: any SQLStore,
        progress: @escaping @Sendable (_ step: Step, _ table: String, _ rows: Int) -> Void = { _, _, _ in }
    ) {
        (self.source, self.target, self.progress) = (source, target, progress)
    }

    /// Moves everything.
    ///
    /// - Throws: ``StoreMoveError``, ``StoreTrouble``, `CancellationError`. Call it again to continue.
    public func run() async throws -> Result {
        let tables = try await tables()
        var result = Result()
        for table in tables where table.name != Self.chain {
            let (resumed, end) = try await resume(table)
            result.resumedRows += resumed
            _ = try await table.read(from: source, after: end) { try await insert($0, table) }
            // Rows of later tables refer to these.
            try await target.trees.transactions.write { try $0.connection.analyze(table.name) }
        }
        for table in tables where table.name == Self.chain { try await replaceChain(table) }
        try await target.trees.transactions.write { transaction in
            try transaction.connection.continueNumbers(of: tables.map(\.name))
        }
        for table in tables {
            result.counts[table.name] = try await compare(table)
        }
        try await target.makeDurable()
        return result
    }

    /// Returns the number of rows of the source.
    public func rowCount() async throws -> Int {
        let tables = try await structure(of: source).map(\.name)
        return try await source.trees.transactions.read { transaction in
            try tables.reduce(0) { sum, name in try sum + (transaction.first("SELECT count(*) FROM \(name)", [:]) { try $0.next() } ?? 0) }
        }
    }

    private func tables() async throws -> [MovedTable] {
        let (ours, theirs) = (try await structure(of: source), try await structure(of: target))
        let other = Dictionary(uniqueKeysWithValues: theirs.map { ($0.name, $0) })
        guard ours.count == theirs.count else { throw StoreMoveError.differentSchema(nil) }
        return try ours.parentsFirst.map { table in
            guard let same = other[table.name] else { throw StoreMoveError.differentSchema(table.name) }
            return try MovedTable(table, same)
        }
    }

    private func structure(of store: any SQLStore) async throws -> [StoredTable] {
        try await store.trees.transactions.read { try $0.connection.storedTables() }
    }

    /// Compares the rows that an earlier attempt has copied.
    ///
    /// - Returns: Their number, and the place after them.
    private func resume(_ table: MovedTable) async throws -> (Int, MovedTable.Position) {
        let (copied, end) = try await table.sum(in: target) { progress(.resuming, table.name, $0) }
        guard copied.count > 0 else { return (0, .begin) }
        guard try await table.sum(in: source, first: copied.count).0 == copied else { throw StoreMoveError.changed(table.name) }
        return (copied.count, end)
    }

    /// Replaces the row of the new store in one transaction, because a store without this row does not open.
    private func replaceChain(_ table: MovedTable) async throws {
        _ = try await table.read(from: source) { rows in
            try await target.trees.transactions.write { try table.replace(with: rows, $0) }
        }
    }

    private func insert(_ rows: [MovedRow], _ table: MovedTable) async throws {
        do {
            try await target.trees.transactions.write { try table.insert(rows, $0) }
        } catch let error where !(error is StoreTrouble || error is CancellationError) {
            throw StoreMoveError.refused(table.name, because: "\(error)")
        }
        progress(.copying, table.name, rows.count)
    }

    private func compare(_ table: MovedTable) async throws -> Int {
        async let ours = table.sum(in: source).0
        let copied = try await table.sum(in: target) { progress(.comparing, table.name, $0) }.0
        guard try await ours == copied else { throw StoreMoveError.changed(table.name) }
        return copied.count
    }
}

/// The reason why a store cannot be moved.
public struct StoreMoveError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The problem and the way to fix it, for operators.
    public let description: String

    static func differentSchema(_ table: String?) -> Self {
        Self(description: "The stores have different schemas\(table.map { " (table \($0))" } ?? ""). Use the newest version of Latchkey.")
    }

    static func refused(_ table: String, because reason: String) -> Self {
        Self(description: "A row of the table \(table) cannot be stored in the target: \(reason).")
    }

    static func changed(_ table: String) -> Self {
        Self(
            description: """
                The rows of the table \(table) differ: the source or the target was changed since the move began, or the target belongs to \
                the move of another store. Begin again with an empty target.
                """)
    }
}
