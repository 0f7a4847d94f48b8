import LatchkeyRules
import LatchkeyTree
import Synchronization

/// The visible state of a database: its tree as of the last durable write, its rules and its listeners.
///
/// Readers hold a lock only while they copy the root, and then use an immutable tree.
final class DatabaseState: Sendable {
    private struct Visible {
        var root: Node
        var rules: SecurityRules
        var settings: DatabaseSettings
        var ended: DatabaseError?
    }

    private let visible: Mutex<Visible>
    private let listeners: Mutex<ListenerTree>
    let followers = DatabaseFollowers()
    /// The recorder for denials, if they are recorded.
    let denials: DenialRecorder?

    init(root: Node, rules: SecurityRules, settings: DatabaseSettings = .init(), denials: DenialRecorder? = nil) {
        visible = Mutex(Visible(root: root, rules: rules, settings: settings))
        listeners = Mutex(ListenerTree(denials: denials))
        self.denials = denials
    }

    var listenerCount: Int { listeners.withLock { $0.count } }
    var root: Node { visible.withLock { $0.root } }
    var rules: SecurityRules { visible.withLock { $0.rules } }
    var settings: DatabaseSettings { visible.withLock { $0.settings } }
    /// The error of all operations after the end: `removed` or `elsewhere`; `nil` while the database is open.
    var ended: DatabaseError? { visible.withLock { $0.ended } }
    var rootAndRules: (root: Node, rules: SecurityRules) { visible.withLock { ($0.root, $0.rules) } }

    /// Makes a new root visible, and notifies the followers and the listeners of the changes. Called for one write at a time.
    func publish(_ root: Node, _ changes: [TreeChange], now: Double) {
        listeners.withLock { listeners in
            // Holds the lock of the listeners, so that a new listener sees each change once: in its initial data or as an event.
            let (before, rules) = visible.withLock { visible in
                defer { visible.root = root }
                return (visible.root, visible.rules)
            }
            followers.tell(.write(changes))
            listeners.tell(changes.map(\.path), before: before, after: root, rules: rules, now: now)
        }
    }

    /// Replaces the rules, and revokes the listeners that the new rules deny.
    func replace(rules: SecurityRules, now: Double) {
        listeners.withLock { listeners in
            let (root, rules) = visible.withLock { visible in
                // Coverage counts apply to one version of the rules.
                let coverage = visible.rules.coverage.map { _ in RulesCoverage() }
                visible.rules = rules
                visible.rules.coverage = coverage
                return (visible.root, visible.rules)
            }
            followers.tell(.rules(rules))
            listeners.recheck(rules: rules, root: root, now: now)
        }
    }

    /// Replaces the settings.
    func replace(settings: DatabaseSettings) {
        listeners.withLock { _ in
            visible.withLock { $0.settings = settings }
            followers.tell(.settings(settings))
        }
    }

    /// Adds a follower, which receives every change after the returned state.
    func follow(_ sink: @escaping FollowerSink) throws(DatabaseError) -> (id: FollowerID, state: FollowedState) {
        let result: Result<(id: FollowerID, state: FollowedState), DatabaseError> = listeners.withLock { _ in
            let visible = visible.withLock { $0 }
            if let ended = visible.ended { return .failure(ended) }
            return .success((followers.add(sink), FollowedState(root: visible.root, rules: visible.rules, settings: visible.settings)))
        }
        return try result.get()
    }

    /// Ends all listeners, and refuses further ones.
    ///
    /// - Parameter error: `removed` or `elsewhere`.
    func end(_ error: DatabaseError) {
        listeners.withLock { listeners in
            visible.withLock { visible in
                visible.ended = error
                // A write that is under way still needs the tree: it is stored if this node still has the database.
                if error == .removed { visible.root = .empty }
            }
            followers.tell(.ended(error))
            listeners.removeAll { error == .removed ? .revoked(nil) : .ended }
        }
    }

    /// Starts to count rule evaluations in `coverage`, or stops if it is `nil`.
    func count(in coverage: RulesCoverage?) {
        visible.withLock { $0.rules.coverage = coverage }
    }

    /// Adds a listener if the rules allow it, and sends it the current data first; no change is lost in between.
    ///
    /// Sorting and encoding a large node takes long. It happens without the lock, so that other listeners are not blocked.
    func listen(
        to path: TreePath, query: Query, needsIndex: Bool, by requester: Requester, now: Double, sink: @escaping ListenerSink,
        first: (Node) -> () -> Void
    ) throws(DatabaseError) -> ListenerID {
        let order = query.isUnfiltered ? .key : query.order
        if let ended { throw ended }
        let (root, rules) = rootAndRules
        try ReadCheck(rules: rules, root: root, now: now, path: path, query: query).require(for: requester, to: .listen, denials)
        if needsIndex, !rules.hasIndex(for: query.order, at: path) { throw .indexMissing(query, path) }
        let isIndexed = rules.hasIndex(for: order, at: path)
        // Checked again when the listener is added; checked here first because sorting takes long.
        guard isIndexed || listeners.withLock({ $0.hasRoom(for: order, at: path) }) else { throw .indexMissing(query, path) }
        var sorted = OrderedNode(root[path], order: order, isIndexed: isIndexed)
        func add(
            _ listeners: inout ListenerTree, _ sink: @escaping ListenerSink, to root: Node, _ rules: SecurityRules
        ) throws(DatabaseError) -> ListenerID {
            if let ended { throw ended }
            try ReadCheck(rules: rules, root: root, now: now, path: path, query: query)
                .require(for: requester, to: .listen, isRepeated: true, denials)
            let isIndexed = rules.hasIndex(for: order, at: path)
            let id = listeners.add(at: path, query: query, node: sorted, isIndexed: isIndexed, for: requester, sink: sink)
            guard let id else { throw .indexMissing(query, path) }
            return id
        }
        for _ in 0..<Self.attempts {
            sorted = sorted.following(self.root[path])
            let show = first(query.apply(to: sorted))
            let result: Result<ListenerID, DatabaseError>? = listeners.withLock { listeners in
                let (root, rules) = rootAndRules
                // The node may have changed since it was prepared.
                guard root[path].isIdentical(to: sorted.node) else { return nil }
                return Result { () throws(DatabaseError) in
                    let id = try add(&listeners, sink, to: root, rules)
                    show()
                    return id
                }
            }
            if let result { return try result.get() }
        }
        // The node changes too often. The listener's events are held back, and sent as one event after the initial data.
        let gate = ListenerGate(sink)
        let result: Result<ListenerID, DatabaseError> = listeners.withLock { listeners in
            let (root, rules) = rootAndRules
            sorted = sorted.following(root[path])
            return Result { () throws(DatabaseError) in try add(&listeners, gate.take, to: root, rules) }
        }
        let id = try result.get()
        let show = first(query.apply(to: sorted))
        // Holds the lock, so that access is not revoked and no event is sent between the check and the initial data.
        let shown = listeners.withLock { _ in
            gate.open(after: show) { ListenerEvent(query.changes(sorted.step(to: self.root[path])), at: path) }
        }
        try shown.get()
        return id
    }

    private static let attempts = 3

    func change(_ listener: ListenerID, to requester: Requester, now: Double, onDenied: (DecisionID?) -> Void) -> Bool {
        listeners.withLock { listeners in
            let (root, rules) = rootAndRules
            return listeners.change(listener, to: requester, rules: rules, root: root, now: now, onDenied: onDenied)
        }
    }

    func end(_ listener: ListenerID) {
        listeners.withLock { $0.remove(listener) }
    }
}
