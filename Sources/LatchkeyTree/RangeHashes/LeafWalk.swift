/// A traversal of the leaves of a tree in the order of their paths. The priority of an object is a leaf with the key `.priority`.
struct LeafWalk {
    /// The key of a priority. It is not a valid key of a child, because it has a dot.
    static let priorityKey = ChildKey(unchecked: ".priority")

    /// Whether all priorities so far were visited. Clients leave out a priority that would come after the last child.
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
