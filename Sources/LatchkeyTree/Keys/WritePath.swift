/// What a request addresses: a node, or the priority of one, which has the suffix `.priority`.
public struct WritePath: Hashable, Sendable {
    /// Of the node, or of the node whose priority it is.
    public var node: TreePath
    public var isPriority: Bool

    public init(_ node: TreePath, isPriority: Bool = false) {
        self.node = node
        self.isPriority = isPriority
    }

    /// - Throws: `TreeError` for a part that cannot be a key; `.priority` can be the last part only.
    public init(_ text: some StringProtocol) throws(TreeError) {
        let slash = UInt8(ascii: "/")
        let bytes = String(text).utf8
        let end = bytes.lastIndex { $0 != slash }.map { bytes.index(after: $0) } ?? bytes.startIndex
        let last = bytes[..<end].lastIndex(of: slash).map { bytes.index(after: $0) } ?? bytes.startIndex
        isPriority = bytes[last..<end].elementsEqual(".priority".utf8)
        node = try TreePath(Substring(bytes[..<(isPriority ? last : end)]))
    }

    /// What a member of an update names, below the place that is updated.
    ///
    /// - Throws: `TreeError`, also for the name of that place itself, which would not be an update of it.
    public init(member text: some StringProtocol) throws(TreeError) {
        try self.init(text)
        if node.isRoot, !isPriority { throw .key(String(String(text).unicodeScalars.prefix(64))) }
    }
}

extension Node {
    /// The tree after a write to a node, or to its priority.
    ///
    /// - Throws: `TreeError.priority` if the new value shall be a priority and cannot.
    public func setting(_ node: Node, at path: WritePath) throws(TreeError) -> Node {
        guard path.isPriority else { return setting(node, at: path.node) }
        return setting(priority: try Priority(node), at: path.node)
    }

    /// What a request for this path shows: the node, or its priority as a leaf.
    public subscript(path: WritePath) -> Node {
        path.isPriority ? self[path.node].priority.node : self[path.node]
    }
}

extension Priority {
    /// The priority that a node stands for where one is written.
    ///
    /// - Throws: `TreeError.priority` for all but numbers, strings, server values and nothing.
    public init(_ node: Node) throws(TreeError) {
        switch node {
        case .empty: self = .none
        case .leaf(.number(let number)): self = .number(number)
        case .leaf(.string(let text)): self = .string(text)
        case .leaf(.serverValue(let value)): self = .serverValue(value)
        case .leaf(.boolean), .rankedLeaf, .object: throw .priority
        }
    }

    /// As a leaf, or nothing.
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
    /// Two places of which one is within the other. The priority of a node is within it, as its children are.
    ///
    /// - Returns: The outer place and the inner one, which may be the same; nil where each place is apart from the others.
    public static func overlap(_ paths: [WritePath]) -> (outer: TreePath, inner: TreePath)? {
        // What is within a node comes right after it, its priority first.
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
