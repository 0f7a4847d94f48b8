/// An immutable JSON tree: empty, a leaf, or an object with at least one child.
///
/// A change creates another tree, which shares all unchanged parts.
public enum Node: Sendable {
    case empty
    case leaf(LeafValue)
    case rankedLeaf(RankedLeaf)
    case object(ObjectNode)
}

/// A leaf with a priority. It is a separate class, because few leaves have one.
public final class RankedLeaf: Sendable {
    /// The value of the leaf.
    public let value: LeafValue
    /// The priority, never none.
    public let priority: Priority

    init(_ value: LeafValue, priority: Priority) {
        self.value = value
        self.priority = priority
    }
}

extension Node {
    /// Creates a leaf.
    public init(_ value: LeafValue, priority: Priority = .none) {
        self = priority.isNone ? .leaf(value) : .rankedLeaf(RankedLeaf(value, priority: priority))
    }

    /// Whether the node is empty.
    public var isEmpty: Bool {
        if case .empty = self { true } else { false }
    }

    /// The value of a leaf; nil for an object or an empty node.
    public var value: LeafValue? {
        switch self {
        case .leaf(let value): value
        case .rankedLeaf(let leaf): leaf.value
        case .empty, .object: nil
        }
    }

    /// The priority of the node.
    public var priority: Priority {
        switch self {
        case .empty, .leaf: .none
        case .rankedLeaf(let leaf): leaf.priority
        case .object(let object): object.priority
        }
    }

    /// Whether the node is an object, which has at least one child.
    public var hasChildren: Bool {
        if case .object = self { true } else { false }
    }

    /// The number of children.
    public var childCount: Int {
        if case .object(let object) = self { object.children.count } else { 0 }
    }

    /// The number of keys between this node and its deepest leaf.
    public var depth: Int {
        guard case .object(let object) = self else { return 0 }
        return 1 + object.children.reduce(0) { max($0, $1.value.depth) }
    }

    /// The child with this key, or `.empty`.
    public subscript(key: ChildKey) -> Node { child(key) }

    /// Returns a child. The node is borrowed, which avoids retaining the object.
    private borrowing func child(_ key: ChildKey) -> Node {
        switch self {
        case .object(let object): object.children[key] ?? .empty
        case .empty, .leaf, .rankedLeaf: .empty
        }
    }

    /// Whether there is a child with this key.
    public borrowing func hasChild(_ key: ChildKey) -> Bool {
        switch self {
        case .object(let object): object.children.contains(key)
        case .empty, .leaf, .rankedLeaf: false
        }
    }

    /// The node at a path below this node, or `.empty`.
    public subscript(path: TreePath) -> Node {
        var node = self
        for key in path.keys {
            guard case .object(let object) = node, let child = object.children[key] else { return .empty }
            node = child
        }
        return node
    }
}

extension Node: Equatable {
    /// Whether both have the same JSON, including priorities.
    public static func == (left: Node, right: Node) -> Bool {
        switch (left, right) {
        case (.empty, .empty): true
        case (.leaf(let left), .leaf(let right)): left == right
        case (.rankedLeaf(let left), .rankedLeaf(let right)): left.value == right.value && left.priority == right.priority
        case (.object(let left), .object(let right)):
            left === right
                || left.priority == right.priority && left.children.count == right.children.count
                    && left.children.elementsEqual(right.children) { $0.key == $1.key && $0.value == $1.value }
        default: false
        }
    }
}
