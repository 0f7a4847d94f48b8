// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

extension Node {
    /// This tree with another node at a place. Objects that lose their last child go with it, up to the root.
    ///
    /// A leaf on the way becomes an object and keeps its priority; nothing is made on the way to something that shall be empty.
    public func setting(_ node: Node, at path: TreePath) -> Node {
        setting(node, at: path.keys[...])
    }

    private func setting(_ node: Node, at keys: ArraySlice<ChildKey>) -> Node {
        guard let key = keys.first else { return node }
        let child = self[key]
        let changed = child.setting(node, at: keys.dropFirst())
        if changed.isEmpty, child.isEmpty { return self }
        var children = SortedMap<ChildKey, Node>()
        if case .object(let object) = self { children = object.children }
        children[key] = changed.isEmpty ? nil : changed
        return Node(children: children, priority: priority)
    }

    /// The same node with another priority; nothing has none.
    public func setting(priority: Priority) -> Node {
        switch self {
        case .empty: .empty
        case .leaf(let value): Node(value, priority: priority)
        case .rankedLeaf(let leaf): Node(leaf.value, priority: priority)
        case .object(let object): .object(ObjectNode(children: object.children, priority: priority))
        }
    }
}
