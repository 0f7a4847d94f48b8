// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

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
        change { state, effects in
            guard isKept else {
                state[location.tree].remove(at: location.path, query: query, &effects) { $0.isKept }
                return
            }
            // One is enough, however often it is said.
            let views = state[location.tree].views[location.path] ?? []
            if views.contains(where: { $0.query == query && $0.registrations.contains(where: \.isKept) }) { return }
            state[location.tree].add(Registration(nil, isKept: true), at: location.path, query: query, &effects)
        }
    }
}
