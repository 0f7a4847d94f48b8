import Synchronization

/// Limits how many connections or sessions each network has, so that one network cannot use up the capacity for all others.
///
/// Scope: one node, whose capacity it protects.
package final class PlacesByNetwork: Sendable {
    /// A place that is taken until ``leave()`` is called, or until nothing refers to it.
    package final class Place: Sendable {
        private let places: PlacesByNetwork
        private let network: String?
        private let isTaken = Atomic(true)

        fileprivate init(_ places: PlacesByNetwork, _ network: String?) {
            self.places = places
            self.network = network
        }

        deinit { leave() }

        /// Releases the place. Further calls have no effect.
        package func leave() {
            if isTaken.exchange(false, ordering: .relaxed) { places.leave(network) }
        }
    }

    private let counts = Mutex<[String: Int]>([:])
    private let maxPerNetwork: Int

    package init(maxPerNetwork: Int) {
        self.maxPerNetwork = maxPerNetwork
    }

    /// - Parameter network: The network; `nil` for a client that is not counted.
    /// - Returns: `nil` if the network has reached the limit.
    package func take(_ network: String?) -> Place? {
        guard let network else { return Place(self, nil) }
        let isFree = counts.withLock { counts in
            guard counts[network, default: 0] < maxPerNetwork else { return false }
            counts[network, default: 0] += 1
            return true
        }
        return isFree ? Place(self, network) : nil
    }

    private func leave(_ network: String?) {
        guard let network else { return }
        counts.withLock { counts in
            let left = counts[network, default: 1] - 1
            counts[network] = left == 0 ? nil : left
        }
    }
}
