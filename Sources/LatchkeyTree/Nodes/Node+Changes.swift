extension Node {
    /// Returns the tree with another node at a location. Objects that lose their last child are removed, up to the root.
    ///
    /// A leaf on the path becomes an object and keeps its priority. Removing a node creates no objects on the path.
    public func setting(_ node: Node, at path: TreePath) -> Node {
        setting(node, at: path.keys[...])
    }

    private func setting(_ node: Node, at keys: ArraySlice<ChildKey>) -> Node {
        guard let key = keys.first else { return node }
        let child = self[key]
        let changed = child.setting(node, at: keys.dropFirst())
        if changed.isIdentical(to: child) { return self }
        if case .object(let object) = self { return object.replacing(child, at: key, with: changed) }
        return Node(children: SortedMap(sorted: [(key, changed)]), priority: priority)
    }

    /// Returns the node with another priority. An empty node has no priority.
    public func setting(priority: Priority) -> Node {
        switch self {
        case .empty: .empty
        case .leaf(let value): Node(value, priority: priority)
        case .rankedLeaf(let leaf): Node(leaf.value, priority: priority)
        case .object(let object): .object(object.setting(priority: priority))
        }
    }

    /// Returns the tree after a write to a path that ends in `.priority`. It has no effect if the location is empty.
    public func setting(priority: Priority, at path: TreePath) -> Node {
        setting(self[path].setting(priority: priority), at: path)
    }

    /// Whether both are the same object, or leaves that cannot be distinguished. It does not compare children, so equal objects may not be
    /// identical.
    public func isIdentical(to other: Node) -> Bool {
        switch (self, other) {
        case (.empty, .empty): true
        case (.leaf(let left), .leaf(let right)): left.isIdentical(to: right)
        case (.rankedLeaf(let left), .rankedLeaf(let right)):
            left === right || left.value.isIdentical(to: right.value) && left.priority.isIdentical(to: right.priority)
        case (.object(let left), .object(let right)): left === right
        default: false
        }
    }
}

extension LeafValue {
    /// Whether the values are equal and have the same hash. It distinguishes 0 and -0.
    func isIdentical(to other: LeafValue) -> Bool {
        if case .number(let left) = self, case .number(let right) = other { return left.bitPattern == right.bitPattern }
        return self == other
    }
}

extension Priority {
    func isIdentical(to other: Priority) -> Bool {
        if case .number(let left) = self, case .number(let right) = other { return left.bitPattern == right.bitPattern }
        return self == other
    }
}
