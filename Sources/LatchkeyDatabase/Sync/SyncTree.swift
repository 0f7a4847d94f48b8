import LatchkeyTree

/// The state of the client as a value: the views of observers, the data from the server, and unconfirmed writes. Its methods return effects
/// and do not execute them.
struct SyncTree: Sendable {
    /// The views of each location in the order in which they were added.
    var views = PathMap<[View]>()
    var listens = Listens()
    var writes = WriteQueue()
    var lastListenID = 0
    var lastTag = 0

    init() {}

    /// Creates a tree with known data that needs no server.
    init(known node: Node) {
        let key = Listen.Key(path: .root, query: .all)
        listens[key] = Listen(id: 0, key: key, tag: nil, node: node, isComplete: true, isTold: true)
        var view = View(path: .root, query: .all)
        view.registrations = [Registration(nil)]
        _ = view.show(LocalTree(complete: node))
        views[.root] = [view]
    }

    /// A call or an event, in order of execution.
    enum Effect: Sendable {
        case listen(Listen)
        case unlisten(Listen)
        case event(Registration, ViewEvent)
        /// Cancels all observers of a listen.
        case cancel([Registration], TreePath, ServerFailure)
        case call(@Sendable () -> Void)
    }
}

extension SyncTree {
    /// Returns the server's data at a location that is relevant to a query.
    func serverTree(at path: TreePath, query: Query) -> LocalTree {
        if let tree = completeTree(at: path) { return tree }
        if let listen = listens[Listen.Key(path: path, query: query)], listen.tag != nil, listen.isComplete {
            var tree = LocalTree(window: listen.node)
            tree.isCurrent = listen.isTold
            return tree
        }
        // The location itself is unknown, but some of its children may be known.
        var children = Node.empty
        for (key, listen) in listens.whole(belowBy: path) where listen.isComplete {
            children = children.setting(listen.node, at: TreePath(keys: [key]))
        }
        return LocalTree(children: children)
    }

    /// Returns the data of an unfiltered listen at the location or above it.
    private func completeTree(at path: TreePath) -> LocalTree? {
        for listen in listens.whole(above: path) where listen.isComplete {
            var tree = LocalTree(complete: listen.node[path.relative(to: listen.key.path)])
            tree.isCurrent = listen.isTold
            return tree
        }
        return nil
    }

    /// Returns the known node at a location with all writes, including those that observers do not see; empty if it is unknown.
    ///
    /// - Parameter id: The ID of a write. This write and later ones are left out.
    func knownNode(at path: TreePath, before id: Int = .max) -> Node {
        var tree = knownServerTree(at: path) ?? .unknown
        let isCurrent = tree.isCurrent
        for write in writes.deciding(path, where: { $0.id < id && !(isCurrent && $0.isAcknowledged) }) { apply(write, to: &tree, at: path) }
        return tree.isComplete ? tree.node : .empty
    }

    /// Returns the server's data at a location, also from a filtered query above that includes it.
    func knownServerTree(at path: TreePath) -> LocalTree? {
        if let tree = completeTree(at: path) { return tree }
        for listen in listens.filtered where listen.isComplete && listen.key.path.contains(path) && listen.key.path != path {
            let path = path.relative(to: listen.key.path)
            guard let child = path.keys.first, !listen.node[child].isEmpty else { continue }
            var tree = LocalTree(complete: listen.node[path])
            tree.isCurrent = listen.isTold
            return tree
        }
        return nil
    }
}
