import LatchkeyTree

/// Local trees, which include the writes of this client.
extension SyncTree {
    func localTree(at path: TreePath, query: Query) -> LocalTree {
        var tree = serverTree(at: path, query: query)
        lay(over: &tree, at: path, deciding: path)
        return tree
    }

    /// Returns the local tree after data from the server or a write changed at some locations. Parts that cannot have changed are taken
    /// from the previous tree, so that the cost does not depend on the number of pending writes.
    ///
    /// - Parameter id: The ID of the write that changed; the smallest number for data from the server.
    func localTree(
        at path: TreePath, query: Query, changing places: [TreePath], by id: Int = .min, of before: LocalTree
    ) -> LocalTree {
        let server = serverTree(at: path, query: query)
        var tree = before
        // A later write that replaces a whole location determines it, regardless of the server's data.
        let places = places.filter { place in
            place.isRelated(to: path) && !writes.replacedPlaces(over: place, after: id).contains { $0.contains(path) }
        }
        if places.isEmpty, server.isCurrent == before.isCurrent { return before }
        guard server.isLike(before) else { return localTree(at: path, query: query) }
        for place in places {
            if isHidden(place, by: id, from: path, server.node, tree.node) { continue }
            guard let part = part(of: place, seenFrom: path, server.node, tree.node) else { return localTree(at: path, query: query) }
            if server.isComplete {
                var fresh = LocalTree(complete: server.node[part])
                fresh.isCurrent = server.isCurrent
                let place = path.appending(part)
                lay(over: &fresh, at: place, deciding: place)
                tree.replace(part, by: fresh.node)
            } else if let key = part.keys.first {
                // Children are known completely or not at all.
                var fresh = server.only(key)
                lay(over: &fresh, at: path, deciding: path.appending(key))
                tree.replace(key, by: fresh)
            }
        }
        return tree
    }

    /// Returns the part to recompute after a change, as a relative path; `nil` for the whole tree.
    ///
    /// The data around a part depends on it only where something can be lost: a leaf that gets children is no longer a leaf, and a priority
    /// is removed with the last child. So the part starts at such a location, or where a write sets more than the changed location.
    private func part(of change: TreePath, seenFrom path: TreePath, _ server: Node, _ local: Node) -> TreePath? {
        let highest = writes.highestPlace(above: change) ?? change
        guard path.contains(highest), highest != path else { return nil }
        let way = highest.relative(to: path)
        guard let place = Self.firstRemembering(on: way, server, local) else { return way }
        return place.isRoot ? nil : place
    }

    /// Returns the first location on a path, without its end, where something can be lost.
    private static func firstRemembering(on way: TreePath, _ server: Node, _ local: Node) -> TreePath? {
        way.fromRoot.first { place in
            place != way && [server[place], local[place]].contains { $0.value != nil || !$0.priority.isNone }
        }
    }

    /// Returns whether a later write replaces everything around a change, so that the change is not visible.
    private func isHidden(_ change: TreePath, by id: Int, from path: TreePath, _ server: Node, _ local: Node) -> Bool {
        guard let highest = writes.replacedPlaces(over: change, after: id).first, highest == writes.highestPlace(above: change) ?? change
        else { return false }
        return Self.firstRemembering(on: highest.relative(to: path), server, local) == nil
    }

    /// Applies the visible writes to a tree.
    ///
    /// - Parameter place: The location for which writes are looked up.
    private func lay(over tree: inout LocalTree, at path: TreePath, deciding place: TreePath) {
        let isCurrent = tree.isCurrent
        for write in writes.deciding(place, where: { $0.isVisible && !(isCurrent && $0.isAcknowledged) }) {
            apply(write, to: &tree, at: path)
        }
    }

    func apply(_ write: QueuedWrite, to tree: inout LocalTree, at path: TreePath) {
        for change in write.changes { tree.apply(change, at: path) }
    }
}
