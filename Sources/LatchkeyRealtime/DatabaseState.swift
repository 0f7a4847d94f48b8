import LatchkeyRules
import LatchkeyTree
import Synchronization

/// What everybody sees of a database: its tree as of the last durable write, its rules, and who listens.
///
/// Readers take the root, which costs a lock for the time of a copy, and then look at a tree that nobody changes.
final class DatabaseState: Sendable {
    private struct Visible {
        var root: Node
        var rules: SecurityRules
        var settings: DatabaseSettings
    }

    private let visible: Mutex<Visible>
    private let listeners: Mutex<ListenerTree>
    /// Where denials are remembered, if they are.
    let denials: DenialRecorder?

    init(root: Node, rules: SecurityRules, settings: DatabaseSettings = .init(), denials: DenialRecorder? = nil) {
        visible = Mutex(Visible(root: root, rules: rules, settings: settings))
        listeners = Mutex(ListenerTree(denials: denials))
        self.denials = denials
    }

    var root: Node { visible.withLock { $0.root } }
    var rules: SecurityRules { visible.withLock { $0.rules } }
    var settings: DatabaseSettings { visible.withLock { $0.settings } }
    var rootAndRules: (root: Node, rules: SecurityRules) { visible.withLock { ($0.root, $0.rules) } }

    /// Shows a tree, and tells those who listen where it changed. Called for one write after the other.
    func publish(_ root: Node, paths: [TreePath], now: Double) {
        listeners.withLock { listeners in
            // Under the lock of the listeners, so that whoever begins to listen sees each change once: in what it is given first, or after.
            let (before, rules) = visible.withLock { visible in
                defer { visible.root = root }
                return (visible.root, visible.rules)
            }
            listeners.tell(paths, before: before, after: root, rules: rules, now: now)
        }
    }

    /// Other rules from now on; who may not listen any more is told so.
    func replace(rules: SecurityRules, now: Double) {
        listeners.withLock { listeners in
            let (root, rules) = visible.withLock { visible in
                // What is counted belongs to one text.
                let coverage = visible.rules.coverage.map { _ in RulesCoverage() }
                visible.rules = rules
                visible.rules.coverage = coverage
                return (visible.root, visible.rules)
            }
            listeners.recheck(rules: rules, root: root, now: now)
        }
    }

    /// Replaces the settings.
    func replace(settings: DatabaseSettings) {
        visible.withLock { $0.settings = settings }
    }

    /// Counts from now on what is evaluated, from nothing, or does so no more.
    func count(in coverage: RulesCoverage?) {
        visible.withLock { $0.rules.coverage = coverage }
    }

    /// Lets somebody listen whom the rules do not turn away, and shows them first what is there: no change comes in between.
    ///
    /// Sorting a large node and writing it down takes long. It is done without the lock, under which all others would wait for it.
    func listen(
        to path: TreePath, query: Query, needsIndex: Bool, by requester: Requester, now: Double, sink: @escaping ListenerSink,
        first: (Node) -> () -> Void
    ) throws(DatabaseError) -> ListenerID {
        let order = query.isUnfiltered ? .key : query.order
        let (root, rules) = rootAndRules
        try ReadCheck(rules: rules, root: root, now: now, path: path, query: query).require(for: requester, to: .listen, denials)
        if needsIndex, !rules.hasIndex(for: query.order, at: path) { throw .indexMissing(query, path) }
        let isIndexed = rules.hasIndex(for: order, at: path)
        // Asked again when it is added; now because sorting takes long.
        guard isIndexed || listeners.withLock({ $0.hasRoom(for: order, at: path) }) else { throw .indexMissing(query, path) }
        var sorted = OrderedNode(root[path], order: order, isIndexed: isIndexed)
        func add(
            _ listeners: inout ListenerTree, _ sink: @escaping ListenerSink, to root: Node, _ rules: SecurityRules
        ) throws(DatabaseError) -> ListenerID {
            try ReadCheck(rules: rules, root: root, now: now, path: path, query: query).require(for: requester, to: .listen, denials)
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
                // What was prepared may be what was there a moment ago.
                guard root[path].isIdentical(to: sorted.node) else { return nil }
                return Result { () throws(DatabaseError) in
                    let id = try add(&listeners, sink, to: root, rules)
                    show()
                    return id
                }
            }
            if let result { return try result.get() }
        }
        // It changes all the time. What this listener would be told meanwhile it is told at once, when it was shown what was there.
        let gate = ListenerGate(sink)
        let result: Result<ListenerID, DatabaseError> = listeners.withLock { listeners in
            let (root, rules) = rootAndRules
            sorted = sorted.following(root[path])
            return Result { () throws(DatabaseError) in try add(&listeners, gate.take, to: root, rules) }
        }
        let id = try result.get()
        let show = first(query.apply(to: sorted))
        // Under the lock, so that no right is taken away between the question and the showing, and nothing is told in between.
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
