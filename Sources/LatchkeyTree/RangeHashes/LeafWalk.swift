// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// Goes through the leaves of a tree in the order of their paths, a priority of an object being a leaf too, under the key `.priority`.
struct LeafWalk {
    /// Never a child's: no key may have a dot.
    static let priorityKey = ChildKey(unchecked: ".priority")

    /// Whether every priority was told of so far. Clients leave those out whose place would be after the last child.
    private(set) var isComplete = true

    /// - Parameters:
    ///   - enter: is told of a child before what is below it.
    ///   - leaf: gets a leaf, whose path is that of the children that were entered and not left.
    mutating func walk(_ node: Node, enter: (ChildKey) -> Void, leave: () -> Void, leaf: (Node) -> Void) {
        guard case .object(let object) = node else {
            if !node.isEmpty { leaf(node) }
            return
        }
        var isPriorityDue = !object.priority.isNone
        for (key, child) in object.children {
            if isPriorityDue, Self.priorityKey < key {
                isPriorityDue = false
                enter(Self.priorityKey)
                leaf(object.priority.node)
                leave()
            }
            enter(key)
            walk(child, enter: enter, leave: leave, leaf: leaf)
            leave()
        }
        if isPriorityDue { isComplete = false }
    }
}
