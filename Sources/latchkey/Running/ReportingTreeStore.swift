import LatchkeyTree
import Logging
import Synchronization

/// A tree store that logs when it can no longer store changes, and when it can again.
///
/// Clients get a 503 for each write. The log contains the cause once per database, because a full disk fails thousands of writes.
final class ReportingTreeStore: TreeStore {
    private let store: any TreeStore
    private let logger: Logger
    private let failing = Mutex<Set<DatabaseID>>([])

    init(_ store: any TreeStore, logger: Logger) {
        self.store = store
        self.logger = logger
    }

    func databases(of project: String) async throws -> [DatabaseID] { try await store.databases(of: project) }
    func database(named name: String) async throws -> DatabaseID? { try await store.database(named: name) }
    func load(_ database: DatabaseID) async throws -> StoredTree? { try await store.load(database) }

    func make(_ database: DatabaseID, rules: String) async throws {
        try await reporting(database) { try await store.make(database, rules: rules) }
    }

    func beginTerm(of database: DatabaseID) async throws -> DatabaseTerm? { try await store.beginTerm(of: database) }
    func currencyCheck(of term: DatabaseTerm) -> (@Sendable () -> Bool)? { store.currencyCheck(of: term) }

    func append(_ entries: [TreeLogEntry], in term: DatabaseTerm) async throws {
        try await reporting(term.database) { try await store.append(entries, in: term) }
    }

    func head(in term: DatabaseTerm) async throws -> StoredHead { try await store.head(in: term) }

    func save(_ snapshot: TreeSnapshot, in term: DatabaseTerm) async throws {
        do {
            try await store.save(snapshot, in: term)
        } catch {
            // No data is lost: the changes since the previous snapshot are kept longer.
            logger.warning("A snapshot of a database was not stored", metadata: ["database": "\(term.database)", "cause": "\(error)"])
            throw error
        }
    }

    func save(_ rules: RulesEdit, in term: DatabaseTerm) async throws {
        try await reporting(term.database) { try await store.save(rules, in: term) }
    }

    func rulesVersions(of database: DatabaseID) async throws -> [RulesVersion] { try await store.rulesVersions(of: database) }

    func rules(ofVersion number: Int, of database: DatabaseID) async throws -> String? {
        try await store.rules(ofVersion: number, of: database)
    }

    func save(_ settings: DatabaseSettings, in term: DatabaseTerm) async throws {
        try await reporting(term.database) { try await store.save(settings, in: term) }
    }

    func keep(_ left: LeftWrites, in term: DatabaseTerm) async throws {
        try await reporting(term.database) { try await store.keep(left, in: term) }
    }

    func forgetLeftWrites(of client: String, in term: DatabaseTerm) async throws {
        try await reporting(term.database) { try await store.forgetLeftWrites(of: client, in: term) }
    }

    func leftWrites(in database: DatabaseID) async throws -> [LeftWrites] { try await store.leftWrites(in: database) }
    func databasesWithLeftWrites() async throws -> [DatabaseID] { try await store.databasesWithLeftWrites() }

    func storedBytes(of database: DatabaseID) async throws -> Int { try await store.storedBytes(of: database) }
    func beginRemoval(of database: DatabaseID) async throws -> Bool { try await store.beginRemoval(of: database) }
    func removals() async throws -> [DatabaseID] { try await store.removals() }
    func removeNextPart(of database: DatabaseID) async throws -> Bool { try await store.removeNextPart(of: database) }

    private func reporting(_ database: DatabaseID, _ write: () async throws -> Void) async throws {
        do {
            try await write()
            if tell(database, fails: false) {
                logger.notice("The store can write database changes again", metadata: ["database": "\(database)"])
            }
        } catch let error as DatabaseTermEnded {
            // The store works. Another node writes.
            throw error
        } catch {
            if tell(database, fails: true) {
                logger.error(
                    "The store cannot write database changes; clients get an error and must retry",
                    metadata: ["database": "\(database)", "cause": "\(error)"])
            }
            throw error
        }
    }

    /// - Returns: Whether the state has changed.
    private func tell(_ database: DatabaseID, fails: Bool) -> Bool {
        failing.withLock { fails ? $0.insert(database).inserted : $0.remove(database) != nil }
    }
}
