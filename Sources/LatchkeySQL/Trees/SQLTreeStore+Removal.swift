public import LatchkeyTree

extension SQLTreeStore {
    /// The number of parts of a snapshot in one transaction of a removal. A part has about a mebibyte.
    private static let partsPerRemoval = 8
    private static let rowsPerRemoval = 2000

    /// Returns the stored size of a database in bytes; 0 if it does not exist.
    public func storedBytes(of database: DatabaseID) async throws -> Int {
        try await transactions.read { transaction in
            // SQLite finds the length of a value without reading it.
            let sql = """
                SELECT coalesce((SELECT sum(length(json)) FROM realtime_snapshot_part WHERE database = d.id), 0)
                    + coalesce((SELECT sum(length(json)) FROM realtime_change WHERE database = d.id), 0)
                FROM realtime_database AS d WHERE project = :project AND name = :name AND removed = 0
                """
            return try transaction.first(sql, [":project": database.project, ":name": database.name]) { try $0.next() } ?? 0
        }
    }

    /// Begins to remove a database.
    ///
    /// - Returns: Whether the database existed.
    public func beginRemoval(of database: DatabaseID) async throws -> Bool {
        try await transactions.write { transaction in
            try transaction.run(
                "UPDATE realtime_database SET removed = 1 WHERE project = :project AND name = :name AND removed = 0",
                [":project": database.project, ":name": database.name]) == 1
        }
    }

    /// Returns the databases whose removal began and is not complete.
    public func removals() async throws -> [DatabaseID] {
        try await transactions.read { transaction in
            try transaction.all("SELECT project, name FROM realtime_database WHERE removed = 1 ORDER BY name", [:]) {
                DatabaseID(project: try $0.next(), name: try $0.next())
            }
        }
    }

    /// Removes the next part of a database whose removal began.
    ///
    /// - Returns: Whether anything is left.
    public func removeNextPart(of database: DatabaseID) async throws -> Bool {
        try await transactions.write { transaction in
            let values: Values = [":project": database.project, ":name": database.name]
            let sql = "SELECT id FROM realtime_database WHERE project = :project AND name = :name AND removed = 1"
            guard let id: Int = try transaction.first(sql, values, { try $0.next() }) else { return false }
            for (table, count) in Self.partsOfDatabases {
                let rows = "SELECT \(table.key) FROM \(table.name) WHERE database = :id LIMIT :count"
                let removed = try transaction.run(
                    "DELETE FROM \(table.name) WHERE (\(table.key)) IN (\(rows))", [":id": id, ":count": count])
                if removed > 0 { return true }
            }
            try transaction.run("DELETE FROM realtime_database WHERE id = :id", [":id": id])
            return false
        }
    }

    private static let partsOfDatabases: [(TreeTable, Int)] = [
        (.snapshotParts, partsPerRemoval), (.changes, rowsPerRemoval), (.leftChanges, rowsPerRemoval), (.rulesVersions, partsPerRemoval),
    ]
}
