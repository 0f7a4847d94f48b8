import LatchkeyRules
public import LatchkeyTree
import Synchronization

/// The open databases. Each is opened once, by whoever asks first.
public actor DatabaseDirectory {
    private let store: any TreeStore
    private let now: @Sendable () -> Double
    private let denials: DenialLog?
    private let countsCoverage: Bool
    private var open: [DatabaseID: Task<RealtimeDatabase?, any Error>] = [:]
    /// What is written down there is wrong, and will be until an operator mends it. It may be large, and anybody may ask for it.
    private var broken: [DatabaseID: UnreadableDatabase] = [:]
    /// Those that are open, by their names, of which there are no two alike: for who cannot wait for the actor at each request.
    private let ready = Mutex<[String: RealtimeDatabase]>([:])

    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - denials: where it is remembered what rules deny.
    ///   - countsCoverage: whether each database counts what its rules evaluate, from the moment in which it is opened.
    public init(
        store: any TreeStore, now: @escaping @Sendable () -> Double, denials: DenialLog? = nil, countsCoverage: Bool = false
    ) {
        self.store = store
        self.now = now
        self.denials = denials
        self.countsCoverage = countsCoverage
    }

    /// The database of that name, if somebody opened it before.
    public nonisolated func opened(_ name: String) -> RealtimeDatabase? { ready.withLock { $0[name] } }

    /// The database of that name.
    ///
    /// - Parameter rulesIfMade: makes one that does not exist, with these rules.
    /// - Returns: nil for one that does not exist.
    /// - Throws: `UnreadableDatabase` for one that is there and cannot be opened.
    public func database(_ id: DatabaseID, making rulesIfMade: String? = nil) async throws -> RealtimeDatabase? {
        while true {
            if let error = broken[id] { throw error }
            let known = open[id]
            let task = known ?? opening(id, making: rulesIfMade)
            open[id] = task
            let result = await task.result
            if case .success(let database?) = result {
                ready.withLock { $0[id.name] = database }
                return database
            }
            if case .failure(let error as UnreadableDatabase) = result, error.sequence != nil { broken[id] = error }
            // Never another one's: a database that is open twice would have two writers.
            if open[id] == task { open[id] = nil }
            // What somebody else looked for in vain may be there now, or have to be made.
            if known == nil { return try result.get() }
        }
    }

    /// Opens the databases in which clients of a former process left something to be done, and does it.
    ///
    /// - Returns: Those that could not be opened, with the reason.
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

    /// Opens a database no more, for whoever could not make its rules what they have to be.
    public func close(_ error: UnreadableDatabase) {
        broken[error.database] = error
    }

    private func opening(_ id: DatabaseID, making rulesIfMade: String?) -> Task<RealtimeDatabase?, any Error> {
        Task { [store, now, denials, countsCoverage] in
            if let rulesIfMade { try await store.make(id, rules: rulesIfMade) }
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
            let database = RealtimeDatabase(id, stored: stored, rules: rules, store: store, now: now, denials: denials)
            if countsCoverage { database.countCoverage(true) }
            try await database.doLeftWrites()
            return database
        }
    }
}
