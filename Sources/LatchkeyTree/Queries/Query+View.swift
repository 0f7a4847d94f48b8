extension Query {
    /// Returns the query's view of a node.
    ///
    /// A query with bounds or a limit returns an object with the selected children, without the priority of the object, and an empty node
    /// for a leaf. Firebase's clients store the same. The time is proportional to the number of selected children. For an order other than
    /// by key, the first query sorts all children of the object.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - isIndexed: As in ``OrderedNode``.
    public func apply(to node: Node, isIndexed: Bool = true) -> Node {
        if isUnfiltered { return node }
        return apply(to: OrderedNode(node, order: order, isIndexed: isIndexed))
    }

    /// Returns the keys of the selected children in the query's order.
    public func orderedKeys(in node: Node) -> [ChildKey] {
        let children = OrderedChildren(node, order)
        return children.keys(positions(in: children))
    }

    /// Returns the positions of the selected children.
    func positions(in children: OrderedChildren) -> Range<Int> {
        var low = 0
        var high = children.children.count
        if let start {
            let place = start.place(in: order, isStart: true)
            low = children.position(of: place)
            if !start.isInclusive, low < high, children.place(at: low) == place { low += 1 }
        }
        if let end {
            let place = end.place(in: order, isStart: false)
            let position = children.position(of: place)
            let isThere = position < high && children.place(at: position) == place
            high = end.isInclusive && isThere ? position + 1 : position
        }
        guard low < high else { return low..<low }
        switch limit {
        case .first(let count): return low..<min(high, low + count)
        case .last(let count): return max(low, high - count)..<high
        case nil: return low..<high
        }
    }
}
