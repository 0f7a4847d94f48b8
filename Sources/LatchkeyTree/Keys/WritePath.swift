/// The target of a request: a node, or with the suffix `.priority` the priority of a node.
public struct WritePath: Hashable, Sendable {
    /// The path of the node, also for a priority.
    public var node: TreePath
    /// Whether the target is the priority of the node.
    public var isPriority: Bool

    /// Creates a path.
    public init(_ node: TreePath, isPriority: Bool = false) {
        self.node = node
        self.isPriority = isPriority
    }

    /// Parses a path. `.priority` is valid as the last part only.
    ///
    /// - Throws: ``TreeError`` for an invalid key.
    public init(_ text: some StringProtocol) throws(TreeError) {
        let slash = UInt8(ascii: "/")
        let bytes = String(text).utf8
        let end = bytes.lastIndex { $0 != slash }.map { bytes.index(after: $0) } ?? bytes.startIndex
        let last = bytes[..<end].lastIndex(of: slash).map { bytes.index(after: $0) } ?? bytes.startIndex
        isPriority = bytes[last..<end].elementsEqual(".priority".utf8)
        node = try TreePath(Substring(bytes[..<(isPriority ? last : end)]))
    }

    /// Parses the name of a member of an update, relative to the updated location.
    ///
    /// - Throws: ``TreeError``, also for the updated location itself, because that would not be an update.
    public init(member text: some StringProtocol) throws(TreeError) {
        try self.init(text)
        if node.isRoot, !isPriority { throw .key(String(String(text).unicodeScalars.prefix(64))) }
    }
}

extension Node {
    /// Returns the tree after a write to a node or its priority.
    ///
    /// - Throws: ``TreeError/priority`` if the new value is not a valid priority.
    public func setting(_ node: Node, at path: WritePath) throws(TreeError) -> Node {
        guard path.isPriority else { return setting(node, at: path.node) }
        return setting(priority: try Priority(node), at: path.node)
    }

    /// The node at a path, or its priority as a leaf.
    public subscript(path: WritePath) -> Node {
        path.isPriority ? self[path.node].priority.node : self[path.node]
    }
}

extension Priority {
    /// Creates a priority from a written value.
    ///
    /// - Throws: ``TreeError/priority`` unless the node is a number, a string, a server value or empty.
    public init(_ node: Node) throws(TreeError) {
        switch node {
        case .empty: self = .none
        case .leaf(.number(let number)): self = .number(number)
        case .leaf(.string(let text)): self = .string(text)
        case .leaf(.serverValue(let value)): self = .serverValue(value)
        case .leaf(.boolean), .rankedLeaf, .object: throw .priority
        }
    }

    /// The priority as a leaf, or empty.
    public var node: Node {
        switch self {
        case .none: .empty
        case .number(let number): .leaf(.number(number))
        case .string(let text): .leaf(.string(text))
        case .serverValue(let value): .leaf(.serverValue(value))
        }
    }
}

extension WritePath {
    /// Returns two locations of which one contains the other. A node contains its priority and its children.
    ///
    /// - Returns: The outer and the inner location, which may be equal; nil if no locations overlap.
    public static func overlap(_ paths: [WritePath]) -> (outer: TreePath, inner: TreePath)? {
        // The contents of a node are sorted after it, its priority first.
        let sorted = paths.sorted { left, right in
            if left.node == right.node { return !left.isPriority && right.isPriority }
            return left.node.keys.lexicographicallyPrecedes(right.node.keys)
        }
        var last: WritePath?
        var lastNode: TreePath?
        for path in sorted {
            if let lastNode, lastNode.contains(path.node) { return (lastNode, path.node) }
            if path == last { return (path.node, path.node) }
            if !path.isPriority { lastNode = path.node }
            last = path
        }
        return nil
    }
}
