package import Foundation
package import LatchkeyIdentity

extension Transaction {
    package func latencies(by period: LatencyPeriod, since start: Date) throws -> [RouteLatency] {
        try all(
            """
            SELECT period, begins_at, route, counts, failures FROM route_latency
            WHERE period = :period AND begins_at >= :start ORDER BY begins_at, route
            """, [":period": period, ":start": start], RouteLatency.init)
    }

    package func add(_ latencies: [RouteLatency]) throws {
        var statements: [BoundSQL] = []
        for (period, added) in Dictionary(grouping: latencies, by: \.period) {
            for (start, added) in Dictionary(grouping: added, by: \.start) {
                // The transaction locks out other writers, so that one statement reads all routes, and one round trip writes them.
                let stored = try all(
                    """
                    SELECT period, begins_at, route, counts, failures FROM route_latency
                    WHERE period = :period AND begins_at = :start
                    """, [":period": period, ":start": start], RouteLatency.init)
                let byRoute = Dictionary(stored.map { ($0.route, $0) }, uniquingKeysWith: { $1 })
                statements += added.map { Self.storing($0, over: byRoute[$0.route]) }
            }
        }
        try runAll(statements)
    }

    private static func storing(_ latency: RouteLatency, over stored: RouteLatency?) -> BoundSQL {
        let counts = latency.counts.merging(stored?.counts ?? [:], uniquingKeysWith: +)
        return BoundSQL(
            """
            INSERT INTO route_latency (period, begins_at, route, counts, failures) VALUES (:period, :start, :route, :counts, :failures)
            ON CONFLICT (period, begins_at, route) DO UPDATE SET counts = excluded.counts, failures = excluded.failures
            """,
            [
                ":period": latency.period, ":start": latency.start, ":route": latency.route, ":counts": StoredCounts(counts: counts),
                ":failures": latency.failures + (stored?.failures ?? 0),
            ])
    }

    package func deleteLatencies(by period: LatencyPeriod, before end: Date) throws {
        try run("DELETE FROM route_latency WHERE period = :period AND begins_at < :end", [":period": period, ":end": end])
    }
}

extension RouteLatency {
    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            period: try row.next(), start: try row.next(), route: try row.next(), counts: try row.next(StoredCounts.self).counts,
            failures: try row.next())
    }
}

extension LatencyPeriod: Storable {}

/// Counts by classes as text, for example `12:3 13:40`.
private struct StoredCounts: Storable {
    let counts: [Int: Int]

    init(counts: [Int: Int]) { self.counts = counts }

    var stored: StoredValue { .text(counts.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: " ")) }

    init?(stored: StoredValue) {
        guard case .text(let text) = stored else { return nil }
        var counts: [Int: Int] = [:]
        for part in text.split(separator: " ") {
            let numbers = part.split(separator: ":").compactMap { Int($0) }
            guard numbers.count == 2, (0...127).contains(numbers[0]), numbers[1] > 0 else { return nil }
            counts[numbers[0]] = numbers[1]
        }
        self.counts = counts
    }
}
