// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

extension Query {
    /// What makes the query's view of a node into its view of the next version: children that come in and leave, and what changed in
    /// those that stay.
    ///
    /// Takes time in proportion to the change and to the logarithm of the children, once the order was asked for: every change moves
    /// the ends of the view by one place at most.
    public func changes(from before: Node, to after: Node) -> [Change] {
        if isUnfiltered { return before.changes(to: after) }
        if before.isIdentical(to: after) { return [] }
        return changes(OrderedNode(before, order: order).step(to: after))
    }

    func changes(from before: OrderedNode, to after: OrderedNode) -> [Change] {
        if isUnfiltered { return before.node.changes(to: after.node) }
        let old = View(self, of: before)
        let new = View(self, of: after)
        var collector = ChildChanges(path: .root)
        old.children.children.forEachDifference(to: new.children.children) { key, before, after in
            if let before, isUnchanged(before, after) { return }
            let shown = before.flatMap { old.shows(key, $0) ? $0 : nil } ?? .empty
            let showing = after.flatMap { new.shows(key, $0) ? $0 : nil } ?? .empty
            collector.add(key, from: shown, to: showing)
        }
        // Children that did not change, and came in or left because others did.
        for key in new.keysOutside(old) {
            guard let node = new.children.children[key], isUnchanged(node, old.children.children[key]) else { continue }
            collector.add(key, from: .empty, to: node)
        }
        for key in old.keysOutside(new) {
            guard let node = old.children.children[key], isUnchanged(node, new.children.children[key]) else { continue }
            collector.add(key, from: node, to: .empty)
        }
        var changes: [Change] = []
        _ = collector.finish(childCount: new.positions.count, in: &changes) { apply(to: after) }
        return changes
    }

    private func isUnchanged(_ node: Node, _ other: Node?) -> Bool {
        other.map { node.isIdentical(to: $0) } ?? false
    }
}

/// The children that a query shows of one version of a node.
private struct View {
    let children: OrderedChildren
    let positions: Range<Int>
    /// The first and the last child that are shown, if any is.
    private let ends: (first: IndexKey, last: IndexKey)?

    init(_ query: Query, of node: OrderedNode) {
        children = OrderedChildren(node)
        positions = query.positions(in: children)
        ends =
            positions.isEmpty
            ? nil : (children.place(at: positions.lowerBound), children.place(at: positions.upperBound - 1))
    }

    func shows(_ key: ChildKey, _ child: Node) -> Bool {
        guard let ends else { return false }
        let place = children.place(of: key, child)
        return !(place < ends.first) && !(ends.last < place)
    }

    /// The children shown here that stand before the first or after the last that the other view shows.
    func keysOutside(_ other: View) -> [ChildKey] {
        guard let ends = other.ends else { return children.keys(positions) }
        let before = children.position(of: ends.first)
        let after = children.position(of: ends.last)
        // A child that stands exactly at the end is not outside.
        let isThere = after < children.children.count && children.place(at: after) == ends.last
        let low = positions.lowerBound..<min(max(before, positions.lowerBound), positions.upperBound)
        let high = min(max(isThere ? after + 1 : after, low.upperBound), positions.upperBound)..<positions.upperBound
        return children.keys(low) + children.keys(high)
    }
}
