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
        if changed.isIdentical(to: child) { return self }
        if case .object(let object) = self { return object.replacing(child, at: key, with: changed) }
        return Node(children: SortedMap(sorted: [(key, changed)]), priority: priority)
    }

    /// The same node with another priority; nothing has none.
    public func setting(priority: Priority) -> Node {
        switch self {
        case .empty: .empty
        case .leaf(let value): Node(value, priority: priority)
        case .rankedLeaf(let leaf): Node(leaf.value, priority: priority)
        case .object(let object): .object(object.setting(priority: priority))
        }
    }

    /// This tree with another priority at a place, where something has to be for that to change anything: what is written to a path
    /// that ends in `.priority`.
    public func setting(priority: Priority, at path: TreePath) -> Node {
        setting(self[path].setting(priority: priority), at: path)
    }

    /// Whether both are the same node, or leaves that nothing tells apart. Looks at no children; never wrong when it says yes.
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
    /// Equal, and not 0 and -0 either, whose hashes differ.
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
