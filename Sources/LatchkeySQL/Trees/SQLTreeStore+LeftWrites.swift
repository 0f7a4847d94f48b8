public import LatchkeyTree

extension SQLTreeStore {
    /// Saves the `onDisconnect` writes of a client.
    public func keep(_ left: LeftWrites, in term: DatabaseTerm) async throws {
        try await transactions.write { transaction in
            let id = try transaction.requireDatabase(in: term)
            try transaction.run(
                """
                UPDATE realtime_left_change SET requester = :requester
                WHERE database = :database AND client = :client AND requester <> :requester
                """,
                [":database": id, ":client": left.client, ":requester": left.requester])
            for (number, changes) in left.writes {
                try transaction.run(
                    "DELETE FROM realtime_left_change WHERE database = :database AND client = :client AND number = :number",
                    [":database": id, ":client": left.client, ":number": number])
                for (position, change) in changes.enumerated() {
                    let (isPriority, json) = change.stored
                    try transaction.run(
                        """
                        INSERT INTO realtime_left_change (database, client, number, position, requester, path, is_priority, json)
                        VALUES (:database, :client, :number, :position, :requester, :path, :is_priority, :json)
                        """,
                        [
                            ":database": id, ":client": left.client, ":number": number, ":position": position,
                            ":requester": left.requester, ":path": change.path.description, ":is_priority": isPriority, ":json": json,
                        ])
                }
            }
        }
    }

    /// Removes the `onDisconnect` writes of a client.
    public func forgetLeftWrites(of client: String, in term: DatabaseTerm) async throws {
        try await transactions.write { transaction in
            let id = try transaction.requireDatabase(in: term)
            try transaction.run(
                "DELETE FROM realtime_left_change WHERE database = :database AND client = :client",
                [":database": id, ":client": client])
        }
    }

    /// Returns the `onDisconnect` writes of all clients, in the order of their names.
    public func leftWrites(in database: DatabaseID) async throws -> [LeftWrites] {
        typealias Row = (client: String, requester: String, number: Int, change: TreeChange)
        let rows: [Row] = try await transactions.read { transaction in
            let id = try transaction.requireDatabase(database)
            let sql = """
                SELECT client, requester, number, path, is_priority, json FROM realtime_left_change WHERE database = :database
                ORDER BY client, number, position
                """
            return try transaction.all(sql, [":database": id]) { row in
                let (client, requester, number): (String, String, Int) = (try row.next(), try row.next(), try row.next())
                let (path, isPriority, json): (String, Bool, [UInt8]) = (try row.next(), try row.next(), try row.next())
                return (client, requester, number, try TreeChange(path: path, isPriority: isPriority, json: json))
            }
        }
        return Dictionary(grouping: rows, by: \.client).sorted { $0.key < $1.key }.map { client, rows in
            LeftWrites(
                client: client, requester: rows[0].requester,
                writes: Dictionary(grouping: rows, by: \.number).mapValues { $0.map(\.change) })
        }
    }

    /// Returns the databases that have `onDisconnect` writes, in the order of their names.
    public func databasesWithLeftWrites() async throws -> [DatabaseID] {
        try await transactions.read { transaction in
            try transaction.all(
                """
                SELECT project, name FROM realtime_database
                WHERE removed = 0 AND EXISTS (SELECT 1 FROM realtime_left_change WHERE database = realtime_database.id) ORDER BY name
                """, [:]
            ) { DatabaseID(project: try $0.next(), name: try $0.next()) }
        }
    }
}
