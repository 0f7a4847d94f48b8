// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTree

extension SyncTree {
    /// Adds an observer, and tells it what is known already.
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
            removeEmptyViews(&effects)
        }
    }

    /// Removes observers of a place.
    ///
    /// - Parameter query: nil for observers of any query.
    mutating func remove(
        at path: TreePath, query: Query? = nil, _ effects: inout [Effect], where isMeant: (Registration) -> Bool
    ) {
        guard var changed = views[path] else { return }
        for index in changed.indices where query == nil || changed[index].query == query {
            changed[index].registrations.removeAll { registration in
                guard isMeant(registration) else { return false }
                registration.deactivate()
                // It outlives the lock: with it goes the app's closure, and what that held may call the database as it goes.
                effects.append(.call { withExtendedLifetime(registration) {} })
                return true
            }
        }
        views[path] = changed
        removeEmptyViews(&effects)
    }

    mutating func removeEmptyViews(_ effects: inout [Effect]) {
        var isChanged = false
        for (path, all) in views where all.contains(where: { $0.registrations.isEmpty }) {
            let rest = all.filter { !$0.registrations.isEmpty }
            views[path] = rest.isEmpty ? nil : rest
            isChanged = true
        }
        guard isChanged else { return }
        // Who saw all of a place may see no more than a window of it now.
        for key in updateListens(&effects) { refresh(key, &effects) }
    }

    /// Tells observers what is new where these places can be seen.
    ///
    /// - Parameter changes: what a new write changed; everything is put together anew where none is given.
    mutating func refresh(_ paths: [TreePath], adding changes: [TreeChange] = [], _ effects: inout [Effect]) {
        let affected = views.keys.filter { path in paths.contains { $0.isRelated(to: path) } }
        for path in affected.count > 1 ? affected.sorted(by: Self.isToldBefore) : affected {
            for index in views[path]?.indices ?? 0..<0 { refreshView(at: path, index, adding: changes, &effects) }
        }
        removeEmptyViews(&effects)
    }

    /// Tells the observers of one query of one place.
    mutating func refresh(_ key: Listen.Key, _ effects: inout [Effect]) {
        for (index, view) in (views[key.path] ?? []).enumerated() where view.listenKey == key {
            refreshView(at: key.path, index, adding: [], &effects)
        }
        removeEmptyViews(&effects)
    }

    private mutating func refreshView(at path: TreePath, _ index: Int, adding changes: [TreeChange], _ effects: inout [Effect]) {
        guard var view = views[path]?[index] else { return }
        var local = view.local
        if changes.isEmpty {
            local = localTree(at: path, query: view.query)
        } else {
            for change in changes { local.apply(change, at: path) }
        }
        for event in view.show(local) {
            view.registrations.removeAll { registration in
                guard registration.type == event.type else { return false }
                effects.append(.event(registration, event))
                return registration.isOnce
            }
        }
        views[path]?[index] = view
    }

    /// What is deeper is told first, as Firebase's clients do.
    private static func isToldBefore(_ left: TreePath, _ right: TreePath) -> Bool {
        guard left.keys.count == right.keys.count else { return left.keys.count > right.keys.count }
        return left.keys.lexicographicallyPrecedes(right.keys)
    }
}
