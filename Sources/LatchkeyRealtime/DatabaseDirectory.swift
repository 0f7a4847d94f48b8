import LatchkeyRules
public import LatchkeyTree
import Synchronization

/// The open databases. Each database is opened once, on first use.
///
/// Scope: one node. One node at a time may change a database (`DatabaseTerm`), because a tree has a single writer.
public actor DatabaseDirectory {
    private let store: any TreeStore
    /// Returns the current time in milliseconds since 1970.
    public nonisolated let now: @Sendable () -> Double
    private let denials: DenialLog?
    private let countsCoverage: Bool
    private let whenRemoved: @Sendable (DatabaseID) async -> Void
    private let whenGivenUp: @Sendable (RealtimeDatabase) async -> Void
    /// Databases whose removal is being stored: a load before that would open them again.
    private var removing: Set<DatabaseID> = []
    private var open: [DatabaseID: Task<RealtimeDatabase?, any Error>] = [:]
    /// Databases with unreadable stored data. They stay closed until an operator repairs them, because loading may be expensive and any
    /// client can trigger it.
    private var broken: [DatabaseID: UnreadableDatabase] = [:]
    /// The databases of other nodes by name, and the time until which that is believed without asking the store, which would have to lock its
    /// writers for each request.
    private let elsewhere = Mutex<[String: (error: DatabaseOfAnotherNode, until: ContinuousClock.Instant)]>([:])
    private static let elsewhereTime = Duration.seconds(1)
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
    ///   - whenGivenUp: Ends the sessions of a database that another node may have. Their clients have to connect again.
    public init(
        store: any TreeStore, now: @escaping @Sendable () -> Double, denials: DenialLog? = nil, countsCoverage: Bool = false,
        whenRemoved: @escaping @Sendable (DatabaseID) async -> Void = { _ in },
        whenGivenUp: @escaping @Sendable (RealtimeDatabase) async -> Void = { _ in }
    ) {
        self.store = store
        self.now = now
        self.denials = denials
        self.countsCoverage = countsCoverage
        self.whenRemoved = whenRemoved
        self.whenGivenUp = whenGivenUp
    }

    /// The databases that are open.
    public nonisolated var allOpened: [RealtimeDatabase] { ready.withLock { Array($0.values) } }

    /// Returns the database with the given name if it is already open.
    public nonisolated func opened(_ name: String) -> RealtimeDatabase? { ready.withLock { $0[name] } }

    /// Checks whether another node is believed to have the database with the given name.
    ///
    /// - Throws: `DatabaseOfAnotherNode`.
    public nonisolated func requireNotElsewhere(_ name: String) throws {
        try elsewhere.withLock { elsewhere in
            guard let known = elsewhere[name] else { return }
            if ContinuousClock.now < known.until { throw known.error }
            elsewhere[name] = nil
        }
    }

    /// Returns a database, and opens it if necessary.
    ///
    /// - Parameters:
    ///   - id: The database.
    ///   - rulesIfMade: The rules with which to create the database if it does not exist.
    /// - Returns: `nil` if the database does not exist.
    /// - Throws: `DatabaseOfAnotherNode`; `UnreadableDatabase` if the database exists but cannot be opened.
    public func database(_ id: DatabaseID, making rulesIfMade: String? = nil) async throws -> RealtimeDatabase? {
        while true {
            if let error = broken[id] { throw error }
            try requireNotElsewhere(id.name)
            if removing.contains(id) { return nil }
            let known = open[id]
            let task = known ?? opening(id, making: rulesIfMade)
            open[id] = task
            let result = await task.result
            if case .success(let database?) = result {
                if database.isRemoved { return nil }
                // The database may have been given up in the meantime.
                guard open[id] == task else { continue }
                ready.withLock { $0[id.name] = database }
                if known == nil { Task { await self.openLeftOnes(of: id.project) } }
                return database
            }
            if case .failure(let error as UnreadableDatabase) = result, error.sequence != nil { broken[id] = error }
            if case .failure(let error as DatabaseOfAnotherNode) = result {
                elsewhere.withLock { $0[id.name] = (error, .now + Self.elsewhereTime) }
            }
            // Only removes its own task: opening a database twice would create two writers.
            if open[id] == task { open[id] = nil }
            // Another caller's task failed or found nothing. The database may exist by now, or this call may have to create it.
            if known == nil { return try result.get() }
        }
    }

    /// Opens the databases that have pending on-disconnect writes from a previous process, and executes these writes. Databases of other
    /// nodes are left to them.
    ///
    /// - Returns: The databases that could not be opened, with the reason.
    public func openThoseWithLeftWrites() async throws -> [(DatabaseID, any Error)] {
        var failed: [(DatabaseID, any Error)] = []
        for id in try await store.databasesWithLeftWrites() {
            do {
                _ = try await database(id)
            } catch is DatabaseOfAnotherNode {
            } catch {
                failed.append((id, error))
            }
        }
        return failed
    }

    /// Opens the databases of a project that have on-disconnect writes of a node that no longer runs. All databases of a project are at one
    /// node, so no other one executes them.
    private func openLeftOnes(of project: String) async {
        for id in (try? await store.databasesWithLeftWrites()) ?? [] where id.project == project && open[id] == nil {
            _ = try? await database(id)
        }
    }

    /// Asks the store again which nodes have databases, because a node no longer runs.
    public func forgetOthers() { elsewhere.withLock { $0 = [:] } }

    /// Asks the store again which node has a database, because a node cannot be reached.
    public func forget(_ other: DatabaseOfAnotherNode) {
        elsewhere.withLock { $0[other.database.name] = nil }
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
    /// - Throws: `DatabaseOfAnotherNode`, or an error of the store.
    public func remove(_ id: DatabaseID) async throws -> Bool {
        guard removing.insert(id).inserted else { return false }
        defer { removing.remove(id) }
        // An unreadable database has no writer, and can be removed too.
        let database = try? await open[id]?.value
        // Another node would continue to use the database.
        if database == nil { _ = try await store.beginTerm(of: id) }
        let existed =
            if let database { try await database.remove() } else { try await store.beginRemoval(of: id) }
        if open[id] != nil || database != nil { ready.withLock { $0[id.name] = nil } }
        open[id] = nil
        broken[id] = nil
        if existed { await whenRemoved(id) }
        return existed
    }

    /// Gives up the databases that other nodes may have opened: ends their listeners and sessions, and refuses reads and writes. The next
    /// request opens a database again, unless another node has it.
    public func giveUpLost() async {
        let lost = allOpened.filter { !$0.isCurrent }
        // Including those that are being opened, whose term may be lost too.
        for id in open.keys where opened(id.name).map({ !$0.isCurrent }) ?? true { open[id] = nil }
        ready.withLock { ready in for database in lost { ready[database.id.name] = nil } }
        for database in lost { database.state.end(.elsewhere) }
        await withDiscardingTaskGroup { group in
            for database in lost { group.addTask { [whenGivenUp] in await whenGivenUp(database) } }
        }
    }

    /// Removes databases. Other nodes remove those that they have opened.
    ///
    /// - Returns: The databases of other nodes.
    public func remove(_ ids: [DatabaseID]) async throws -> [DatabaseOfAnotherNode] {
        var others: [DatabaseOfAnotherNode] = []
        for id in ids {
            do {
                _ = try await remove(id)
            } catch let error as DatabaseOfAnotherNode {
                others.append(error)
            }
        }
        return others
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
