import Foundation
public import LatchkeyTree

/// The realtime databases of a store, in tables of its SQL database.
public struct SQLTreeStore: TreeStore {
    package let transactions: any SQLTransactions
    private let isShared: Bool
    private let lease: (any DatabaseLease)?

    /// - Parameters:
    ///   - isShared: Whether several processes can open the store, which is then in PostgreSQL. Otherwise terms never end, and a database
    ///     can be opened while nothing can be written.
    ///   - lease: The lease of this node; `nil` if nodes do not share the store.
    package init(_ transactions: any SQLTransactions, isShared: Bool, lease: (any DatabaseLease)? = nil) {
        self.transactions = transactions
        self.isShared = isShared
        self.lease = lease
    }

    /// The size of a part of a snapshot in bytes of JSON. Each part is one transaction, so that sign-ins wait for at most one part.
    private static let partBytes = 1_048_576
    private static let changesPerRemoval = 5000

    /// Returns the databases of a project, sorted by name.
    public func databases(of project: String) async throws -> [DatabaseID] {
        try await transactions.read { transaction in
            try transaction.all(
                "SELECT name FROM realtime_database WHERE project = :project AND removed = 0 ORDER BY name", [":project": project]
            ) { DatabaseID(project: project, name: try $0.next()) }
        }
    }

    /// Returns the database with this name in any project.
    public func database(named name: String) async throws -> DatabaseID? {
        try await transactions.read { transaction in
            try transaction.first("SELECT project FROM realtime_database WHERE name = :name", [":name": name]) {
                DatabaseID(project: try $0.next(), name: name)
            }
        }
    }

    /// Creates an empty database. It has no effect if the database exists, or if its project is being removed.
    public func make(_ database: DatabaseID, rules: String) async throws {
        try await transactions.write { transaction in
            try transaction.run(
                """
                INSERT INTO realtime_database (project, name, rules)
                SELECT :project, :name, :rules WHERE NOT EXISTS (SELECT 1 FROM removed_project WHERE id = :project AND finished_at IS NULL)
                ON CONFLICT DO NOTHING
                """,
                [":project": database.project, ":name": database.name, ":rules": rules])
        }
    }

    /// Loads a database; `nil` if it does not exist.
    ///
    /// - Throws: `UnreadableDatabase` if the stored data is not a valid tree.
    public func load(_ database: DatabaseID) async throws -> StoredTree? {
        try await transactions.read { try $0.tree(database) }
    }

    /// Begins a term of a database; `nil` if it does not exist.
    public func beginTerm(of database: DatabaseID) async throws -> DatabaseTerm? {
        guard isShared else {
            return try await transactions.read { try $0.current(database).map { DatabaseTerm(of: database, number: $0.term) } }
        }
        return try await transactions.write { [lease] transaction in
            guard let id = try transaction.current(database)?.id else { return nil }
            let lease = try lease?.take(id, database, in: transaction) ?? 0
            // The terms of all databases have numbers from one sequence, because a new database can get the name of a removed one.
            try transaction.run("UPDATE realtime_database SET term = nextval('database_term') WHERE id = :id", [":id": id])
            return try transaction.current(database).map { DatabaseTerm(of: database, number: $0.term, lease: lease) }
        }
    }

    /// Returns a check for whether the tree of a term is current in memory; `nil` if nodes do not share the store.
    public func currencyCheck(of term: DatabaseTerm) -> (@Sendable () -> Bool)? {
        guard let lease else { return nil }
        return { lease.isHeld(term.lease) }
    }

    /// Appends changes in one transaction.
    public func append(_ entries: [TreeLogEntry], in term: DatabaseTerm) async throws {
        try await transactions.write { transaction in
            let id = try transaction.requireDatabase(in: term)
            try transaction.insert(entries, into: id)
        }
    }

    /// Returns the stored state without the tree. A transaction that writes waits for those whose connections were lost.
    public func head(in term: DatabaseTerm) async throws -> StoredHead {
        try await transactions.write { try $0.head(in: term) }
    }

    /// Saves a snapshot in many short transactions, between which other writes can run. The parts take effect when all have been written.
    public func save(_ snapshot: TreeSnapshot, in term: DatabaseTerm) async throws {
        // Parts of an interrupted snapshot.
        try await removeUnusedParts(in: term)
        do {
            for (part, bytes) in JSONChunks(snapshot.root, .export, chunkBytes: Self.partBytes).enumerated() {
                try await transactions.write { transaction in
                    let id = try transaction.requireDatabase(in: term)
                    try transaction.run(
                        "INSERT INTO realtime_snapshot_part (database, sequence, part, json) VALUES (:id, :sequence, :part, :json)",
                        [":id": id, ":sequence": Int(snapshot.sequence), ":part": part, ":json": bytes])
                }
            }
            try await transactions.write { transaction in
                try transaction.run(
                    "UPDATE realtime_database SET snapshot_sequence = :sequence WHERE id = :id",
                    [":id": try transaction.requireDatabase(in: term), ":sequence": Int(snapshot.sequence)])
            }
        } catch {
            // On a full disk, the parts would take the space that other writes need.
            try? await removeUnusedParts(in: term)
            throw error
        }
        try await removeUnusedParts(in: term)
        try await remove(Self.changesPerRemoval, from: .changes, in: term, where: "<=")
    }

    /// Removes parts of snapshots that were not completed or are no longer current.
    private func removeUnusedParts(in term: DatabaseTerm) async throws {
        try await remove(1, from: .snapshotParts, in: term, where: "<>")
    }

    /// Removes rows in small transactions, so that other writes do not have to wait.
    ///
    /// - Parameters:
    ///   - count: The number of rows per transaction.
    ///   - table: The table.
    ///   - term: The term of the database. A later one may be saving a snapshot.
    ///   - comparison: The operator that compares the number of a row with that of the current snapshot.
    private func remove(_ count: Int, from table: TreeTable, in term: DatabaseTerm, where comparison: String) async throws {
        let rows = """
            SELECT \(table.key) FROM \(table.name) WHERE database = :id
                AND sequence \(comparison) (SELECT snapshot_sequence FROM realtime_database WHERE id = :id) LIMIT :count
            """
        while try await transactions.write({ transaction in
            try transaction.run(
                "DELETE FROM \(table.name) WHERE (\(table.key)) IN (\(rows))",
                [":id": try transaction.requireDatabase(in: term), ":count": count])
        }) > 0 {}
    }

    /// Saves the settings of a database.
    public func save(_ settings: DatabaseSettings, in term: DatabaseTerm) async throws {
        let json = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
        try await transactions.write { transaction in
            let id = try transaction.requireDatabase(in: term)
            try transaction.run("UPDATE realtime_database SET settings = :settings WHERE id = :id", [":id": id, ":settings": json])
        }
    }
}

/// A table with a part of each database.
struct TreeTable {
    let name: String
    /// The columns of its primary key.
    let key: String

    static let snapshotParts = TreeTable(name: "realtime_snapshot_part", key: "database, sequence, part")
    static let changes = TreeTable(name: "realtime_change", key: "database, sequence, position")
    static let leftChanges = TreeTable(name: "realtime_left_change", key: "database, client, number, position")
    static let rulesVersions = TreeTable(name: "realtime_rules_version", key: "database, number")
}
