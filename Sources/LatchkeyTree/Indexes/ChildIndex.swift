// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The children of an object in an order of their values.
struct ChildIndex: Sendable {
    let order: Query.Order
    /// Nil while the order has nothing to sort any child by, as that of priorities usually has: it is then the order of keys.
    let entries: SortedMap<IndexKey, Void>?

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

    private init(order: Query.Order, entries: SortedMap<IndexKey, Void>?) {
        self.order = order
        self.entries = entries
    }

    /// The index after a change of one child, or nothing if it has to be made anew.
    func replacing(_ child: Node, at key: ChildKey, with changed: Node) -> ChildIndex? {
        let before = child.isEmpty ? nil : order.value(of: child)
        let after = changed.isEmpty ? nil : order.value(of: changed)
        guard var entries else { return after?.isNull ?? true ? self : nil }
        if before == after { return self }
        if let before { entries.remove(IndexKey(value: before, key: key)) }
        if let after { entries.set((), for: IndexKey(value: after, key: key)) }
        return ChildIndex(order: order, entries: entries)
    }
}

extension ChildIndex {
    /// How many orders an object remembers. A database names few in its rules; a client may ask for any.
    static let maxRemembered = 8
}

extension ObjectNode {
    /// The children in an order: remembered if somebody asked for it before, made otherwise.
    func index(_ order: Query.Order) -> ChildIndex {
        if let index = remembered(order) { return index }
        let index = ChildIndex(order, of: children)
        remember(index)
        return index
    }

    func remembered(_ order: Query.Order) -> ChildIndex? {
        known?.indexes.withLock { $0.first { $0.order == order } }
    }

    func remember(_ index: ChildIndex) {
        properties.indexes.withLock { indexes in
            if indexes.contains(where: { $0.order == index.order }) { return }
            if indexes.count >= ChildIndex.maxRemembered { indexes.removeFirst() }
            indexes.append(index)
        }
    }
}
