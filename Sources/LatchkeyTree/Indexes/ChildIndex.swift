import Synchronization

/// The children of an object in an order of their values.
struct ChildIndex: Sendable {
    let order: Query.Order
    /// Nil while the order has nothing to sort any child by, as that of priorities usually has: it is then the order of keys.
    private(set) var entries: SortedMap<IndexKey, Void>?
    /// Whether it is remembered before those that anybody may ask for.
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

    /// The index after a change of one child, or nothing if it has to be made anew.
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
    /// How many orders an object remembers. A database names few in its rules; a client may ask for any.
    static let maxRemembered = 8
}

extension ObjectNode {
    /// The children in an order: remembered if somebody asked for it before, made otherwise.
    func index(_ order: Query.Order, isIndexed: Bool) -> ChildIndex {
        let index = remembered(order) ?? ChildIndex(order, of: children)
        remember(index, isIndexed: isIndexed)
        return index
    }

    func remembered(_ order: Query.Order) -> ChildIndex? {
        known?.indexes.withLock { $0.first { $0.order == order } }
    }

    /// - Parameter isIndexed: if not, it never takes the place of one that is.
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
