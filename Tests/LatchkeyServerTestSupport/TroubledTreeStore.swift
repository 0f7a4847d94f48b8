package import LatchkeyTree
import Synchronization

/// A store of databases that fails to store changes and `onDisconnect` operations after a test requests it, as on a full disk.
package final class TroubledTreeStore: TreeStore {
    struct DiskFull: Error {}

    private let base: any TreeStore
    private let isFull = Mutex(false)

    init(_ base: any TreeStore) { self.base = base }

    package func fill() { isFull.withLock { $0 = true } }
    package func free() { isFull.withLock { $0 = false } }

    package func keep(_ left: LeftWrites, in term: DatabaseTerm) async throws {
        if isFull.withLock({ $0 }) { throw DiskFull() }
        try await base.keep(left, in: term)
    }

    package func databases(of project: String) async throws -> [DatabaseID] { try await base.databases(of: project) }
    package func database(named name: String) async throws -> DatabaseID? { try await base.database(named: name) }
    package func load(_ database: DatabaseID) async throws -> StoredTree? { try await base.load(database) }
    package func make(_ database: DatabaseID, rules: String) async throws { try await base.make(database, rules: rules) }
    package func beginTerm(of database: DatabaseID) async throws -> DatabaseTerm? { try await base.beginTerm(of: database) }
    package func currencyCheck(of term: DatabaseTerm) -> (@Sendable () -> Bool)? { base.currencyCheck(of: term) }
    package func append(_ entries: [TreeLogEntry], in term: DatabaseTerm) async throws {
        if isFull.withLock({ $0 }) { throw DiskFull() }
        try await base.append(entries, in: term)
    }
    package func head(in term: DatabaseTerm) async throws -> StoredHead { try await base.head(in: term) }
    package func save(_ snapshot: TreeSnapshot, in term: DatabaseTerm) async throws { try await base.save(snapshot, in: term) }
    package func save(_ rules: RulesEdit, in term: DatabaseTerm) async throws { try await base.save(rules, in: term) }
    package func rulesVersions(of database: DatabaseID) async throws -> [RulesVersion] { try await base.rulesVersions(of: database) }
    package func rules(ofVersion number: Int, of database: DatabaseID) async throws -> String? {
        try await base.rules(ofVersion: number, of: database)
    }
    package func save(_ settings: DatabaseSettings, in term: DatabaseTerm) async throws { try await base.save(settings, in: term) }
    package func forgetLeftWrites(of client: String, in term: DatabaseTerm) async throws {
        try await base.forgetLeftWrites(of: client, in: term)
    }
    package func leftWrites(in database: DatabaseID) async throws -> [LeftWrites] { try await base.leftWrites(in: database) }
    package func databasesWithLeftWrites() async throws -> [DatabaseID] { try await base.databasesWithLeftWrites() }
    package func storedBytes(of database: DatabaseID) async throws -> Int { try await base.storedBytes(of: database) }
    package func beginRemoval(of database: DatabaseID) async throws -> Bool { try await base.beginRemoval(of: database) }
    package func removals() async throws -> [DatabaseID] { try await base.removals() }
    package func removeNextPart(of database: DatabaseID) async throws -> Bool { try await base.removeNextPart(of: database) }
}
