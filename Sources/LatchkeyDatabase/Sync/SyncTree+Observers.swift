import LatchkeyTree

extension SyncTree {
    /// Adds an observer, and sends it the known data.
    mutating func add(_ registration: Registration, at path: TreePath, query: Query, _ effects: inout [Effect]) {
        let index: Int
        if let known = views[path]?.firstIndex(where: { $0.query == query }) {
            index = known
        } else {
            index = views[path]?.count ?? 0
            views[path, default: []].append(View(path: path, query: query))
            updateListens(&effects)
            let local = localTree(at: path, query: query)
            _ = views[path]?[index].show(local)
        }
        guard let shown = views[path]?[index].shown else { return }
        views[path]?[index].registrations.append(registration)
        guard let type = registration.type else { return }
        if type == .value { views[path]?[index].welcome() }
        let events = ViewEvent.initialEvents(type, of: shown, in: query.order)
        for event in events.prefix(registration.isOnce ? 1 : events.count) { effects.append(.event(registration, event)) }
        if registration.isOnce, !events.isEmpty {
            views[path]?[index].registrations.removeLast()
            removeEmptyViews(at: [path], &effects)
        }
    }

    /// Removes observers of a location.
    ///
    /// - Parameter query: The query; `nil` for observers of any query.
    mutating func remove(
        at path: TreePath, query: Query? = nil, _ effects: inout [Effect], where isMeant: (Registration) -> Bool
    ) {
        guard var changed = views[path] else { return }
        for index in changed.indices where query == nil || changed[index].query == query {
            changed[index].registrations.removeAll { registration in
                guard isMeant(registration) else { return false }
                registration.deactivate()
                // Retains the registration until the lock is released: it releases the app's closure, and objects that this releases may
                // call the database.
                effects.append(.call { withExtendedLifetime(registration) {} })
                return true
            }
        }
        views[path] = changed
        removeEmptyViews(at: [path], &effects)
    }

    /// Removes all observers, including those that keep data synchronized or wait for data. Registrations that make a tree known stay.
    mutating func removeRegistrations(_ effects: inout [Effect]) -> [Registration] {
        var removed: [Registration] = []
        let all = views.all
        for (path, var changed) in all {
            for index in changed.indices {
                let isMeant: (Registration) -> Bool = { $0.type != nil || $0.isKept || $0.hearsCancel }
                removed += changed[index].registrations.filter(isMeant)
                changed[index].registrations.removeAll(where: isMeant)
            }
            views[path] = changed
        }
        removeEmptyViews(at: all.map(\.path), &effects)
        return removed
    }

    mutating func removeEmptyViews(at paths: [TreePath], _ effects: inout [Effect]) {
        var isChanged = false
        for path in paths {
            guard let all = views[path], all.contains(where: { $0.registrations.isEmpty }) else { continue }
            let rest = all.filter { !$0.registrations.isEmpty }
            views[path] = rest.isEmpty ? nil : rest
            isChanged = true
        }
        guard isChanged else { return }
        // Views that had all data of a location may only have the result of a query now.
        for key in updateListens(&effects) { refresh(key, &effects) }
    }

    /// Sends events to the observers that can see the given paths.
    ///
    /// - Parameters:
    ///   - changes: The changes of a new write. If empty, the local trees are recomputed.
    ///   - id: The ID of a write that was removed or changed; the default for data from the server.
    mutating func refresh(_ paths: [TreePath], adding changes: [TreeChange] = [], by id: Int = .min, _ effects: inout [Effect]) {
        let affected = Set(paths.flatMap { views.related(to: $0).map(\.path) }).sorted(by: Self.isToldBefore)
        for path in affected {
            for index in views[path]?.indices ?? 0..<0 {
                refreshView(at: path, index, &effects) { tree, view in
                    guard !changes.isEmpty else {
                        return tree.localTree(at: path, query: view.query, changing: paths, by: id, of: view.local)
                    }
                    var local = view.local
                    for change in changes { local.apply(change, at: path) }
                    return local
                }
            }
        }
        removeEmptyViews(at: affected, &effects)
    }

    /// Sends events to the observers of one query at one location.
    ///
    /// - Parameter places: The changed locations; `nil` if anything may have changed.
    mutating func refresh(_ key: Listen.Key, changing places: [TreePath]? = nil, _ effects: inout [Effect]) {
        for (index, view) in (views[key.path] ?? []).enumerated() where view.listenKey == key {
            refreshView(at: key.path, index, &effects) { tree, view in
                guard let places else { return tree.localTree(at: key.path, query: view.query) }
                return tree.localTree(at: key.path, query: view.query, changing: places, of: view.local)
            }
        }
        removeEmptyViews(at: [key.path], &effects)
    }

    private mutating func refreshView(
        at path: TreePath, _ index: Int, _ effects: inout [Effect], as local: (SyncTree, View) -> LocalTree
    ) {
        guard var view = views[path]?[index] else { return }
        for event in view.show(local(self, view)) {
            view.registrations.removeAll { registration in
                guard registration.type == event.type else { return false }
                effects.append(.event(registration, event))
                return registration.isOnce
            }
        }
        views[path]?[index] = view
    }

    /// Returns whether a location is notified before another. Deeper locations come first, as in Firebase clients.
    private static func isToldBefore(_ left: TreePath, _ right: TreePath) -> Bool {
        guard left.keys.count == right.keys.count else { return left.keys.count > right.keys.count }
        return left.keys.lexicographicallyPrecedes(right.keys)
    }
}
