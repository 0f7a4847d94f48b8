public import LatchkeyRules
public import LatchkeyTree

/// A database. Reads run immediately, writes run in order, and listeners receive the changes.
public final class RealtimeDatabase: Sendable {
    /// The ID of the database.
    public let id: DatabaseID
    let state: DatabaseState
    /// Executes the writes.
    let owner: any DatabaseOwner
    /// The owner if it is this node; `nil` for a replica.
    let home: HomeOwner?
    let now: @Sendable () -> Double
    /// The operations on this database, for watchers.
    public let profile = DatabaseProfile()

    /// Creates a database from its stored state.
    ///
    /// - Parameters:
    ///   - term: The term of the database, which began before its state was loaded.
    ///   - stored: The stored state of the database.
    ///   - rules: The compiled rules of `stored`.
    ///   - store: The store for changes.
    ///   - limits: The limits for pending writes and the thresholds for snapshots.
    ///   - now: Returns the current time in milliseconds since 1970.
    ///   - denials: The log for operations that the rules deny.
    public convenience init(
        _ term: DatabaseTerm, stored: StoredTree, rules: SecurityRules, store: any TreeStore, limits: DatabaseLimits = DatabaseLimits(),
        now: @escaping @Sendable () -> Double, denials: DenialLog? = nil
    ) {
        let state = DatabaseState(
            root: stored.root, rules: rules, settings: stored.settings,
            denials: denials.map { DenialRecorder(log: $0, database: term.database) })
        let check = store.currencyCheck(of: term)
        let writer = DatabaseWriter(
            term, store: store, state: state, stored: stored, limits: limits, now: now, isCurrent: { check?() ?? true })
        let home = HomeOwner(term: term, store: store, writer: writer, check: check)
        self.init(term.database, state: state, owner: home, home: home, now: now)
    }

    init(_ id: DatabaseID, state: DatabaseState, owner: any DatabaseOwner, home: HomeOwner?, now: @escaping @Sendable () -> Double) {
        self.id = id
        self.state = state
        self.owner = owner
        self.home = home
        self.now = now
    }

    /// Whether no other node can have opened the database since its owner did.
    package var isCurrent: Bool { owner.isCurrent }

    /// The current rules.
    public var rules: SecurityRules { state.rules }

    /// The number of queued writes and rule changes.
    public var waitingCount: Int { owner.waitingCount }
    /// The number of listeners.
    public var listenerCount: Int { state.listenerCount }

    /// Returns the result of a query at a path, as of the last durable write.
    ///
    /// - Parameters:
    ///   - path: The path to read.
    ///   - query: The query; all children by default.
    ///   - needsIndex: Whether to reject queries without an index in the rules, because the time to sort grows with the number of children.
    ///   - requester: The identity for which the rules are checked.
    /// - Throws: `DatabaseError.elsewhere` if the data may be out of date; `denied` before `indexMissing`, so that clients without read
    ///   access learn nothing about the rules.
    public func read(
        _ path: TreePath, query: Query = .all, needsIndex: Bool = false, by requester: Requester
    ) throws(DatabaseError) -> Node {
        try requireCurrent()
        let (root, rules) = state.rootAndRules
        try ReadCheck(rules: rules, root: root, now: now(), path: path, query: query).require(for: requester, to: .read, state.denials)
        let isIndexed = query.isUnfiltered || rules.hasIndex(for: query.order, at: path)
        if needsIndex, !rules.hasIndex(for: query.order, at: path) { throw .indexMissing(query, path) }
        return query.apply(to: root[path], isIndexed: isIndexed)
    }

    /// - Throws: `DatabaseError.removed`, or `elsewhere` if another node may have changed the database.
    private func requireCurrent() throws(DatabaseError) {
        if let ended = state.ended { throw ended }
        guard isCurrent else { throw .elsewhere }
    }

    /// Returns whether the rules define the index that a query needs. Without an index the query works, but has to sort the children first.
    public func hasIndex(for query: Query, at path: TreePath) -> Bool { state.rules.hasIndex(for: query.order, at: path) }

