import Foundation
package import LatchkeyTree

extension Transaction {
    /// Returns the number of a database.
    ///
    /// - Throws: `UnknownDatabase` if it does not exist.
    package func requireDatabase(_ database: DatabaseID) throws -> Int {
        let id: Int? = try first(
            "SELECT id FROM realtime_database WHERE project = :project AND name = :name AND removed = 0",
            [":project": database.project, ":name": database.name]
        ) { try $0.next() }
        guard let id else { throw UnknownDatabase(id: database) }
        return id
    }

    /// Returns the number of a database whose term has not ended.
    ///
    /// - Throws: `UnknownDatabase` if it does not exist, or `DatabaseTermEnded`.
    func requireDatabase(in term: DatabaseTerm) throws -> Int {
        guard let (id, current) = try current(term.database) else { throw UnknownDatabase(id: term.database) }
        guard current == term.number else { throw DatabaseTermEnded(term) }
        return id
    }

    /// Returns the number of a database and of its current term; `nil` if it does not exist.
    func current(_ database: DatabaseID) throws -> (id: Int, term: Int64)? {
        try first(
            "SELECT id, term FROM realtime_database WHERE project = :project AND name = :name AND removed = 0",
            [":project": database.project, ":name": database.name]
        ) { (try $0.next(), Int64(try $0.next() as Int)) }
    }

    /// Inserts the changes of entries with as few statements as possible.
    package func insert(_ entries: [TreeLogEntry], into database: Int) throws {
        var rest = entries.flatMap { entry in entry.changes.indices.map { (entry.sequence, $0, entry.changes[$0]) } }[...]
        var statements: [BoundSQL] = []
        while let insertion = ChangeInsertion.ofMany.first(where: { $0.count <= rest.count }) {
            statements.append(BoundSQL(insertion.sql, insertion.values(rest.prefix(insertion.count), database)))
            rest = rest.dropFirst(insertion.count)
        }
        try runAll(statements)
    }

    package func tree(_ database: DatabaseID) throws -> StoredTree? {
        let found: (id: Int, rules: String, sequence: Int, settings: String)? = try first(
            """
            SELECT id, rules, snapshot_sequence, settings FROM realtime_database
            WHERE project = :project AND name = :name AND removed = 0
            """,
            [":project": database.project, ":name": database.name]
        ) { (try $0.next(), try $0.next(), try $0.next(), try $0.next()) }
        guard let found else { return nil }
        let root: Node
        do {
            root = try snapshot(found.sequence, of: found.id)
        } catch let error as TreeError {
            throw UnreadableDatabase(database, sequence: Int64(found.sequence), cause: error)
        }
        return StoredTree(
            snapshot: TreeSnapshot(root: root, sequence: Int64(found.sequence)),
            entries: try entries(of: found.id, database, after: found.sequence), rules: found.rules,
            settings: try Self.settings(found.settings))
    }

    private static func settings(_ json: String) throws -> DatabaseSettings {
        try JSONDecoder().decode(DatabaseSettings.self, from: Data(json.utf8))
    }

    func head(in term: DatabaseTerm) throws -> StoredHead {
        let head = try first(
            """
            SELECT coalesce(
                (SELECT max(sequence) FROM realtime_change WHERE database = :id AND sequence > snapshot_sequence), snapshot_sequence),
                rules, settings
            FROM realtime_database WHERE id = :id
            """, [":id": try requireDatabase(in: term)]
        ) { StoredHead(sequence: Int64(try $0.next() as Int), rules: try $0.next(), settings: try Self.settings(try $0.next())) }
        guard let head else { throw UnknownDatabase(id: term.database) }
        return head
    }

    /// Reads a snapshot part by part, so that its JSON is never completely in memory.
    private func snapshot(_ sequence: Int, of database: Int) throws -> Node {
        var reader = NodeReader(limits: .stored)
        var last = -1
        let sql = """
            SELECT part, json FROM realtime_snapshot_part WHERE database = :database AND sequence = :sequence AND part > :last
            ORDER BY part LIMIT 1
            """
        while let (part, json): (Int, [UInt8]) = try first(
            sql, [":database": database, ":sequence": sequence, ":last": last], { (try $0.next(), try $0.next()) })
        {
            try reader.read(json)
            last = part
        }
        return last < 0 ? .empty : try reader.finish()
    }

    /// Returns the changes after a snapshot. Earlier ones are part of the snapshot, but may not have been removed yet.
    private func entries(of database: Int, _ id: DatabaseID, after snapshot: Int) throws -> [TreeLogEntry] {
        let sql = """
            SELECT sequence, path, is_priority, json FROM realtime_change WHERE database = :database AND sequence > :snapshot
            ORDER BY sequence, position
            """
        let changes: [(sequence: Int, change: TreeChange)] = try all(sql, [":database": database, ":snapshot": snapshot]) { row in
            let sequence: Int = try row.next()
            let (path, isPriority, json): (String, Bool, [UInt8]) = (try row.next(), try row.next(), try row.next())
            do {
                return (sequence, try TreeChange(path: path, isPriority: isPriority, json: json))
            } catch {
                throw UnreadableDatabase(id, sequence: Int64(sequence), cause: error)
            }
        }
        return changes.chunked { $0.sequence == $1.sequence }.map { group in
            TreeLogEntry(sequence: Int64(group[group.startIndex].sequence), changes: group.map(\.change))
        }
    }
}

/// A statement that inserts a number of changes.
private struct ChangeInsertion {
    let count: Int
    let sql: String
    /// The parameters of each row.
    private let parameters: [[String]]

    /// Statements for a few numbers of rows, because the database prepares each of them. The last one inserts one row.
    static let ofMany = [32, 8, 2, 1].map(ChangeInsertion.init)

    private init(count: Int) {
        self.count = count
        parameters = (0..<count).map { row in ["sequence", "position", "path", "is_priority", "json"].map { ":\($0)\(row)" } }
        let rows = parameters.map { "(:database, \($0.joined(separator: ", ")))" }
        sql = """
            INSERT INTO realtime_change (database, sequence, position, path, is_priority, json)
            VALUES \(rows.joined(separator: ", "))
            """
    }

    func values(_ rows: some Collection<(Int64, Int, TreeChange)>, _ database: Int) -> Values {
        var values: [(String, any Storable)] = [(":database", database)]
        for (names, (sequence, position, change)) in zip(parameters, rows) {
            let (isPriority, json) = change.stored
            let row: [any Storable] = [Int(sequence), position, change.path.description, isPriority, json]
            values += zip(names, row)
        }
        return Values(values)
    }
}

/// An error for a database that does not exist.
package struct UnknownDatabase: Error {
    package let id: DatabaseID
}

extension Array {
    /// Returns groups of adjacent elements that belong together.
    fileprivate func chunked(by belongTogether: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
        var chunks: [ArraySlice<Element>] = []
        var start = startIndex
        for index in indices where index > start && !belongTogether(self[index - 1], self[index]) {
            chunks.append(self[start..<index])
            start = index
        }
        if start < endIndex { chunks.append(self[start...]) }
        return chunks
    }
}
