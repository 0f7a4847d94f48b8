import LatchkeyRules
import LatchkeyTree

/// The listeners by location. A change is sent to the listeners above, at and below its path, and costs nothing for the others.
struct ListenerTree: Sendable {
    private var root = ListenerBranch()
    private var lastNumber: UInt64 = 0
    private let denials: DenialRecorder?

    init(denials: DenialRecorder? = nil) {
        self.denials = denials
    }

    /// The number of listeners, counted anew.
    var count: Int { root.count }

    /// The maximum number of orders without an `.indexOn` rule at one location, for all listeners together. Each of these orders is sorted
    /// again with every change of a child.
    static let maxUnindexedOrders = 8

    /// Returns whether a listener can be added at a location with an order that has no index.
    func hasRoom(for order: Query.Order, at path: TreePath) -> Bool {
        var branch = root
        for key in path.keys {
            guard let next = branch.children[key] else { return true }
            branch = next
        }
        return branch.hasRoom(for: order)
    }

    /// Adds a listener.
    ///
    /// - Parameters:
    ///   - node: The current node at the path, in the query's order.
    ///   - isIndexed: Whether the rules define an index for that order.
    /// - Returns: `nil` if the limit for orders without an index is reached.
    mutating func add(
        at path: TreePath, query: Query, node: OrderedNode, isIndexed: Bool, for requester: Requester, sink: @escaping ListenerSink
    ) -> ListenerID? {
        let id = ListenerID(number: lastNumber + 1, path: path, query: query)
        var isAdded = false
        Self.change(&root, at: path.keys[...]) { branch in
            isAdded = branch.add(id, node: node, isIndexed: isIndexed, Listener(requester: requester, sink: sink))
        }
        guard isAdded else { return nil }
        lastNumber += 1
        return id
    }

    /// Changes the requester of a listener, and removes the listener if the rules deny it.
    ///
    /// - Parameter onDenied: Called if the rules deny the listener.
    /// - Returns: `false` if the listener was removed; `true` if it continues or did not exist.
    mutating func change(
        _ id: ListenerID, to requester: Requester, rules: SecurityRules, root tree: Node, now: Double, onDenied: (DecisionID?) -> Void
    ) -> Bool {
        var mayRead = true
        Self.change(&root, at: id.path.keys[...]) { [denials] branch in
            guard branch.change(id, to: requester) else { return }
            let check = ReadCheck(rules: rules, root: tree, now: now, path: id.path, query: id.query)
            mayRead = check.allows(requester)
            if !mayRead { onDenied(check.denial(of: requester, to: .listening, denials)) }
        }
        if !mayRead { remove(id) }
        return mayRead
    }

    mutating func remove(_ id: ListenerID) {
        Self.change(&root, at: id.path.keys[...]) { $0.remove(id) }
    }

    private static func change(_ branch: inout ListenerBranch, at keys: ArraySlice<ChildKey>, _ body: (inout ListenerBranch) -> Void) {
        guard let key = keys.first else { return body(&branch) }
        change(&branch.children[key, default: ListenerBranch()], at: keys.dropFirst(), body)
        if branch.children[key]?.isEmpty == true { branch.children[key] = nil }
    }

    /// Sends the changes of one write.
    ///
    /// - Parameters:
    ///   - paths: The written paths. The two trees differ nowhere else.
    ///   - rules: The rules that are checked again for each listener, because the data that they read may have changed.
    mutating func tell(_ paths: [TreePath], before: Node, after: Node, rules: SecurityRules, now: Double) {
        guard !root.isEmpty else { return }
        var ended: [ListenerID] = []
        Self.visit(&root, at: .root, (before, after), paths: paths) { [denials] path, branch, nodes in
            branch.forEachEvent(from: nodes.before, to: nodes.after, at: path) { query, group, event in
                let check = ReadCheck(rules: rules, root: after, now: now, path: path, query: query)
                let copies = SharedCopies()
                for (number, listener) in group.listeners {
                    if check.allows(listener.requester) {
                        listener.sink(event, copies)
                    } else {
                        listener.sink(.revoked(check.denial(of: listener.requester, to: .listening, denials)), SharedCopies())
                        ended.append(ListenerID(number: number, path: path, query: query))
                    }
                }
            }
        }
        for id in ended { remove(id) }
    }

    /// Checks all listeners against new rules, and revokes those that are denied.
    mutating func recheck(rules: SecurityRules, root tree: Node, now: Double) {
        var ended: [ListenerID] = []
        root.forEach(at: .root) { path, branch in
            for (query, group) in branch.groups {
                let check = ReadCheck(rules: rules, root: tree, now: now, path: path, query: query)
                for (number, listener) in group.listeners where !check.allows(listener.requester) {
                    listener.sink(.revoked(check.denial(of: listener.requester, to: .listening, denials)), SharedCopies())
                    ended.append(ListenerID(number: number, path: path, query: query))
                }
            }
        }
        for id in ended { remove(id) }
    }

    /// Removes all listeners, each with a last event.
    mutating func removeAll(_ last: () -> ListenerEvent) {
        root.forEach(at: .root) { _, branch in
            for (_, group) in branch.groups {
                for (_, listener) in group.listeners { listener.sink(last(), SharedCopies()) }
            }
        }
        root = ListenerBranch()
    }

    private typealias Versions = (before: Node, after: Node)

    /// Visits the branches with listeners at, above or below one of the paths, if their nodes differ.
    private static func visit(
        _ branch: inout ListenerBranch, at path: TreePath, _ nodes: Versions, paths: [TreePath],
        _ body: (TreePath, inout ListenerBranch, Versions) -> Void
    ) {
        if nodes.before.isIdentical(to: nodes.after) { return }
        if !branch.groups.isEmpty { body(path, &branch, nodes) }
        func visit(_ index: Dictionary<ChildKey, ListenerBranch>.Index, _ key: ChildKey, paths: [TreePath]) {
            // Changes the branch in place: a copy of it would include all listeners below it.
            Self.visit(
                &branch.children.values[index], at: path.appending(key), (nodes.before[key], nodes.after[key]), paths: paths, body)
        }
        if paths.contains(where: { $0.contains(path) }) {
            var index = branch.children.startIndex
            while index != branch.children.endIndex {
                let key = branch.children.keys[index]
                visit(index, key, paths: [path.appending(key)])
                branch.children.formIndex(after: &index)
            }
            return
        }
        let depth = path.keys.count
        for (key, paths) in Dictionary(grouping: paths, by: { $0.keys[depth] }) {
            if let index = branch.children.index(forKey: key) { visit(index, key, paths: paths) }
        }
    }
}
