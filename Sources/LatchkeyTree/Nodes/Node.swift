/// A tree of JSON as a value: nothing, a leaf, or an object with at least one child.
///
/// Changing it gives another tree, which shares with this one whatever did not change.
public enum Node: Sendable {
    case empty
    case leaf(LeafValue)
    case rankedLeaf(RankedLeaf)
    case object(ObjectNode)
}

/// A leaf with a priority. Hardly any leaf has one, so the others need not carry the room for it.
public final class RankedLeaf: Sendable {
    public let value: LeafValue
    public let priority: Priority

    init(_ value: LeafValue, priority: Priority) {
        self.value = value
        self.priority = priority
    }
}

extension Node {
    public init(_ value: LeafValue, priority: Priority = .none) {
        self = priority.isNone ? .leaf(value) : .rankedLeaf(RankedLeaf(value, priority: priority))
    }

    public var isEmpty: Bool {
        if case .empty = self { true } else { false }
    }

    /// The value of a leaf; nil for objects and for nothing.
    public var value: LeafValue? {
        switch self {
        case .leaf(let value): value
        case .rankedLeaf(let leaf): leaf.value
        case .empty, .object: nil
        }
    }

    public var priority: Priority {
        switch self {
        case .empty, .leaf: .none
        case .rankedLeaf(let leaf): leaf.priority
        case .object(let object): object.priority
        }
    }

    public var hasChildren: Bool {
        if case .object = self { true } else { false }
    }

    public var childCount: Int {
        if case .object(let object) = self { object.children.count } else { 0 }
    }

    /// How many keys lie between this node and its deepest leaf.
    public var depth: Int {
        guard case .object(let object) = self else { return 0 }
        return 1 + object.children.reduce(0) { max($0, $1.value.depth) }
    }

    /// The child of that name, `.empty` where there is none.
    public subscript(key: ChildKey) -> Node { child(key) }

    /// Borrows, so that looking into an object does not count as holding it once more.
    private borrowing func child(_ key: ChildKey) -> Node {
        switch self {
        case .object(let object): object.children[key] ?? .empty
        case .empty, .leaf, .rankedLeaf: .empty
        }
    }

    /// Whether there is a child of that name.
    public borrowing func hasChild(_ key: ChildKey) -> Bool {
        switch self {
        case .object(let object): object.children.contains(key)
        case .empty, .leaf, .rankedLeaf: false
        }
    }

    /// What is at that place below this node.
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
    /// Equal in everything that JSON shows of them, priorities included.
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
