import LatchkeyRules
public import LatchkeyTree
import Synchronization

/// The open databases. Each database is opened once, on first use.
///
/// Scope: one node. One node at a time may change a database (`DatabaseTerm`), because a tree has a single writer.
public actor DatabaseDirectory {
    private let store: any TreeStore
    private let now: @Sendable () -> Double
    private let denials: DenialLog?
    private let countsCoverage: Bool
    private let whenRemoved: @Sendable (DatabaseID) async -> Void
    /// Databases whose removal is being stored: a load before that would open them again.
    private var removing: Set<DatabaseID> = []
    private var open: [DatabaseID: Task<RealtimeDatabase?, any Error>] = [:]
    /// Databases with unreadable stored data. They stay closed until an operator repairs them, because loading may be expensive and any
    /// client can trigger it.
    private var broken: [DatabaseID: UnreadableDatabase] = [:]
    /// The open databases by name, which is unique. Lets callers look up a database without waiting for the actor on each request.
    private let ready = Mutex<[String: RealtimeDatabase]>([:])

    /// Creates a directory of the databases in a store.
    ///
    /// - Parameters:
    ///   - store: The store of the databases.
    ///   - now: Returns the current time in milliseconds since 1970.
    ///   - denials: The log for operations that rules deny.
    ///   - countsCoverage: Whether each database counts the evaluations of its rules from the moment it is opened.
    ///   - whenRemoved: Ends the sessions of a database that was removed.
    public init(
        store: any TreeStore, now: @escaping @Sendable () -> Double, denials: DenialLog? = nil, countsCoverage: Bool = false,
        whenRemoved: @escaping @Sendable (DatabaseID) async -> Void = { _ in }
    ) {
        self.store = store
        self.now = now
        self.denials = denials
        self.countsCoverage = countsCoverage
        self.whenRemoved = whenRemoved
    }

    /// The databases that are open.
    public nonisolated var allOpened: [RealtimeDatabase] { ready.withLock { Array($0.values) } }

    /// Returns the database with the given name if it is already open.
    public nonisolated func opened(_ name: String) -> RealtimeDatabase? { ready.withLock { $0[name] } }

    /// Returns a database, and opens it if necessary.
    ///
    /// - Parameters:
    ///   - id: The database.
    ///   - rulesIfMade: The rules with which to create the database if it does not exist.
    /// - Returns: `nil` if the database does not exist.
    /// - Throws: `UnreadableDatabase` if the database exists but cannot be opened.
    public func database(_ id: DatabaseID, making rulesIfMade: String? = nil) async throws -> RealtimeDatabase? {
        while true {
            if let error = broken[id] { throw error }
            if removing.contains(id) { return nil }
            let known = open[id]
            let task = known ?? opening(id, making: rulesIfMade)
            open[id] = task
            let result = await task.result
            if case .success(let database?) = result {
                if database.isRemoved { return nil }
                ready.withLock { $0[id.name] = database }
                return database
            }
            if case .failure(let error as UnreadableDatabase) = result, error.sequence != nil { broken[id] = error }
            // Only removes its own task: opening a database twice would create two writers.
            if open[id] == task { open[id] = nil }
            // Another caller's task failed or found nothing. The database may exist by now, or this call may have to create it.
            if known == nil { return try result.get() }
        }
    }

    /// Opens the databases that have pending on-disconnect writes from a previous process, and executes these writes.
    ///
    /// - Returns: The databases that could not be opened, with the reason.
    public func openThoseWithLeftWrites() async throws -> [(DatabaseID, any Error)] {
        var failed: [(DatabaseID, any Error)] = []
        for id in try await store.databasesWithLeftWrites() {
            do {
                _ = try await database(id)
            } catch {
                failed.append((id, error))
            }
        }
        return failed
    }

    /// Marks a database as unreadable, so that it is not opened again.
    ///
    /// - Parameter error: The reason, for example that the database's rules could not be updated.
    public func close(_ error: UnreadableDatabase) {
        broken[error.database] = error
    }

    /// Removes a database: ends its listeners and sessions, and refuses further writes. Its data is left to
    /// `TreeStore.removeNextPart(of:)`.
    ///
    /// - Returns: Whether the database existed.
    public func remove(_ id: DatabaseID) async throws -> Bool {
        guard removing.insert(id).inserted else { return false }
        defer { removing.remove(id) }
        // An unreadable database has no writer, and can be removed too.
        let database = try? await open[id]?.value
        let existed =
            if let database { try await database.remove() } else { try await store.beginRemoval(of: id) }
        if open[id] != nil || database != nil { ready.withLock { $0[id.name] = nil } }
        open[id] = nil
        broken[id] = nil
        if existed { await whenRemoved(id) }
        return existed
    }

    private func opening(_ id: DatabaseID, making rulesIfMade: String?) -> Task<RealtimeDatabase?, any Error> {
        Task { [store, now, denials, countsCoverage] in
            if let rulesIfMade { try await store.make(id, rules: rulesIfMade) }
            // The term begins first, so that no other process changes the database after it was loaded.
            guard let term = try await store.beginTerm(of: id) else { return nil }
            let stored: StoredTree
            let rules: SecurityRules
            do {
                guard let found = try await store.load(id) else { return nil }
                (stored, rules) = (found, try SecurityRules(saved: found.rules))
            } catch let error as UnreadableDatabase {
                throw error
            } catch {
                throw UnreadableDatabase(id, cause: error)
            }
            let database = RealtimeDatabase(term, stored: stored, rules: rules, store: store, now: now, denials: denials)
            if countsCoverage { database.countCoverage(true) }
            try await database.doLeftWrites()
            return database
        }
    }
}
