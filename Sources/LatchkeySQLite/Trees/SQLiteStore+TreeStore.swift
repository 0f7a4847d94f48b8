import GRDB
public import LatchkeyTree

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SQLiteStore: TreeStore {
    /// Bytes of JSON in a part of a snapshot. One part is one transaction, so that sign-ins wait for no more than that.
    private static let partBytes = 1_048_576
    private static let changesPerRemoval = 5000

    public func databases(of project: String) async throws -> [DatabaseID] {
        try readTrees { transaction in
            try transaction.all("SELECT name FROM realtime_database WHERE project = :project ORDER BY name", [":project": project]) {
                DatabaseID(project: project, name: try $0.next())
            }
        }
    }

    public func database(named name: String) async throws -> DatabaseID? {
        try readTrees { transaction in
            try transaction.first("SELECT project FROM realtime_database WHERE name = :name", [":name": name]) {
                DatabaseID(project: try $0.next(), name: name)
            }
        }
    }

    public func make(_ database: DatabaseID, rules: String) async throws {
        try await writeTrees { transaction in
            try transaction.run(
                "INSERT INTO realtime_database (project, name, rules) VALUES (:project, :name, :rules) ON CONFLICT DO NOTHING",
                [":project": database.project, ":name": database.name, ":rules": rules])
        }
    }

    public func load(_ database: DatabaseID) async throws -> StoredTree? {
        try readTrees { try $0.tree(database) }
    }

    public func append(_ entries: [TreeLogEntry], to database: DatabaseID) async throws {
        try await writeTrees { transaction in
            let id = try transaction.requireDatabase(database)
            for entry in entries { try transaction.insert(entry, into: id) }
        }
    }

    /// Many short transactions, between which other writes find their place. The parts count only once all are there.
    public func save(_ snapshot: TreeSnapshot, of database: DatabaseID) async throws {
        let id = try await writeTrees { try $0.requireDatabase(database) }
        // What a snapshot left that was interrupted.
        try await removeUnusedParts(of: id)
        do {
            for (part, bytes) in JSONChunks(snapshot.root, .export, chunkBytes: Self.partBytes).enumerated() {
                try await writeTrees { transaction in
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
            // On a disk that is full it takes the room that writes need.
            try? await removeUnusedParts(of: id)
            throw error
        }
        try await removeUnusedParts(of: id)
        try await remove(Self.changesPerRemoval, from: "realtime_change", of: id, where: "<=")
    }

    /// Of snapshots that are none: never finished, or no longer the last.
    private func removeUnusedParts(of database: Int) async throws {
        try await remove(1, from: "realtime_snapshot_part", of: database, where: "<>")
    }

    /// A few in each transaction: removing what became needless makes nobody wait.
    ///
    /// - Parameter comparison: of a row's number with the snapshot's.
    private func remove(_ count: Int, from table: String, of database: Int, where comparison: String) async throws {
        let rows = """
            SELECT rowid FROM \(table) WHERE database = :id
                AND sequence \(comparison) (SELECT snapshot_sequence FROM realtime_database WHERE id = :id) LIMIT :count
            """
        while try await writeTrees({
            try $0.run("DELETE FROM \(table) WHERE rowid IN (\(rows))", [":id": database, ":count": count])
        }) > 0 {}
    }

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
