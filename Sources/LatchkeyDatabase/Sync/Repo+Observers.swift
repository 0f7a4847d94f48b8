import LatchkeyTree

extension Repo {
    func add(_ registration: Registration, at location: Location, query: Query) {
        change { state, effects in state[location.tree].add(registration, at: location.path, query: query, &effects) }
    }

    /// Removes observers.
    ///
    /// - Parameter query: The query; `nil` for observers of any query at the location.
    func remove(at location: Location, query: Query? = nil, where isMeant: (Registration) -> Bool) {
        change { state, effects in
            state[location.tree].remove(at: location.path, query: query, &effects, where: isMeant)
        }
    }

    /// Keeps the data of a query synchronized even without observers.
    func keepSynced(_ isKept: Bool, at location: Location, query: Query) {
        let wish = Kept(location: location, query: query)
        change { state, effects in
            state.kept.removeAll { $0 == wish }
            guard isKept else {
                state[location.tree].remove(at: location.path, query: query, &effects) { $0.isKept }
                return
            }
            state.kept.append(wish)
            keep(wish, &state, &effects)
        }
    }

    /// Requests the data of all kept queries again, for those that the rules denied until now.
    func keepAll(_ state: inout State, _ effects: inout [SyncTree.Effect]) {
        for wish in state.kept { keep(wish, &state, &effects) }
    }

    /// Adds one registration per query, however often the app requests it.
    private func keep(_ wish: Kept, _ state: inout State, _ effects: inout [SyncTree.Effect]) {
        let (location, query) = (wish.location, wish.query)
        let views = state[location.tree].views[location.path] ?? []
        if views.contains(where: { $0.query == query && $0.registrations.contains(where: \.isKept) }) { return }
        state[location.tree].add(Registration(nil, isKept: true), at: location.path, query: query, &effects)
    }

    /// A query that the app keeps synchronized.
    struct Kept: Equatable {
        let location: Location
        let query: Query
    }
}
