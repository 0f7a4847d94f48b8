import LatchkeyTree
import Synchronization

/// A store of databases that fails to store `onDisconnect` operations after a test requests it, as on a full disk.
final class TroubledTreeStore: TreeStore {
    struct DiskFull: Error {}

    private let base: any TreeStore
    private let isFull = Mutex(false)

    init(_ base: any TreeStore) { self.base = base }

    func fill() { isFull.withLock { $0 = true } }

    func keep(_ left: LeftWrites, in database: DatabaseID) async throws {
        if isFull.withLock({ $0 }) { throw DiskFull() }
        try await base.keep(left, in: database)
    }

    func databases(of project: String) async throws -> [DatabaseID] { try await base.databases(of: project) }
    func database(named name: String) async throws -> DatabaseID? { try await base.database(named: name) }
    func load(_ database: DatabaseID) async throws -> StoredTree? { try await base.load(database) }
    func make(_ database: DatabaseID, rules: String) async throws { try await base.make(database, rules: rules) }
    func append(_ entries: [TreeLogEntry], to database: DatabaseID) async throws { try await base.append(entries, to: database) }
    func save(_ snapshot: TreeSnapshot, of database: DatabaseID) async throws { try await base.save(snapshot, of: database) }
    func save(_ rules: RulesEdit, of database: DatabaseID) async throws { try await base.save(rules, of: database) }
    func rulesVersions(of database: DatabaseID) async throws -> [RulesVersion] { try await base.rulesVersions(of: database) }
    func rules(ofVersion number: Int, of database: DatabaseID) async throws -> String? {
        try await base.rules(ofVersion: number, of: database)
    }
    func save(_ settings: DatabaseSettings, of database: DatabaseID) async throws { try await base.save(settings, of: database) }
    func forgetLeftWrites(of client: String, in database: DatabaseID) async throws {
        try await base.forgetLeftWrites(of: client, in: database)
    }
    func leftWrites(in database: DatabaseID) async throws -> [LeftWrites] { try await base.leftWrites(in: database) }
    func databasesWithLeftWrites() async throws -> [DatabaseID] { try await base.databasesWithLeftWrites() }
}
