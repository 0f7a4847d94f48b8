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

    /// What makes the query's view of a version into its view of the next.
    ///
    /// Takes time in proportion to the changes, or to what the query shows where that is less: of a large write most has nothing to do
    /// with a small window, and there may be many of those.
    public func changes(_ step: OrderedStep) -> [Change] {
        if isUnfiltered { return step.before.node.changes(to: step.after.node) }
        let old = View(self, of: step.before)
        let new = View(self, of: step.after)
        var collector = ChildChanges(path: .root)
        if let places = step.places, places.count <= old.positions.count + new.positions.count {
            Self.compareChildren(old, new, &collector)
        } else {
            Self.compareWindows(old, new, &collector)
        }
        var changes: [Change] = []
        _ = collector.finish(childCount: new.positions.count, in: &changes) { apply(to: step.after) }
        return changes
    }

    /// One child shown after the other, in the order of keys.
    private static func compareWindows(_ old: View, _ new: View, _ collector: inout ChildChanges) {
        let shown = old.shown
        let showing = new.shown
        var (left, right) = (0, 0)
        while left < shown.count || right < showing.count {
            if right == showing.count || left < shown.count && shown[left].key < showing[right].key {
                collector.add(shown[left].key, from: shown[left].value, to: .empty)
                left += 1
            } else if left == shown.count || showing[right].key < shown[left].key {
                collector.add(showing[right].key, from: .empty, to: showing[right].value)
                right += 1
            } else {
                collector.add(shown[left].key, from: shown[left].value, to: showing[right].value)
                left += 1
                right += 1
            }
        }
    }

    /// One change after the other, and then what comes in or leaves because of them.
    private static func compareChildren(_ old: View, _ new: View, _ collector: inout ChildChanges) {
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
    }

    private static func isUnchanged(_ node: Node, _ other: Node?) -> Bool {
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

    /// The children that are shown, in the order of their keys.
    var shown: [(key: ChildKey, value: Node)] { children.sortedByKey(positions) }

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
