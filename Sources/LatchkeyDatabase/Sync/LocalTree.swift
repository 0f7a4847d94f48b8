import LatchkeyTree

/// What the client knows about one place: what the server told, and its own writes over it.
///
/// Without a word of the server a place is not known; but children of it are that were written whole.
struct LocalTree: Sendable, Equatable {
    private(set) var node: Node
    /// Whether what is not in ``node`` is not there. Else only the children are known that are in it, and those in ``removed``.
    private(set) var isComplete: Bool
    /// Whether the node is all that a query shows. Nothing is known about children that are not in it.
    let isWindow: Bool
    /// Whether it has what the server confirmed, so that confirmed writes need not be laid over it any more.
    var isCurrent = true
    /// Children that are known to be gone.
    private var removed: Set<ChildKey> = []

    static let unknown = LocalTree(children: .empty)

    /// All there is at the place.
    init(complete node: Node) {
        self.node = node
        isComplete = true
        isWindow = false
    }

    /// What the server shows of the place to a query.
    init(window node: Node) {
        self.node = node
        isComplete = false
        isWindow = true
    }

    /// Some of the children, each whole.
    init(children node: Node) {
        self.node = node
        isComplete = false
        isWindow = false
        isCurrent = false
    }

    /// Whether it is known what a query shows.
    var showsEverything: Bool { isComplete || isWindow }

    /// Whether another tree of the place is known in the same way.
    func isLike(_ other: LocalTree) -> Bool {
        isComplete == other.isComplete && isWindow == other.isWindow && isCurrent == other.isCurrent
    }

    /// The same with no more than one child.
    func only(_ key: ChildKey) -> LocalTree {
        var tree = self
        tree.node = Node.empty.setting(node[key], at: TreePath(keys: [key]))
        tree.removed = removed.intersection([key])
        return tree
    }

    /// - Parameter way: from the place of this tree, all of which is known.
    mutating func replace(_ way: TreePath, by node: Node) {
        self.node = self.node.setting(node, at: way)
    }

    /// What another tree of the same place knows about a child.
    mutating func replace(_ key: ChildKey, by other: LocalTree) {
        node = node.setting(other.node[key], at: TreePath(keys: [key]))
        if other.removed.contains(key) { removed.insert(key) } else { removed.remove(key) }
    }

    /// - Parameter place: of this tree.
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
        // Who knows a part of a child does not know the child.
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
