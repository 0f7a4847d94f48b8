import Foundation
import GRDB
public import LatchkeyTree

extension SQLiteStore: TreeStore {
    /// The size of a part of a snapshot in bytes of JSON. Each part is one transaction, so that sign-ins wait for at most one part.
    private static let partBytes = 1_048_576
    private static let changesPerRemoval = 5000

    /// Returns the databases of a project, sorted by name.
    public func databases(of project: String) async throws -> [DatabaseID] {
        try readTrees { transaction in
            try transaction.all(
                "SELECT name FROM realtime_database WHERE project = :project AND removed = 0 ORDER BY name", [":project": project]
            ) { DatabaseID(project: project, name: try $0.next()) }
        }
    }

    /// Returns the database with this name in any project.
    public func database(named name: String) async throws -> DatabaseID? {
        try readTrees { transaction in
            try transaction.first("SELECT project FROM realtime_database WHERE name = :name", [":name": name]) {
                DatabaseID(project: try $0.next(), name: name)
            }
        }
    }

    /// Creates an empty database. It has no effect if the database exists, or if its project is being removed.
    public func make(_ database: DatabaseID, rules: String) async throws {
        try await writeTrees { transaction in
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
        try readTrees { try $0.tree(database) }
    }

    /// Appends changes in one transaction.
    public func append(_ entries: [TreeLogEntry], to database: DatabaseID) async throws {
        try await writeTrees { transaction in
            let id = try transaction.requireDatabase(database)
            for entry in entries { try transaction.insert(entry, into: id) }
        }
    }

    /// Saves a snapshot in many short transactions, between which other writes can run. The parts take effect when all have been written.
    public func save(_ snapshot: TreeSnapshot, of database: DatabaseID) async throws {
        let id = try await writeTrees { try $0.requireDatabase(database) }
        // Parts of an interrupted snapshot.
        try await removeUnusedParts(of: id)
        do {
            for (part, bytes) in JSONChunks(snapshot.root, .export, chunkBytes: Self.partBytes).enumerated() {
                try await writeTrees { transaction in
                    // A database may be removed meanwhile.
                    _ = try transaction.requireDatabase(database)
                    try transaction.run(
                        "INSERT INTO realtime_snapshot_part (database, sequence, part, json) VALUES (:id, :sequence, :part, :json)",
                        [":id": id, ":sequence": Int(snapshot.sequence), ":part": part, ":json": bytes])
                }
            }
            try await writeTrees { transaction in
                try transaction.run(
                    "UPDATE realtime_database SET snapshot_sequence = :sequence WHERE id = :id",
                    [":id": id, ":sequence": Int(snapshot.sequence)])
            }
        } catch {
            // On a full disk, the parts would take the space that other writes need.
            try? await removeUnusedParts(of: id)
            throw error
        }
        try await removeUnusedParts(of: id)
        try await remove(Self.changesPerRemoval, from: "realtime_change", of: id, where: "<=")
    }

    /// Removes parts of snapshots that were not completed or are no longer current.
    private func removeUnusedParts(of database: Int) async throws {
        try await remove(1, from: "realtime_snapshot_part", of: database, where: "<>")
    }

    /// Removes rows in small transactions, so that other writes do not have to wait.
    ///
    /// - Parameters:
    ///   - count: The number of rows per transaction.
    ///   - table: The name of the table.
    ///   - database: The number of the database.
    ///   - comparison: The operator that compares the number of a row with that of the current snapshot.
    private func remove(_ count: Int, from table: String, of database: Int, where comparison: String) async throws {
        let rows = """
            SELECT rowid FROM \(table) WHERE database = :id
                AND sequence \(comparison) (SELECT snapshot_sequence FROM realtime_database WHERE id = :id) LIMIT :count
            """
        while try await writeTrees({
            try $0.run("DELETE FROM \(table) WHERE rowid IN (\(rows))", [":id": database, ":count": count])
        }) > 0 {}
    }

    /// Saves the settings of a database.
    public func save(_ settings: DatabaseSettings, of database: DatabaseID) async throws {
        let json = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
        try await writeTrees { transaction in
            let id = try transaction.requireDatabase(database)
            try transaction.run("UPDATE realtime_database SET settings = :settings WHERE id = :id", [":id": id, ":settings": json])
        }
    }
}

extension SQLiteStore {
    func readTrees<T>(_ body: (Transaction) throws -> T) throws -> T {
        try readers.read { try body(Transaction(db: $0)) }
    }

    @discardableResult
    func writeTrees<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await commits.write { try body(Transaction(db: $0)) }
    }
}
