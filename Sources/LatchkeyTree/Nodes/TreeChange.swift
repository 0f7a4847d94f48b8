/// A change of one location of a tree: another node or another priority.
public enum TreeChange: Equatable, Sendable {
    case set(TreePath, Node)
    case setPriority(TreePath, Priority)

    /// The changed location.
    public var path: TreePath {
        switch self {
        case .set(let path, _), .setPriority(let path, _): path
        }
    }
}

extension TreeChange {
    /// Returns the change with resolved server values.
    ///
    /// - Parameters:
    ///   - root: The tree before the write, for increments.
    ///   - now: The time in milliseconds since 1970.
    public func resolvingServerValues(on root: Node, now: Double) -> TreeChange {
        switch self {
        case .set(let path, let node): .set(path, node.resolvingServerValues(existing: root[path], now: now))
        case .setPriority(let path, let priority): .setPriority(path, priority.resolved(existing: root[path], now: now))
        }
    }

    /// The approximate memory of the change in bytes.
    public var estimatedBytes: Int {
        let keys = path.keys.reduce(0) { $0 + $1.text.utf8.count + 8 }
        return switch self {
        case .set(_, let node): keys + node.estimatedBytes
        case .setPriority(_, let priority): keys + priority.estimatedBytes
        }
    }
}

extension Node {
    /// Returns the tree after the change. The priority of an empty node cannot change.
    public func applying(_ change: TreeChange) -> Node {
        switch change {
        case .set(let path, let node): setting(node, at: path)
        case .setPriority(let path, let priority): setting(self[path].setting(priority: priority), at: path)
        }
    }
}
