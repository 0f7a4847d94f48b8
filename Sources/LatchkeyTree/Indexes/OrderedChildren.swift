/// The children of an object in the order of a query, accessible by position.
struct OrderedChildren {
    let children: SortedMap<ChildKey, Node>
    private let order: Query.Order
    /// The sorted entries; nil if the order is that of keys.
    private let entries: SortedMap<IndexKey, Void>?

    init(_ node: Node, _ order: Query.Order) { self.init(OrderedNode(node, order: order)) }

    init(_ ordered: OrderedNode) {
        order = ordered.order
        children = ordered.node.childMap
        entries = ordered.index?.entries
    }

    func place(of key: ChildKey, _ child: Node) -> IndexKey {
        IndexKey(value: order.value(of: child), key: key)
    }

    /// Returns the number of children before a place.
    func position(of place: IndexKey) -> Int {
        if let entries { return entries.position(of: place) }
        return place.value.isNull ? children.position(of: place.key) : children.count
    }

    func place(at position: Int) -> IndexKey {
        entries?.entry(at: position).key ?? IndexKey(value: .null, key: children.entry(at: position).key)
    }

    /// Returns the children at these positions as a map.
    func selection(_ positions: Range<Int>) -> SortedMap<ChildKey, Node> {
        if positions.count == children.count { return children }
        return SortedMap(sorted: sortedByKey(positions))
    }

    /// Returns the children at these positions in the order of keys.
    func sortedByKey(_ positions: Range<Int>) -> [(key: ChildKey, value: Node)] {
        guard let entries else { return Array(children.entries(at: positions)) }
        let keys = entries.entries(at: positions).map(\.key.key).sorted()
        return keys.compactMap { key in children[key].map { (key, $0) } }
    }

    /// Returns the keys of the children at these positions in the query's order.
    func keys(_ positions: Range<Int>) -> [ChildKey] {
        entries?.entries(at: positions).map(\.key.key) ?? children.entries(at: positions).map(\.key)
    }
}
