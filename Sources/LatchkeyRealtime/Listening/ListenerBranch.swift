import LatchkeyRules
import LatchkeyTree

/// A client's subscription to a query.
struct Listener: Sendable {
    var requester: Requester
    let sink: ListenerSink
}

/// The listeners at one location and below it.
struct ListenerBranch: Sendable {
    /// The listeners of the same query. Their changes are computed once.
    struct Group: Sendable {
        var listeners: [UInt64: Listener] = [:]
    }

    /// The children in one order, as of the last event. Shared by all queries with that order.
    private struct Sorted: Sendable {
        var node: OrderedNode
        let isIndexed: Bool
        var reaches = QueryReaches()
    }

    var children: [ChildKey: ListenerBranch] = [:]
    private(set) var groups: [Query: Group] = [:]
    /// The queries that return all children.
    private var unfiltered: Set<Query> = []
    private var orders: [Query.Order: Sorted] = [:]

    /// The number of listeners at this location and below.
    var count: Int { children.values.reduce(groups.values.reduce(0) { $0 + $1.listeners.count }) { $0 + $1.count } }

    var isEmpty: Bool { children.isEmpty && groups.isEmpty }

    /// Returns whether an order without an index can be added.
    func hasRoom(for order: Query.Order) -> Bool {
        orders[order] != nil || orders.values.count(where: { !$0.isIndexed }) < ListenerTree.maxUnindexedOrders
    }

    /// - Returns: `false` if the limit for orders without an index is reached.
    mutating func add(_ id: ListenerID, node: OrderedNode, isIndexed: Bool, _ listener: Listener) -> Bool {
        let query = id.query
        if groups[query] == nil {
            if query.isUnfiltered {
                unfiltered.insert(query)
            } else {
                if orders[query.order] == nil {
                    guard isIndexed || hasRoom(for: query.order) else { return false }
                    orders[query.order] = Sorted(node: node, isIndexed: isIndexed)
                }
                orders[query.order]?.reaches.insert(query, at: node)
            }
        }
        groups[query, default: Group()].listeners[id.number] = listener
        return true
    }

    /// Changes the requester of a listener.
    ///
    /// - Returns: `false` if the listener does not exist.
    mutating func change(_ id: ListenerID, to requester: Requester) -> Bool {
        guard groups[id.query]?.listeners[id.number] != nil else { return false }
        groups[id.query]?.listeners[id.number]?.requester = requester
        return true
    }

    mutating func remove(_ id: ListenerID) {
        guard groups[id.query]?.listeners.removeValue(forKey: id.number) != nil, groups[id.query]?.listeners.isEmpty == true else { return }
        groups[id.query] = nil
        unfiltered.remove(id.query)
        orders[id.query.order]?.reaches.remove(id.query)
        if orders[id.query.order]?.reaches.isEmpty == true { orders[id.query.order] = nil }
    }

    /// Computes the changes of each query result. Queries that the change does not affect cost nothing.
    mutating func forEachEvent(from before: Node, to after: Node, at path: TreePath, _ body: (Query, Group, ListenerEvent) -> Void) {
        func tell(_ query: Query, _ changes: [Change]) {
            if let group = groups[query], let event = ListenerEvent(changes, at: path) { body(query, group, event) }
        }
        if !unfiltered.isEmpty {
            let changes = before.changes(to: after)
            for query in unfiltered { tell(query, changes) }
        }
        for order in Array(orders.keys) {
            guard let step = orders[order]?.node.step(to: after) else { continue }
            orders[order]?.node = step.after
            for query in orders[order]?.reaches.touched(by: step) ?? [] { tell(query, query.changes(step)) }
        }
    }

    func forEach(at path: TreePath, _ body: (TreePath, ListenerBranch) -> Void) {
        if !groups.isEmpty { body(path, self) }
        for (key, child) in children { child.forEach(at: path.appending(key), body) }
    }
}
