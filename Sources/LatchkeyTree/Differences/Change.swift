/// One of the changes that make a tree into another.
public struct Change: Equatable, Sendable {
    /// Relative to the node that was compared.
    public var path: TreePath
    public var content: Content

    public enum Content: Equatable, Sendable {
        /// The node there is now this one, or nothing.
        case set(Node)
        /// These children of the node there, at least two and in the order of their keys, are now these nodes, or nothing.
        case merge([Child])
        /// The node there has this priority now, and is else what it was.
        case priority(Priority)
    }

    /// A child of the node at the path.
    public struct Child: Equatable, Sendable {
        public var key: ChildKey
        public var node: Node

        public init(key: ChildKey, node: Node) {
            self.key = key
            self.node = node
        }
    }

    public init(path: TreePath, content: Content) {
        self.path = path
        self.content = content
    }
}

extension Node {
    /// The tree after a change.
    public func applying(_ change: Change) -> Node {
        switch change.content {
        case .set(let node): setting(node, at: change.path)
        case .priority(let priority): setting(priority: priority, at: change.path)
        case .merge(let children):
            children.reduce(self) { $0.setting($1.node, at: change.path.appending($1.key)) }
        }
    }
}
