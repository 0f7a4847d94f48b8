extension Query {
    /// Returns the changes that turn the query's view of a node into its view of the next version: children that enter or leave, and
    /// changes inside children that stay.
    ///
    /// Once the order is known, the time is proportional to the change and to the logarithm of the number of children, because each change
    /// moves the ends of the view by at most one position.
    public func changes(from before: Node, to after: Node) -> [Change] {
        if isUnfiltered { return before.changes(to: after) }
        if before.isIdentical(to: after) { return [] }
        return changes(OrderedNode(before, order: order).step(to: after))
    }

    /// Returns the changes that turn the query's view of a version into its view of the next.
    ///
    /// The time is proportional to the changes or to the size of the view if that is smaller. Most of a large write does not affect a
    /// small window, and there may be many such windows.
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

    /// Compares the children of both views one by one, in the order of keys.
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

    /// Compares the changed children, and then the children that enter or leave because of them.
    private static func compareChildren(_ old: View, _ new: View, _ collector: inout ChildChanges) {
        old.children.children.forEachDifference(to: new.children.children) { key, before, after in
            if let before, isUnchanged(before, after) { return }
            let shown = before.flatMap { old.shows(key, $0) ? $0 : nil } ?? .empty
            let showing = after.flatMap { new.shows(key, $0) ? $0 : nil } ?? .empty
            collector.add(key, from: shown, to: showing)
        }
        // Unchanged children that enter or leave because others changed.
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

/// The children that a query selects from one version of a node.
private struct View {
    let children: OrderedChildren
    let positions: Range<Int>
    /// The first and the last selected child, if there is one.
    private let ends: (first: IndexKey, last: IndexKey)?

    init(_ query: Query, of node: OrderedNode) {
        children = OrderedChildren(node)
        positions = query.positions(in: children)
        ends =
            positions.isEmpty
            ? nil : (children.place(at: positions.lowerBound), children.place(at: positions.upperBound - 1))
    }

    /// The selected children in the order of their keys.
    var shown: [(key: ChildKey, value: Node)] { children.sortedByKey(positions) }

    func shows(_ key: ChildKey, _ child: Node) -> Bool {
        guard let ends else { return false }
        let place = children.place(of: key, child)
        return !(place < ends.first) && !(ends.last < place)
    }

    /// The selected children before the first or after the last one of the other view.
    func keysOutside(_ other: View) -> [ChildKey] {
        guard let ends = other.ends else { return children.keys(positions) }
        let before = children.position(of: ends.first)
        let after = children.position(of: ends.last)
        // A child exactly at the end is not outside.
        let isThere = after < children.children.count && children.place(at: after) == ends.last
        let low = positions.lowerBound..<min(max(before, positions.lowerBound), positions.upperBound)
        let high = min(max(isThere ? after + 1 : after, low.upperBound), positions.upperBound)..<positions.upperBound
        return children.keys(low) + children.keys(high)
    }
}
