import LatchkeyTree

/// Places with the writes of this client.
extension SyncTree {
    func localTree(at path: TreePath, query: Query) -> LocalTree {
        var tree = serverTree(at: path, query: query)
        lay(over: &tree, at: path, deciding: path)
        return tree
    }

    /// The same after something became another at some places: what the server told there, or which writes lie over it. What cannot have
    /// changed is taken from how the place looked before, so that one of many thousand writes costs no more than one of a few.
    ///
    /// - Parameter id: of the write that changed; the smallest number for what the server told.
    func localTree(
        at path: TreePath, query: Query, changing places: [TreePath], by id: Int = .min, of before: LocalTree
    ) -> LocalTree {
        let server = serverTree(at: path, query: query)
        var tree = before
        // Whatever the server knows of a place, a write that replaces all of it decides.
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
                // Who knows some children knows each of them as a whole.
                var fresh = server.only(key)
                lay(over: &fresh, at: path, deciding: path.appending(key))
                tree.replace(key, by: fresh)
            }
        }
        return tree
    }

    /// The part of a place, as the way to it, that has to be put together anew after a change in it; nil for all of it.
    ///
    /// What is around a part depends on it only where something can be lost: a leaf that gets children is none any more, and a priority
    /// goes with the last child. So the part begins where one of these may be, or where a write sets more than the place of the change.
    private func part(of change: TreePath, seenFrom path: TreePath, _ server: Node, _ local: Node) -> TreePath? {
        let highest = writes.highestPlace(above: change) ?? change
        guard path.contains(highest), highest != path else { return nil }
        let way = highest.relative(to: path)
        guard let place = Self.firstRemembering(on: way, server, local) else { return way }
        return place.isRoot ? nil : place
    }

    /// The first place on a way, without its end, where something can be lost.
    private static func firstRemembering(on way: TreePath, _ server: Node, _ local: Node) -> TreePath? {
        way.fromRoot.first { place in
            place != way && [server[place], local[place]].contains { $0.value != nil || !$0.priority.isNone }
        }
    }

    /// Whether a later write replaces all around a change, so that nothing of it can be seen.
    private func isHidden(_ change: TreePath, by id: Int, from path: TreePath, _ server: Node, _ local: Node) -> Bool {
        guard let highest = writes.replacedPlaces(over: change, after: id).first, highest == writes.highestPlace(above: change) ?? change
        else { return false }
        return Self.firstRemembering(on: highest.relative(to: path), server, local) == nil
    }

    /// - Parameter place: where the writes are looked for.
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
