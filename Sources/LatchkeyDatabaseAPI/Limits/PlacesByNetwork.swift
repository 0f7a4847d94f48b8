import Synchronization

/// Limits how many connections or sessions each network has, so that one network cannot use up the capacity for all others.
///
/// Scope: one node, whose capacity it protects.
package final class PlacesByNetwork: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    private let maxPerNetwork: Int

    package init(maxPerNetwork: Int) {
        self.maxPerNetwork = maxPerNetwork
    }

    /// - Parameter network: The network; `nil` for a client that is not counted.
    /// - Returns: `false` if the network has reached the limit. Then `leave(_:)` must not be called.
    package func enter(_ network: String?) -> Bool {
        guard let network else { return true }
        return counts.withLock { counts in
            guard counts[network, default: 0] < maxPerNetwork else { return false }
            counts[network, default: 0] += 1
            return true
        }
    }

    package func leave(_ network: String?) {
        guard let network else { return }
        counts.withLock { counts in
            let left = counts[network, default: 1] - 1
            counts[network] = left == 0 ? nil : left
        }
    }
}
