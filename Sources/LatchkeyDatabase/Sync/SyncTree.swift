import LatchkeyTree

/// What observers want to see, what the server told, and the writes that it has not answered: everything that the client knows, as a
/// value. Its calls say what has to be done and told; they do nothing themselves.
struct SyncTree: Sendable {
    /// Of each place in the order in which they were asked for.
    var views = PathMap<[View]>()
    var listens = Listens()
    var writes = WriteQueue()
    var lastListenID = 0
    var lastTag = 0

    init() {}

    /// A tree that is known from the beginning, and asks no server.
    init(known node: Node) {
        let key = Listen.Key(path: .root, query: .all)
        listens[key] = Listen(id: 0, key: key, tag: nil, node: node, isComplete: true, isTold: true)
        var view = View(path: .root, query: .all)
        view.registrations = [Registration(nil)]
        _ = view.show(LocalTree(complete: node))
        views[.root] = [view]
    }

    /// Something to do, or to tell, in this order.
    enum Effect: Sendable {
        case listen(Listen)
        case unlisten(Listen)
        case event(Registration, ViewEvent)
        /// All that a listen told.
        case cancel([Registration], TreePath, ServerFailure)
        case call(@Sendable () -> Void)
    }
}

extension SyncTree {
    /// What the server told about a place, as far as it concerns a query.
    func serverTree(at path: TreePath, query: Query) -> LocalTree {
        if let tree = completeTree(at: path) { return tree }
        if let listen = listens[Listen.Key(path: path, query: query)], listen.tag != nil, listen.isComplete {
            var tree = LocalTree(window: listen.node)
            tree.isCurrent = listen.isTold
            return tree
        }
        // Nothing is known of the place itself, but perhaps of children of it.
        var children = Node.empty
        for (key, listen) in listens.whole(belowBy: path) where listen.isComplete {
            children = children.setting(listen.node, at: TreePath(keys: [key]))
        }
        return LocalTree(children: children)
    }

    /// What is there by a listen to everything at the place or above it.
    private func completeTree(at path: TreePath) -> LocalTree? {
        for listen in listens.whole(above: path) where listen.isComplete {
            var tree = LocalTree(complete: listen.node[path.relative(to: listen.key.path)])
            tree.isCurrent = listen.isTold
            return tree
        }
        return nil
    }

    /// What is known to be at a place, with all writes, also those that observers do not see: empty where nothing is known.
    ///
    /// - Parameter id: of a write; it and those after it are left out.
    func knownNode(at path: TreePath, before id: Int = .max) -> Node {
        var tree = knownServerTree(at: path) ?? .unknown
        let isCurrent = tree.isCurrent
        for write in writes.deciding(path, where: { $0.id < id && !(isCurrent && $0.isAcknowledged) }) { apply(write, to: &tree, at: path) }
        return tree.isComplete ? tree.node : .empty
    }

    /// What the server told to be at a place, also by way of a query above that shows the place.
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
