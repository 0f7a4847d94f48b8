// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyRules
public import LatchkeyTree

/// One database: reads at once, writes one after the other, and tells those who listen.
public final class RealtimeDatabase: Sendable {
    public let id: DatabaseID
    private let store: any TreeStore
    private let state: DatabaseState
    private let writer: DatabaseWriter
    private let now: @Sendable () -> Double
    /// What is done here, for who watches.
    public let profile = DatabaseProfile()

    /// - Parameters:
    ///   - stored: what the store has of it.
    ///   - rules: those of `stored`, compiled.
    ///   - now: milliseconds since 1970.
    ///   - denials: where it is remembered what the rules deny.
    public init(
        _ id: DatabaseID, stored: StoredTree, rules: SecurityRules, store: any TreeStore, now: @escaping @Sendable () -> Double,
        denials: DenialLog? = nil
    ) {
        self.id = id
        self.store = store
        self.now = now
        state = DatabaseState(root: stored.root, rules: rules, denials: denials.map { DenialRecorder(log: $0, database: id) })
        writer = DatabaseWriter(
            id, store: store, state: state, sequence: stored.sequence, entriesSinceSnapshot: stored.entries.count, now: now)
    }

    public var rules: SecurityRules { state.rules }

    /// What a query shows of a path, as of the last durable write.
    ///
    /// - Throws: `DatabaseError.permissionDenied`.
    public func read(_ path: TreePath, query: Query = .all, by requester: Requester) throws(DatabaseError) -> Node {
        let (root, rules) = state.rootAndRules
        try check(path, query, by: requester, root: root, rules: rules, .read)
        return query.apply(to: root[path])
    }

    /// Whether the rules have the index that a query wants. Without it the query works, and has to sort first.
    public func hasIndex(for query: Query, at path: TreePath) -> Bool {
        switch query.order {
        case .key, .priority: return true
        case .value: return state.rules.indexes(at: path).contains(.value)
        case .child(let child): return state.rules.indexes(at: path).contains(.child(child))
        }
    }

    /// Writes, and returns when it is durable.
    public func write(_ operation: WriteOperation, by requester: Requester) async throws(DatabaseError) -> WriteOutcome {
        let result = await withCheckedContinuation { continuation in
            submit(operation, by: requester) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Asks for a write. Writes happen in the order of these calls.
    ///
    /// - Parameter answer: called when it is durable, after those who listen were told; it may put something into a queue, and no more.
    public func submit(
        _ operation: WriteOperation, by requester: Requester, answer: @escaping @Sendable (Result<WriteOutcome, DatabaseError>) -> Void
    ) {
        writer.submit(operation, by: requester, answer: answer)
    }

    /// Listens to what a query shows of a path.
    ///
    /// - Parameters:
    ///   - sink: is told every change after `first`.
    ///   - first: is given what is there, before this returns.
    /// - Throws: `DatabaseError.permissionDenied`; then neither is called.
    public func listen(
        to path: TreePath, query: Query = .all, by requester: Requester, sink: @escaping ListenerSink, first: (Node) -> Void
    ) throws(DatabaseError) -> ListenerID {
        try state.listen(
            to: path, query: query, by: requester, sink: sink,
            check: { root, rules throws(DatabaseError) in try check(path, query, by: requester, root: root, rules: rules, .listen) },
            first: first)
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
    /// - Returns: whether it may; if not, it has ended, and was told nothing.
    public func change(_ listener: ListenerID, to requester: Requester, onDenied: (DecisionID?) -> Void = { _ in }) -> Bool {
        state.change(listener, to: requester, now: now(), onDenied: onDenied)
    }

    /// Nothing is told any more once this returned.
    public func end(_ listener: ListenerID) {
        state.end(listener)
    }

    /// Keeps other rules, which hold when this returns.
    public func replace(rules: SecurityRules) async throws {
        try await store.save(rules: rules.text, of: id)
        state.replace(rules: rules, now: now())
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

    private func check(
        _ path: TreePath, _ query: Query, by requester: Requester, root: Node, rules: SecurityRules, _ occasion: Denial.Occasion
    ) throws(DatabaseError) {
        guard case .user(let auth) = requester else { return }
        let request = RulesRequest(root: root, auth: auth, now: now())
        guard !rules.read(path, request, query: RulesQuery(query)).isAllowed else { return }
        throw .denied(state.denials?.read(path, query, occasion, rules: rules, request))
    }
}
