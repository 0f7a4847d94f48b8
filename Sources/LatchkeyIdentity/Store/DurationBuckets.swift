/// Counts of durations up to fixed bounds, from half a millisecond to ten seconds.
public struct DurationBuckets: Sendable {
    package static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// The sum of all durations, in seconds.
    package private(set) var seconds = 0.0

    /// Creates empty buckets.
    public init() {}

    package var count: Int { counts.reduce(0, +) }

    /// The bounds in seconds with the number of durations up to each; `nil` for no bound.
    package var cumulated: [(bound: Double?, count: Int)] {
        var sum = 0
        return (Self.bounds.map(Optional.some) + [nil]).enumerated().map { index, bound in
            sum += counts[index]
            return (bound, sum)
        }
    }

    /// Counts a duration.
    public mutating func add(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        self.seconds += seconds
    }
}
