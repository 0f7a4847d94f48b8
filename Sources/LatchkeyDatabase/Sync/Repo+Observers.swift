import LatchkeyTree

extension Repo {
    func add(_ registration: Registration, at location: Location, query: Query) {
        change { state, effects in state[location.tree].add(registration, at: location.path, query: query, &effects) }
    }

    /// - Parameter query: nil for observers of any query of the place.
    func remove(at location: Location, query: Query? = nil, where isMeant: (Registration) -> Bool) {
        change { state, effects in
            state[location.tree].remove(at: location.path, query: query, &effects, where: isMeant)
        }
    }

    /// Keeps the data of a query coming although nobody observes it, or not any more.
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

    /// Asks for what the app wants to be kept in sync and may not have been read until now.
    func keepAll(_ state: inout State, _ effects: inout [SyncTree.Effect]) {
        for wish in state.kept { keep(wish, &state, &effects) }
    }

    /// One is enough, however often it is said.
    private func keep(_ wish: Kept, _ state: inout State, _ effects: inout [SyncTree.Effect]) {
        let (location, query) = (wish.location, wish.query)
        let views = state[location.tree].views[location.path] ?? []
        if views.contains(where: { $0.query == query && $0.registrations.contains(where: \.isKept) }) { return }
        state[location.tree].add(Registration(nil, isKept: true), at: location.path, query: query, &effects)
    }

    /// Something that the app wants to be kept in sync.
    struct Kept: Equatable {
        let location: Location
        let query: Query
    }
}
