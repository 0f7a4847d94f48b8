import Synchronization

/// The children of an object in an order by value.
struct ChildIndex: Sendable {
    let order: Query.Order
    /// The sorted entries. They are nil while all sort values are null, as priorities usually are: the order is then that of keys.
    private(set) var entries: SortedMap<IndexKey, Void>?
    /// Whether the index takes precedence over indexes for arbitrary client queries.
    var isIndexed = false

    init(_ order: Query.Order, of children: SortedMap<ChildKey, Node>) {
        self.order = order
        var keys: [IndexKey] = []
        if order != .key {
            keys = children.map { IndexKey(value: order.value(of: $0.value), key: $0.key) }
        }
        if keys.allSatisfy(\.value.isNull) {
            entries = nil
        } else {
            keys.sort()
            entries = SortedMap(sorted: keys.lazy.map { ($0, ()) })
        }
    }

    /// Returns the index after a change of one child, or nil if it must be rebuilt.
    func replacing(_ child: Node, at key: ChildKey, with changed: Node) -> ChildIndex? {
        let before = child.isEmpty ? nil : order.value(of: child)
        let after = changed.isEmpty ? nil : order.value(of: changed)
        guard var entries else { return after?.isNull ?? true ? self : nil }
        if before == after { return self }
        if let before { entries.remove(IndexKey(value: before, key: key)) }
        if let after { entries.set((), for: IndexKey(value: after, key: key)) }
        var index = self
        index.entries = entries
        return index
    }
}

extension ChildIndex {
    /// The maximum number of orders that an object caches. Rules name few of them; clients may request any.
    static let maxRemembered = 8
}

extension ObjectNode {
    /// Returns the children in an order, from the cache if possible.
    func index(_ order: Query.Order, isIndexed: Bool) -> ChildIndex {
        let index = remembered(order) ?? ChildIndex(order, of: children)
        remember(index, isIndexed: isIndexed)
        return index
    }

    func remembered(_ order: Query.Order) -> ChildIndex? {
        known?.indexes.withLock { $0.first { $0.order == order } }
    }

    /// Caches an index.
    ///
    /// - Parameter isIndexed: Whether it may replace an index that rules name. Other indexes never do.
    func remember(_ index: ChildIndex, isIndexed: Bool) {
        properties.indexes.withLock { indexes in
            if let known = indexes.firstIndex(where: { $0.order == index.order }) {
                if isIndexed { indexes[known].isIndexed = true }
                return
            }
            if indexes.count >= ChildIndex.maxRemembered {
                guard let last = indexes.firstIndex(where: { !$0.isIndexed }) ?? (isIndexed ? indexes.startIndex : nil) else { return }
                indexes.remove(at: last)
            }
            var index = index
            index.isIndexed = isIndexed
            indexes.append(index)
        }
    }
}
