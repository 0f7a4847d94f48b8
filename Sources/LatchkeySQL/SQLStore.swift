public import LatchkeyIdentity
public import LatchkeyTree

/// A store in an SQL database, which also keeps the realtime databases and the audit log.
public protocol SQLStore: AccountStore, TreeStore, EventRecord {
    /// The realtime databases.
    var trees: SQLTreeStore { get }
    /// The audit log.
    var record: SQLEventRecord { get }

    /// Whether the store was opened with the master key, which opens the key of the chain of events.
    var keepsChain: Bool { get }
    /// The durations of all commits since the store was opened. A commit contains several transactions.
    var commitTimes: DurationBuckets { get }
    /// The number of transactions that wait for the current commit.
    var waitingTransactions: Int { get }

    /// Waits until everything that was committed is on the disk, also if commits do not wait for it.
    func makeDurable() async throws
    /// Closes the store. Later calls throw. Call it when no reads and writes are in progress.
    func close() throws
}

extension SQLStore {
    /// Returns the databases of a project, sorted by name.
    public func databases(of project: String) async throws -> [DatabaseID] { try await trees.databases(of: project) }
    /// Returns the database with this name in any project.
    public func database(named name: String) async throws -> DatabaseID? { try await trees.database(named: name) }
    /// Loads a database; nil if it does not exist.
    public func load(_ database: DatabaseID) async throws -> StoredTree? { try await trees.load(database) }
    /// Creates an empty database.
    public func make(_ database: DatabaseID, rules: String) async throws { try await trees.make(database, rules: rules) }
    /// Begins a term of a database; nil if it does not exist.
    public func beginTerm(of database: DatabaseID) async throws -> DatabaseTerm? { try await trees.beginTerm(of: database) }
    /// Returns a check for whether the tree of a term is current in memory.
    public func currencyCheck(of term: DatabaseTerm) -> (@Sendable () -> Bool)? { trees.currencyCheck(of: term) }
    /// Appends changes in one transaction.
    public func append(_ entries: [TreeLogEntry], in term: DatabaseTerm) async throws { try await trees.append(entries, in: term) }
    /// Returns the stored state without the tree, after all earlier changes of the database have ended.
    public func head(in term: DatabaseTerm) async throws -> StoredHead { try await trees.head(in: term) }
    /// Saves a snapshot in many short transactions, between which other writes can run.
    public func save(_ snapshot: TreeSnapshot, in term: DatabaseTerm) async throws { try await trees.save(snapshot, in: term) }
    /// Saves new rules and keeps the earlier ones as a version.
    public func save(_ rules: RulesEdit, in term: DatabaseTerm) async throws { try await trees.save(rules, in: term) }
    /// Returns the current and earlier rules, latest first.
    public func rulesVersions(of database: DatabaseID) async throws -> [RulesVersion] { try await trees.rulesVersions(of: database) }
    /// Returns the text of a version; nil if it is not kept.
    public func rules(ofVersion number: Int, of database: DatabaseID) async throws -> String? {
        try await trees.rules(ofVersion: number, of: database)
    }
    /// Saves the settings of a database.
    public func save(_ settings: DatabaseSettings, in term: DatabaseTerm) async throws { try await trees.save(settings, in: term) }
    /// Saves the `onDisconnect` writes of a client.
    public func keep(_ left: LeftWrites, in term: DatabaseTerm) async throws { try await trees.keep(left, in: term) }
    /// Removes the `onDisconnect` writes of a client.
    public func forgetLeftWrites(of client: String, in term: DatabaseTerm) async throws {
        try await trees.forgetLeftWrites(of: client, in: term)
    }
    /// Returns the `onDisconnect` writes of all clients, in the order of their names.
    public func leftWrites(in database: DatabaseID) async throws -> [LeftWrites] { try await trees.leftWrites(in: database) }
    /// Returns the databases that have `onDisconnect` writes.
    public func databasesWithLeftWrites() async throws -> [DatabaseID] { try await trees.databasesWithLeftWrites() }
    /// Returns the stored size of a database in bytes; 0 if it does not exist.
    public func storedBytes(of database: DatabaseID) async throws -> Int { try await trees.storedBytes(of: database) }
    /// Begins to remove a database.
    public func beginRemoval(of database: DatabaseID) async throws -> Bool { try await trees.beginRemoval(of: database) }
    /// Returns the databases whose removal began and is not complete.
    public func removals() async throws -> [DatabaseID] { try await trees.removals() }
    /// Removes the next part of a database whose removal began.
    public func removeNextPart(of database: DatabaseID) async throws -> Bool { try await trees.removeNextPart(of: database) }
}

extension SQLStore {
    /// Verifies the audit log in pages, so that no snapshot is held for long.
    public func verifyEvents(containing noted: EventHead?) async throws -> EventVerification {
        try await record.verifyEvents(containing: noted)
    }
    /// Returns entries of the audit log in the order of their numbers.
    public func streamedEvents(after sequence: Int64, limit: Int) async throws -> [StreamedEvent] {
        try await record.streamedEvents(after: sequence, limit: limit)
    }
    /// Returns the stored position of a stream, or the begin of the chain.
    public func position(of stream: EventStream) async throws -> Int64 { try await record.position(of: stream) }
    /// Stores the position of a stream.
    public func advance(_ stream: EventStream, to sequence: Int64) async throws { try await record.advance(stream, to: sequence) }
    /// Returns the number of the last event.
    public func lastEvent() async throws -> Int64 { try await record.lastEvent() }
}
