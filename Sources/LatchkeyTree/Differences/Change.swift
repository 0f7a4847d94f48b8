/// One of the changes that turn a tree into another.
public struct Change: Equatable, Sendable {
    /// The path relative to the compared node.
    public var path: TreePath
    /// The new content at the path.
    public var content: Content

    /// The new content of a node.
    public enum Content: Equatable, Sendable {
        /// The node is replaced by this node, or removed if it is empty.
        case set(Node)
        /// These children are replaced by these nodes, or removed if empty. There are at least two, in the order of their keys.
        case merge([Child])
        /// Only the priority of the node changes.
        case priority(Priority)
    }

    /// The new content of a child of the node at the path.
    public struct Child: Equatable, Sendable {
        /// The key of the child.
        public var key: ChildKey
        /// The new node, or empty if the child is removed.
        public var node: Node

        /// Creates the new content of a child.
        public init(key: ChildKey, node: Node) {
            self.key = key
            self.node = node
        }
    }

    /// Creates a change.
    public init(path: TreePath, content: Content) {
        self.path = path
        self.content = content
    }
}

extension Node {
    /// Returns the tree after a change.
    public func applying(_ change: Change) -> Node {
        switch change.content {
        case .set(let node): setting(node, at: change.path)
        case .priority(let priority): setting(priority: priority, at: change.path)
        case .merge(let children):
            children.reduce(self) { $0.setting($1.node, at: change.path.appending($1.key)) }
        }
    }
}
