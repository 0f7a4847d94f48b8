// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyRules
import LatchkeyTree

/// Somebody who listens.
struct Listener: Sendable {
    var requester: Requester
    let sink: ListenerSink
}

/// Those who listen to one place, and to places below it.
struct ListenerBranch: Sendable {
    /// Who asks for the same is told the same: what changed is found out once for all of them.
    struct Group: Sendable {
        var listeners: [UInt64: Listener] = [:]
        /// Where a change is one for this query; nil for a query of everything.
        var reach: QueryReach?
    }

    /// The children as they were last told of, sorted: for all queries of that order.
    private struct Sorted: Sendable {
        var node: OrderedNode
        let isIndexed: Bool
        var groups = 0
    }

    var children: [ChildKey: ListenerBranch] = [:]
    var groups: [Query: Group] = [:]
    private var orders: [Query.Order: Sorted] = [:]

    var isEmpty: Bool { children.isEmpty && groups.isEmpty }

    /// - Returns: whether there was room for another order.
    mutating func add(_ id: ListenerID, node: OrderedNode, isIndexed: Bool, _ listener: Listener) -> Bool {
        let query = id.query
        if groups[query] == nil, !query.isUnfiltered {
            if orders[query.order] == nil {
                guard isIndexed || orders.values.count(where: { !$0.isIndexed }) < ListenerTree.maxUnindexedOrders else { return false }
                orders[query.order] = Sorted(node: node, isIndexed: isIndexed)
            }
            orders[query.order]?.groups += 1
            groups[query] = Group(reach: query.reach(in: node))
        }
        groups[query, default: Group()].listeners[id.number] = listener
        return true
    }

    mutating func remove(_ id: ListenerID) {
        guard groups[id.query]?.listeners.removeValue(forKey: id.number) != nil, groups[id.query]?.listeners.isEmpty == true else { return }
        groups[id.query] = nil
        let order = id.query.order
        guard !id.query.isUnfiltered, let sorted = orders[order] else { return }
        if sorted.groups == 1 { orders[order] = nil } else { orders[order]?.groups -= 1 }
    }

    /// Finds out what each query shows differently. One that has nothing to do with the change costs a look at its ends.
    mutating func forEachEvent(from before: Node, to after: Node, at path: TreePath, _ body: (Query, Group, ListenerEvent) -> Void) {
        var steps: [Query.Order: OrderedStep] = [:]
        for order in Array(orders.keys) {
            guard let step = orders[order]?.node.step(to: after) else { continue }
            orders[order]?.node = step.after
            steps[order] = step
        }
        var index = groups.startIndex
        while index != groups.endIndex {
            defer { groups.formIndex(after: &index) }
            let query = groups.keys[index]
            let changes: [Change]
            if query.isUnfiltered {
                changes = before.changes(to: after)
            } else {
                guard let step = steps[query.order], groups.values[index].reach?.isTouched(by: step) ?? true else { continue }
                changes = query.changes(step)
                groups.values[index].reach = query.reach(in: step.after)
            }
            if let event = ListenerEvent(changes, at: path) { body(query, groups.values[index], event) }
        }
    }

    func forEach(at path: TreePath, _ body: (TreePath, ListenerBranch) -> Void) {
        if !groups.isEmpty { body(path, self) }
        for (key, child) in children { child.forEach(at: path.appending(key), body) }
    }
}
