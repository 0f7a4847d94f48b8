extension Query {
    /// What the query shows of a node.
    ///
    /// A query that leaves something out shows an object of the children that are in, without the object's own priority, and nothing
    /// of a leaf: that is what Firebase's clients keep for it. Finding the children takes time in proportion to how many they are; only
    /// the first time that an order other than that of keys is asked for, the object sorts all its children.
    ///
    /// - Parameter isIndexed: as of `OrderedNode`.
    public func apply(to node: Node, isIndexed: Bool = true) -> Node {
        if isUnfiltered { return node }
        return apply(to: OrderedNode(node, order: order, isIndexed: isIndexed))
    }

    /// The keys of the children that the query shows, in its order.
    public func orderedKeys(in node: Node) -> [ChildKey] {
        let children = OrderedChildren(node, order)
        return children.keys(positions(in: children))
    }

    /// The positions of the children that are in.
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
