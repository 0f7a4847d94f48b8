import LatchkeyRules
import LatchkeyTree

/// Those who listen, by the place that they listen to: a change is told to those above it, at it and below it, and costs the others
/// nothing.
struct ListenerTree: Sendable {
    private var root = ListenerBranch()
    private var lastNumber: UInt64 = 0
    private let denials: DenialRecorder?

    init(denials: DenialRecorder? = nil) {
        self.denials = denials
    }

    /// Children of one place may be sorted by so many things that no `.indexOn` names, for all who listen there: each of them is sorted
    /// anew with every change of a child.
    static let maxUnindexedOrders = 8

    /// Whether somebody may listen to the children of a place in an order that the rules do not name.
    func hasRoom(for order: Query.Order, at path: TreePath) -> Bool {
        var branch = root
        for key in path.keys {
            guard let next = branch.children[key] else { return true }
            branch = next
        }
        return branch.hasRoom(for: order)
    }

    /// - Parameters:
    ///   - node: what is at the path now, in the query's order.
    ///   - isIndexed: whether the rules name that order.
    /// - Returns: nil if the children are sorted by too much already.
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

    /// - Parameter onDenied: is called if the listener may not go on.
    /// - Returns: whether it may; if not, it is removed. One that is gone already has nothing to lose.
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

    /// Tells of one write.
    ///
    /// - Parameters:
    ///   - paths: where it was, and where alone the two trees differ.
    ///   - rules: by which each listener is asked anew whether it may see what it is told: what rules look at may have changed.
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

    /// Asks everybody's rules anew, because there are other ones.
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

    private typealias Versions = (before: Node, after: Node)

    /// Goes to all who listen to a place on the way to one of the paths, or below it, where something is not the same.
    private static func visit(
        _ branch: inout ListenerBranch, at path: TreePath, _ nodes: Versions, paths: [TreePath],
        _ body: (TreePath, inout ListenerBranch, Versions) -> Void
    ) {
        if nodes.before.isIdentical(to: nodes.after) { return }
        if !branch.groups.isEmpty { body(path, &branch, nodes) }
        func visit(_ index: Dictionary<ChildKey, ListenerBranch>.Index, _ key: ChildKey, paths: [TreePath]) {
            // In place: a copy of a branch would be as large as everybody below it.
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
