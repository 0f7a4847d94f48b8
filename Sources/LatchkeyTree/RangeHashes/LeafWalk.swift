/// Goes through the leaves of a tree in the order of their paths, a priority of an object being a leaf too, under the key `.priority`.
struct LeafWalk {
    /// Never a child's: no key may have a dot.
    static let priorityKey = ChildKey(unchecked: ".priority")

    /// Whether every priority was told of so far. Clients leave those out whose place would be after the last child.
    private(set) var isComplete = true

    private var path: [ChildKey] = []

    mutating func walk(_ node: Node, leaf: (Node, _ path: [ChildKey]) -> Void) {
        guard case .object(let object) = node else {
            if !node.isEmpty { leaf(node, path) }
            return
        }
        var isPriorityDue = !object.priority.isNone
        for (key, child) in object.children {
            if isPriorityDue, Self.priorityKey < key {
                isPriorityDue = false
                leaf(object.priority.node, path + [Self.priorityKey])
            }
            path.append(key)
            walk(child, leaf: leaf)
            path.removeLast()
        }
        if isPriorityDue { isComplete = false }
    }
}
