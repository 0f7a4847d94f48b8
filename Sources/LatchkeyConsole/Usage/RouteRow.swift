import LatchkeyIdentity
import LatchkeyWeb

/// The latencies of a route.
struct RouteRow {
    let name: String
    let count: Int
    /// The 50th percentile (p50) of the time until the response starts, in milliseconds. `most` is p95, `nearlyAll` is p99.
    let half: String
    let most: String
    let nearlyAll: String
    let failures: Int
    /// The length of the p50 bar, from 0 to 1000. The following two are those of p95 and p99.
    let halfLength: Int
    let mostLength: Int
    let nearlyAllLength: Int

    static let shown = 25

    /// Returns the rows in descending order of request count.
    ///
    /// - Parameters:
    ///   - stored: The latencies of all nodes.
    ///   - recent: The measurements that this node has not stored yet.
    static func rows(_ stored: [RouteLatency], and recent: [String: RequestTimes.Measured]) -> [RouteRow] {
        var counts = recent.mapValues { (buckets: $0.times.filled, failures: $0.failures) }
        for latency in stored {
            let sum = counts[latency.route] ?? ([:], 0)
            counts[latency.route] = (sum.buckets.merging(latency.counts, uniquingKeysWith: +), sum.failures + latency.failures)
        }
        let all = counts.mapValues { (times: TimeSpread(counts: $0.buckets), failures: $0.failures) }
        let sorted = all.sorted { ($0.value.times.count, $1.key) > ($1.value.times.count, $0.key) }
        // All shown rows share one scale, so that the bars are comparable.
        let slowest = sorted.prefix(shown).map { $0.value.times.milliseconds(of: 0.99) }.max() ?? 0
        return sorted.map { route, measured in
            let times = [0.5, 0.95, 0.99].map { measured.times.milliseconds(of: $0) }
            let lengths = times.map { slowest > 0 ? max(4, Int($0 / slowest * 1000)) : 0 }
            return RouteRow(
                name: route, count: measured.times.count, half: text(times[0]), most: text(times[1]), nearlyAll: text(times[2]),
                failures: measured.failures, halfLength: lengths[0], mostLength: lengths[1], nearlyAllLength: lengths[2])
        }
    }

    /// Formats a time with one decimal below 100 ms, and without one above.
    private static func text(_ milliseconds: Double) -> String {
        let tenths = Int((milliseconds * 10).rounded())
        return tenths < 1000 ? "\(tenths / 10).\(tenths % 10)" : String(tenths / 10)
    }
}

/// The space usage of the database file, in parts per thousand.
struct StorageStrip {
    let databases: Int
    let rest: Int
    let restAt: Int

    init(_ stored: StoredBytes) {
        let all = max(1, stored.all)
        databases = min(1000, stored.databases * 1000 / all)
        restAt = databases
        rest = max(0, 1000 - databases - stored.free * 1000 / all)
    }
}

/// Formats byte counts for display.
enum ByteText {
    static func text(_ bytes: Int) -> String {
        var (amount, unit) = (Double(bytes), "B")
        for next in ["KiB", "MiB", "GiB", "TiB"] where amount >= 1024 { (amount, unit) = (amount / 1024, next) }
        let tenths = Int((amount * 10).rounded())
        return unit == "B" ? "\(bytes) B" : "\(tenths / 10).\(tenths % 10) \(unit)"
    }
}
