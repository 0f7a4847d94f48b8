package import Logging
import Synchronization

/// Counts the connections of clients that the server rejects, and warns the operator about them.
///
/// Scope: one node.
package final class RefusedConnections: Sendable {
    /// The numbers since the start of the server.
    package struct Counts: Codable, Sendable, Equatable {
        /// The connections beyond the share of their network.
        package var network = 0
        /// The connections beyond the maximum of the server.
        package var full = 0
    }

    private struct State {
        var limit: Int?
        var counts = Counts()
        var warning = WarningInterval()
    }

    private let state = Mutex(State())
    private let logger: Logger

    package init(logger: Logger) { self.logger = logger }

    package var counts: Counts { state.withLock { $0.counts } }

    /// The maximum number of open connections; nil until the ports are open.
    package var limit: Int? { state.withLock { $0.limit } }

    package func setLimit(_ limit: Int) { state.withLock { $0.limit = limit } }

    func add(_ refusal: ConnectionRefusal, at now: ContinuousClock.Instant = .now) {
        let refused = state.withLock { state in
            switch refusal {
            case .networkShare: state.counts.network += 1
            case .full: state.counts.full += 1
            }
            return state.warning.add(at: now)
        }
        guard let refused else { return }
        let message: Logger.Message =
            switch refusal {
            case .networkShare: "A network has a quarter of the connections. Further connections from it are rejected."
            case .full: "The server has reached its maximum number of connections (max-connections). Further connections are rejected."
            }
        logger.warning(message, metadata: ["rejected": "\(refused)"])
    }

    package func metrics() -> [MetricFamily] {
        let (counts, limit) = state.withLock { ($0.counts, $0.limit) }
        let maximum = limit.map {
            MetricFamily.gauge("latchkey_connections_limit", "Maximum number of open connections to both ports together.", Double($0))
        }
        return [maximum].compactMap(\.self) + [
            .counter(
                "latchkey_connections_refused_total", "Connections that were rejected, by reason.",
                [([("reason", "full")], Double(counts.full)), ([("reason", "network")], Double(counts.network))])
        ]
    }
}

/// Decides when a repeated warning is logged: at the first occurrence, and then at most once a minute.
struct WarningInterval {
    private var last: ContinuousClock.Instant?
    private var count = 0

    /// Counts an occurrence.
    ///
    /// - Returns: The number of occurrences since the last warning if another one is due; otherwise, nil.
    mutating func add(at now: ContinuousClock.Instant) -> Int? {
        count += 1
        if let last, now - last < .seconds(60) { return nil }
        defer { (last, count) = (now, 0) }
        return count
    }
}
