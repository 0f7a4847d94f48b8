/// A histogram of durations with constant memory. Each bucket is 20% longer than the one before, from 0.1 ms to more than a minute.
package struct TimeSpread: Sendable {
    /// The upper bounds of the buckets, in milliseconds.
    private static let ends: [Double] = {
        var ends = [0.1]
        while let last = ends.last, last < 90_000 { ends.append(last * 1.2) }
        return ends
    }()

    private var counts = [Int](repeating: 0, count: ends.count)
    package private(set) var count = 0
    package private(set) var longestMilliseconds = 0.0

    package init() {}

    /// Creates a histogram from the counts of its buckets. The longest duration is then known to its bucket only.
    package init(counts: [Int: Int]) {
        for (index, number) in counts where Self.ends.indices.contains(index) && number > 0 {
            self.counts[index] = number
            count += number
            longestMilliseconds = max(longestMilliseconds, Self.ends[index])
        }
    }

    /// The numbers of durations in the buckets that have some.
    package var filled: [Int: Int] {
        Dictionary(uniqueKeysWithValues: counts.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element) })
    }

    package mutating func add(_ other: TimeSpread) {
        for index in counts.indices { counts[index] += other.counts[index] }
        count += other.count
        longestMilliseconds = max(longestMilliseconds, other.longestMilliseconds)
    }

    package mutating func add(_ duration: Duration) {
        let milliseconds = duration / .milliseconds(1)
        var (low, high) = (0, Self.ends.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if Self.ends[middle] < milliseconds { low = middle + 1 } else { high = middle }
        }
        counts[low] += 1
        count += 1
        longestMilliseconds = max(longestMilliseconds, milliseconds)
    }

    /// Returns a percentile in milliseconds, at most 20% too high; 0 if nothing was counted.
    ///
    /// - Parameter part: The percentile as a fraction, from 0 to 1.
    package func milliseconds(of part: Double) -> Double {
        let wanted = max(1, Int((Double(count) * part).rounded(.up)))
        var seen = 0
        for (index, number) in counts.enumerated() {
            seen += number
            if seen >= wanted, index < counts.count - 1 { return min(Self.ends[index], longestMilliseconds) }
        }
        return longestMilliseconds
    }
}