    /// Writes, and returns when the write is durable.
    ///
    /// - Parameters:
    ///   - operation: The write.
    ///   - requester: The identity for which the rules are checked.
    ///   - evenIfBusy: Whether to accept the write regardless of the number of pending writes.
    /// - Throws: `DatabaseError` if the write is rejected or cannot be stored.
    public func write(
        _ operation: WriteOperation, by requester: Requester, evenIfBusy: Bool = false
    ) async throws(DatabaseError) -> WriteOutcome {
        let result = await withCheckedContinuation { continuation in
            submit(operation, by: requester, evenIfBusy: evenIfBusy) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Queues a write. Writes are executed in the order of these calls.
    ///
    /// - Parameters:
    ///   - operation: The write.
    ///   - requester: The identity for which the rules are checked.
    ///   - evenIfBusy: Whether to accept the write regardless of the number of pending writes, for writes that no client can retry.
    ///     Otherwise the write fails with `unavailable` if too many writes are pending.
    ///   - reply: Called when the write is durable and the listeners were notified. It may only add to a queue.
    public func submit(
        _ operation: WriteOperation, by requester: Requester, evenIfBusy: Bool = false,
        reply: @escaping @Sendable (Result<WriteOutcome, DatabaseError>) -> Void
    ) {
        owner.submit(operation, by: requester, evenIfBusy: evenIfBusy, reply: reply)
    }

    /// Adds a listener for the result of a query at a path.
    ///
    /// - Parameters:
    ///   - path: The path to listen to.
    ///   - query: The query; all children by default.
    ///   - needsIndex: Whether to reject queries without an index in the rules.
    ///   - requester: The identity for which the rules are checked.
    ///   - sink: Receives every change after `first`.
    ///   - first: Called with the current data to prepare the initial event, which may take long. The closure that it returns sends this
    ///     event and may only add to a queue. If the data changes in the meantime, `first` is called again; only the last returned closure
    ///     is called, before this method returns.
    /// - Throws: `DatabaseError.denied`, or `indexMissing`, also if the limit for orders without an index is reached at the path. Then no
    ///   closure that `first` returned is called, and `sink` receives nothing.
    public func listen(
        to path: TreePath, query: Query = .all, needsIndex: Bool = false, by requester: Requester, sink: @escaping ListenerSink,
        first: (Node) -> () -> Void
    ) throws(DatabaseError) -> ListenerID {
        try requireCurrent()
        return try state.listen(to: path, query: query, needsIndex: needsIndex, by: requester, now: now(), sink: sink, first: first)
    }

    /// Changes the requester of a listener.
    ///
    /// - Parameters:
    ///   - listener: The ID of the listener.
    ///   - requester: The new identity for which the rules are checked.
    ///   - onDenied: Called if the rules deny the listener.
    /// - Returns: `false` if the rules deny the listener; it is removed without an event. `true` if it continues or had already ended.
    public func change(_ listener: ListenerID, to requester: Requester, onDenied: (DecisionID?) -> Void = { _ in }) -> Bool {
        state.change(listener, to: requester, now: now(), onDenied: onDenied)
    }

    /// Ends a listener. It receives no events after this method returns.
    public func end(_ listener: ListenerID) {
        state.end(listener)
    }

    /// Stores new rules, which are in force when this method returns. Writes that were queued before use the old rules.
    ///
    /// - Parameters:
    ///   - rules: The new rules.
    ///   - former: The rules that the caller expects to replace; `nil` to replace any rules.
    ///   - author: The author of the change, for the history of the rules.
    /// - Throws: ``RulesChanged`` if the current rules are not `former`.
    public func replace(rules: SecurityRules, over former: SecurityRules? = nil, by author: String? = nil) async throws {
        try await writer().replace(rules: rules, over: former?.text, by: author)
    }

    /// The current settings.
    public var settings: DatabaseSettings { state.settings }

    /// The size of the database in bytes, as its size limit counts it; see `Node.estimatedBytes`.
    public var size: Int { state.root.estimatedBytes }

    /// Changes the settings. The new ones are stored and in force when this method returns; parallel changes are executed one after another.
    ///
    /// - Returns: The settings before and after the change.
    @discardableResult public func changeSettings(
        _ edit: @escaping @Sendable (inout DatabaseSettings) throws -> Void
    ) async throws -> (before: DatabaseSettings, after: DatabaseSettings) {
        try await writer().changeSettings(edit)
    }

    /// - Throws: `DatabaseError.elsewhere` for a replica.
    func writer() throws(DatabaseError) -> DatabaseWriter {
        guard let home else { throw .elsewhere }
        return home.writer
    }

    /// The number of evaluations of each rule expression and their results; `nil` if coverage is not counted.
    public var coverage: CoverageReport? {
        let rules = rules
        return rules.coverage.map { rules.report($0) }
    }

    /// Starts to count rule evaluations from zero, or stops counting. Counting continues after a change of the rules; it costs nothing when
    /// it is off.
    public func countCoverage(_ isOn: Bool) {
        state.count(in: isOn ? RulesCoverage() : nil)
    }
}
