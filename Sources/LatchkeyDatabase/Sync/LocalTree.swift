import LatchkeyTree

/// The client's knowledge of one location: the data from the server with the client's own writes applied.
///
/// Without data from the server a location is unknown, but children that were written completely are known.
struct LocalTree: Sendable, Equatable {
    private(set) var node: Node
    /// Whether data that is not in ``node`` does not exist. Otherwise only the children in ``node`` and ``removed`` are known.
    private(set) var isComplete: Bool
    /// Whether the node is the complete result of a query. Nothing is known about other children.
    let isWindow: Bool
    /// Whether the tree includes confirmed writes, so that they do not have to be applied again.
    var isCurrent = true
    /// Children that are known to be removed.
    private var removed: Set<ChildKey> = []

    static let unknown = LocalTree(children: .empty)

    /// Creates a tree with all data of the location.
    init(complete node: Node) {
        self.node = node
        isComplete = true
        isWindow = false
    }

    /// Creates a tree with the server's result of a query.
    init(window node: Node) {
        self.node = node
        isComplete = false
        isWindow = true
    }

    /// Creates a tree with some complete children.
    init(children node: Node) {
        self.node = node
        isComplete = false
        isWindow = false
        isCurrent = false
    }

    /// Whether the result of the query is known.
    var showsEverything: Bool { isComplete || isWindow }

    /// Returns whether another tree has the same kind of knowledge.
    func isLike(_ other: LocalTree) -> Bool {
        isComplete == other.isComplete && isWindow == other.isWindow && isCurrent == other.isCurrent
    }

    /// Returns the tree reduced to one child.
    func only(_ key: ChildKey) -> LocalTree {
        var tree = self
        tree.node = Node.empty.setting(node[key], at: TreePath(keys: [key]))
        tree.removed = removed.intersection([key])
        return tree
    }

    /// Replaces the node at a path.
    ///
    /// - Parameter way: A path relative to this tree, all data of which is known.
    mutating func replace(_ way: TreePath, by node: Node) {
        self.node = self.node.setting(node, at: way)
    }

    /// Replaces the knowledge of one child by that of another tree of the same location.
    mutating func replace(_ key: ChildKey, by other: LocalTree) {
        node = node.setting(other.node[key], at: TreePath(keys: [key]))
        if other.removed.contains(key) { removed.insert(key) } else { removed.remove(key) }
    }

    /// Applies a change.
    ///
    /// - Parameter place: The location of this tree.
    mutating func apply(_ change: TreeChange, at place: TreePath) {
        switch change {
        case .set(let path, let node) where path.contains(place):
            self.node = node[place.relative(to: path)]
            isComplete = true
            removed = []
        case .set(let path, let node) where place.contains(path):
            set(node, at: path.relative(to: place))
        case .setPriority(let path, let priority) where place.contains(path):
            let path = path.relative(to: place)
            if knows(path) { node = node.setting(priority: priority, at: path) }
        default: break
        }
    }

    private mutating func set(_ node: Node, at path: TreePath) {
        guard let key = path.keys.first else { return }
        // Knowing a part of a child does not make the whole child known.
        guard path.keys.count == 1 || knows(path) else { return }
        self.node = self.node.setting(node, at: path)
        if !isComplete {
            if self.node[key].isEmpty { removed.insert(key) } else { removed.remove(key) }
        }
    }

    private func knows(_ path: TreePath) -> Bool {
        if isComplete { return true }
        guard let key = path.keys.first else { return false }
        return removed.contains(key) || !node[key].isEmpty
    }
}
