import HTTPTypes
import LatchkeyIdentity
import Synchronization

/// The connections of one port, and its responses since the server started.
///
/// Scope: one node.
package final class PortCounts: Sendable {
    private struct Key: Hashable {
        let method: String
        let status: String
    }

    private struct State {
        var counts: [Key: Int] = [:]
        var times = DurationBuckets()
        var connections = 0
    }

    private let state = Mutex(State())
    /// The name of the port in labels.
    package let port: String

    package init(port: String) { self.port = port }

    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    /// - Parameter duration: The time until the response began.
    func add(_ request: HTTPRequest, _ response: HTTPResponse, after duration: Duration) {
        let key = Key(
            method: Self.methods.contains(request.method.rawValue) ? request.method.rawValue : "other",
            status: "\(response.status.code / 100)xx")
        state.withLock { state in
            state.counts[key, default: 0] += 1
            state.times.add(duration)
        }
    }

    func countConnection(_ change: Int) {
        state.withLock { $0.connections += change }
    }

    /// The number of open connections.
    package var connections: Int { state.withLock { $0.connections } }

    /// The measurements of several ports.
    package static func metrics(of ports: [PortCounts]) -> [MetricFamily] {
        let states = ports.map { ($0.port, $0.state.withLock { $0 }) }
        let counts = states.flatMap { port, state in
            state.counts.sorted { ($0.key.method, $0.key.status) < ($1.key.method, $1.key.status) }.map { key, count in
                (labels: [("port", port), ("method", key.method), ("status", key.status)], value: Double(count))
            }
        }
        return [
            .gauge("latchkey_connections", "Open connections by port.", states.map { ([("port", $0.0)], Double($0.1.connections)) }),
            .counter("latchkey_http_requests_total", "Responses by port, method and class of status.", counts),
            .histogram(
                "latchkey_http_request_seconds", "Time until a response begins.", states.map { ([("port", $0.0)], $0.1.times) }),
        ]
    }
}
