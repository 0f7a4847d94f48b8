public import LatchkeyRules
public import LatchkeyTree

/// One database: reads at once, writes one after the other, and tells those who listen.
public final class RealtimeDatabase: Sendable {
    public let id: DatabaseID
    let store: any TreeStore
    let state: DatabaseState
    let writer: DatabaseWriter
    let now: @Sendable () -> Double
    /// What is done here, for who watches.
    public let profile = DatabaseProfile()

    /// - Parameters:
    ///   - stored: what the store has of it.
    ///   - rules: those of `stored`, compiled.
    ///   - now: milliseconds since 1970.
    ///   - denials: where it is remembered what the rules deny.
    public init(
        _ id: DatabaseID, stored: StoredTree, rules: SecurityRules, store: any TreeStore, limits: DatabaseLimits = DatabaseLimits(),
        now: @escaping @Sendable () -> Double, denials: DenialLog? = nil
    ) {
        self.id = id
        self.now = now
        state = DatabaseState(
            root: stored.root, rules: rules, settings: stored.settings, denials: denials.map { DenialRecorder(log: $0, database: id) })
        self.store = store
        writer = DatabaseWriter(id, store: store, state: state, stored: stored, limits: limits, now: now)
    }

    public var rules: SecurityRules { state.rules }

    /// Writes and changes of rules that wait for those under way.
    var waitingCount: Int { writer.waitingCount }

    /// What a query shows of a path, as of the last durable write.
    ///
    /// - Parameter needsIndex: refuses to sort children by what the rules name no index for, which takes as long as they are many.
    /// - Throws: `DatabaseError.permissionDenied`, and then `indexMissing`: who may not read learns nothing of the rules.
    public func read(
        _ path: TreePath, query: Query = .all, needsIndex: Bool = false, by requester: Requester
    ) throws(DatabaseError) -> Node {
        let (root, rules) = state.rootAndRules
        try ReadCheck(rules: rules, root: root, now: now(), path: path, query: query).require(for: requester, to: .read, state.denials)
        let isIndexed = query.isUnfiltered || rules.hasIndex(for: query.order, at: path)
        if needsIndex, !rules.hasIndex(for: query.order, at: path) { throw .indexMissing(query, path) }
        return query.apply(to: root[path], isIndexed: isIndexed)
    }

    /// Whether the rules have the index that a query wants. Without it the query works, and has to sort first.
    public func hasIndex(for query: Query, at path: TreePath) -> Bool { state.rules.hasIndex(for: query.order, at: path) }

    /// Writes, and returns when it is durable.
    public func write(
        _ operation: WriteOperation, by requester: Requester, evenIfBusy: Bool = false
    ) async throws(DatabaseError) -> WriteOutcome {
        let result = await withCheckedContinuation { continuation in
            submit(operation, by: requester, evenIfBusy: evenIfBusy) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Asks for a write. Writes happen in the order of these calls.
    ///
    /// - Parameters:
    ///   - evenIfBusy: takes it however much waits to be written, which is otherwise refused as `unavailable`: for what nobody could ask
    ///     for again.
    ///   - answer: called when it is durable, after those who listen were told; it may put something into a queue, and no more.
    public func submit(
        _ operation: WriteOperation, by requester: Requester, evenIfBusy: Bool = false,
        answer: @escaping @Sendable (Result<WriteOutcome, DatabaseError>) -> Void
    ) {
        writer.submit(operation, by: requester, evenIfBusy: evenIfBusy, answer: answer)
    }

    /// Listens to what a query shows of a path.
    ///
    /// - Parameters:
    ///   - needsIndex: refuses to sort children by what the rules name no index for.
    ///   - sink: is told every change after `first`.
    ///   - first: is given what is there, and prepares to show it, however long that takes; what it returns shows it, and may put it into a
    ///     queue and no more. Called again where something changed meanwhile; of all that it returned the last is called, before
    ///     this returns.
    /// - Throws: `DatabaseError.permissionDenied`, or `indexMissing`, also where the children of the path are sorted by too much for
    ///   others already; then neither is called.
    public func listen(
        to path: TreePath, query: Query = .all, needsIndex: Bool = false, by requester: Requester, sink: @escaping ListenerSink,
        first: (Node) -> () -> Void
    ) throws(DatabaseError) -> ListenerID {
        try state.listen(to: path, query: query, needsIndex: needsIndex, by: requester, now: now(), sink: sink, first: first)
    }

    /// Whether the rules would allow a write now that is left for the moment when a client is gone.
    ///
    /// - Throws: `DatabaseError.permissionDenied`.
    public func check(_ operation: WriteOperation, by requester: Requester) throws(DatabaseError) {
        try writer.check(operation, by: requester)
    }

    /// Lets a listener go on for somebody else.
    ///
    /// - Parameter onDenied: is called if it may not.
    /// - Returns: whether it may; if not, it has ended, and was told nothing. One that had ended before is no news.
    public func change(_ listener: ListenerID, to requester: Requester, onDenied: (DecisionID?) -> Void = { _ in }) -> Bool {
        state.change(listener, to: requester, now: now(), onDenied: onDenied)
    }

    /// Nothing is told any more once this returned.
    public func end(_ listener: ListenerID) {
        state.end(listener)
    }

    /// Keeps other rules, which hold when this returns; writes that were asked for before are decided by the old ones.
    ///
    /// - Parameters:
    ///   - former: those that they shall take the place of, as somebody saw them; nil for whatever they are.
    ///   - author: who wants them, for their history.
    /// - Throws: ``RulesChanged`` if others hold by now.
    public func replace(rules: SecurityRules, over former: SecurityRules? = nil, by author: String? = nil) async throws {
        try await writer.replace(rules: rules, over: former?.text, by: author)
    }

    public var settings: DatabaseSettings { state.settings }

    /// The size of the database, as its limit counts it; see `Node.estimatedBytes`.
    public var size: Int { state.root.estimatedBytes }

    /// Keeps other settings, which hold when this returns.
    public func replace(settings: DatabaseSettings) async throws {
        try await store.save(settings, of: id)
        state.replace(settings: settings)
    }

    /// How often each expression of the rules was evaluated, and to what; nil where it is not counted.
    public var coverage: CoverageReport? {
        let rules = rules
        return rules.coverage.map { rules.report($0) }
    }

    /// Counts from now on, from nothing, what the rules evaluate, also after they change; or does so no more, which costs nothing.
    public func countCoverage(_ isOn: Bool) {
        state.count(in: isOn ? RulesCoverage() : nil)
    }
}
