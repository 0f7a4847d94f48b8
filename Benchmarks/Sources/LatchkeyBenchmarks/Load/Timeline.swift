import Synchronization

/// Latencies of many requests, by the interval in which they ended.
final class Timeline: Sendable {
    /// The latencies of one interval, in seconds.
    struct Interval: Sendable {
        fileprivate(set) var latencies: [Double] = []

        mutating func add(_ other: Interval) {
            latencies = (latencies + other.latencies).sorted()
        }

        /// NaN if no request ended in the interval.
        var longest: Double { quantile(1) }

        /// - Parameter share: The quantile from 0 to 1, such as 0.99 for p99.
        /// - Returns: NaN if no request ended in the interval.
        func quantile(_ share: Double) -> Double {
            latencies.isEmpty ? .nan : latencies[min(latencies.count - 1, Int(Double(latencies.count) * share))]
        }
    }

    private let current = Mutex(Interval())

    func note(_ latency: Double) {
        current.withLock { $0.latencies.append(latency) }
    }

    func note(_ latencies: [Double]) {
        current.withLock { $0.latencies += latencies }
    }

    /// Ends the current interval and returns it, sorted.
    func next() -> Interval {
        var interval = current.withLock { current in
            defer { current = Interval() }
            return current
        }
        interval.latencies.sort()
        return interval
    }
}
