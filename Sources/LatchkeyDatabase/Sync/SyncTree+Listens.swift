import LatchkeyTree

extension SyncTree {
    /// Starts and ends listens to match the views. An unfiltered listen serves all queries at its location and all views below it.
    ///
    /// A listen that is no longer needed continues until the listen above it has received all data, so that no change is missed.
    ///
    /// - Returns: The new listens that started with data of others.
    @discardableResult
    mutating func updateListens(_ effects: inout [Effect]) -> [Listen.Key] {
        var wanted: Set<Listen.Key> = []
        for (path, all) in views.all {
            let above = path.fromRoot.first { $0 != path && isObservedWhole($0) }
            for view in all {
                let cover = above ?? (view.query.isUnfiltered || !isObservedWhole(path) ? nil : path)
                guard let cover else {
                    wanted.insert(view.listenKey)
                    continue
                }
                let isCovered = listens[Listen.Key(path: cover, query: .all)]?.isComplete ?? false
                if !isCovered, listens[view.listenKey] != nil { wanted.insert(view.listenKey) }
            }
        }
        let new = wanted.filter { listens[$0] == nil }.sorted { $0.path.description < $1.path.description }
        let old = listens.all.filter { !wanted.contains($0.key) }.sorted { $0.id < $1.id }
        // New listens start with the data that is known before the old ones end.
        let begun = new.map { key in begin(key) }
        for listen in old { listens[listen.key] = nil }
        for listen in begun {
            listens[listen.key] = listen
            effects.append(.listen(listen))
        }
        effects += old.map { .unlisten($0) }
        if !old.isEmpty { forgetAcknowledged() }
        return begun.filter(\.isComplete).map(\.key)
    }

    private func isObservedWhole(_ path: TreePath) -> Bool {
        views[path]?.contains { $0.query.isUnfiltered } ?? false
    }

    private mutating func begin(_ key: Listen.Key) -> Listen {
        lastListenID += 1
        let isFiltered = !key.query.isUnfiltered
        if isFiltered { lastTag += 1 }
        let known = knownServerTree(at: key.path)?.node
        return Listen(
            id: lastListenID, key: key, tag: isFiltered ? lastTag : nil, node: known.map { key.query.apply(to: $0) } ?? .empty,
            isComplete: known != nil)
    }

    /// Removes confirmed writes when the server has sent all related data. Until then they stand in for that data.
    mutating func forgetAcknowledged() {
        for id in writes.acknowledged where writes[id]?.paths.contains(where: listens.isAwaited) == false { writes.remove(id) }
    }
}
