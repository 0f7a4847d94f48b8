// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The children of a node that has some, and what was computed about them once.
public final class ObjectNode: Sendable {
    /// Never empty.
    let children: SortedMap<ChildKey, Node>
    public let priority: Priority
    /// The hash of this tree once somebody asked for it; the tree never changes, so it stays right.
    let knownHash = Mutex<String?>(nil)

    init(children: SortedMap<ChildKey, Node>, priority: Priority) {
        self.children = children
        self.priority = priority
    }
}

extension Node {
    /// An object, or nothing where it would have no children.
    init(children: SortedMap<ChildKey, Node>, priority: Priority = .none) {
        self = children.isEmpty ? .empty : .object(ObjectNode(children: children, priority: priority))
    }

    /// The children in the order of their keys.
    public var children: some Sequence<(key: ChildKey, value: Node)> {
        if case .object(let object) = self { object.children } else { SortedMap<ChildKey, Node>() }
    }
}
