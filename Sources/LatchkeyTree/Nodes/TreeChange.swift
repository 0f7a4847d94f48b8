/// One place of a tree gets another node, or another priority.
public enum TreeChange: Equatable, Sendable {
    case set(TreePath, Node)
    case setPriority(TreePath, Priority)

    public var path: TreePath {
        switch self {
        case .set(let path, _), .setPriority(let path, _): path
        }
    }
}

extension TreeChange {
    /// The change with what the server fills in.
    ///
    /// - Parameters:
    ///   - root: the tree before the write; increments add to its numbers.
    ///   - now: milliseconds since 1970.
    public func resolvingServerValues(on root: Node, now: Double) -> TreeChange {
        switch self {
        case .set(let path, let node): .set(path, node.resolvingServerValues(existing: root[path], now: now))
        case .setPriority(let path, let priority): .setPriority(path, priority.resolved(existing: root[path], now: now))
        }
    }

    /// About how many bytes of memory it takes.
    public var estimatedBytes: Int {
        let keys = path.keys.reduce(0) { $0 + $1.text.utf8.count + 8 }
        return switch self {
        case .set(_, let node): keys + node.estimatedBytes
        case .setPriority(_, let priority): keys + priority.estimatedBytes
        }
    }
}

extension Node {
    /// The tree after the change. A priority for nothing changes nothing.
    public func applying(_ change: TreeChange) -> Node {
        switch change {
        case .set(let path, let node): setting(node, at: path)
        case .setPriority(let path, let priority): setting(self[path].setting(priority: priority), at: path)
        }
    }
}
