// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The children of a node that has some, and what was computed about them once.
public final class ObjectNode: Sendable {
    /// Never empty.
    let children: SortedMap<ChildKey, Node>
    public let priority: Priority
    /// Only there once somebody asked for something: most objects are never asked.
    private let computed = AtomicLazyReference<ComputedProperties>()

    init(children: SortedMap<ChildKey, Node>, priority: Priority) {
        self.children = children
        self.priority = priority
    }

    /// What follows from the children; they never change, so it stays right.
    final class ComputedProperties: Sendable {
        let hash = Mutex<String?>(nil)
        let stamp = Stamp.next()
        let indexes = Mutex<[ChildIndex]>([])
    }

    /// What is known already.
    var known: ComputedProperties? { computed.load() }

    var properties: ComputedProperties { computed.load() ?? computed.storeIfNil(ComputedProperties()) }
}

extension ObjectNode {
    /// The object with another child at a key, or nothing if that was the last one. The indexes of this one follow the change.
    func replacing(_ child: Node, at key: ChildKey, with changed: Node) -> Node {
        var children = children
        children[key] = changed.isEmpty ? nil : changed
        if children.isEmpty { return .empty }
        let object = ObjectNode(children: children, priority: priority)
        if let indexes = known?.indexes.withLock({ $0 }), !indexes.isEmpty {
            let followed = indexes.compactMap { $0.replacing(child, at: key, with: changed) }
            object.properties.indexes.withLock { $0 = followed }
        }
        return .object(object)
    }

    /// The same children under another priority.
    func setting(priority: Priority) -> ObjectNode {
        let object = ObjectNode(children: children, priority: priority)
        if let indexes = known?.indexes.withLock({ $0 }), !indexes.isEmpty {
            object.properties.indexes.withLock { $0 = indexes }
        }
        return object
    }
}

extension Node {
    /// An object, or nothing where it would have no children.
    init(children: SortedMap<ChildKey, Node>, priority: Priority = .none) {
        self = children.isEmpty ? .empty : .object(ObjectNode(children: children, priority: priority))
    }

    /// The children in the order of their keys.
    public var children: some Sequence<(key: ChildKey, value: Node)> {
        childMap
    }

    /// Whether something holds for every child. Asks them in order, and no more after one for which it does not.
    public func allChildrenSatisfy(_ predicate: (ChildKey, Node) -> Bool) -> Bool {
        for (key, child) in childMap where !predicate(key, child) { return false }
        return true
    }

    var childMap: SortedMap<ChildKey, Node> {
        if case .object(let object) = self { object.children } else { SortedMap() }
    }
}
