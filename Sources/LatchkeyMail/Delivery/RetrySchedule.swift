public import LatchkeySecrets

/// When a delivery that failed is tried again: each time twice as late, and never all at once.
public struct RetrySchedule: Sendable, Equatable {
    public var firstDelaySeconds: Double
    public var maxDelaySeconds: Double
    /// Deliveries tried before a message is given up.
    public var maxAttempts: Int
    /// How far a delay may be from the calculated one, as a part of it.
    public var jitter: Double

    /// Five seconds at first, a quarter of an hour at most, ten attempts: about three quarters of an hour.
    public static let standard = RetrySchedule(firstDelaySeconds: 5, maxDelaySeconds: 900, maxAttempts: 10, jitter: 0.2)

    public init(firstDelaySeconds: Double, maxDelaySeconds: Double, maxAttempts: Int, jitter: Double) {
        self.firstDelaySeconds = firstDelaySeconds
        self.maxDelaySeconds = maxDelaySeconds
        self.maxAttempts = maxAttempts
        self.jitter = jitter
    }

    /// - Parameter attempts: Those that failed so far, at least one.
    /// - Returns: `nil` when it was the last.
    public func delaySeconds(afterAttempt attempts: Int, random: RandomTokens) -> Double? {
        guard attempts < maxAttempts else { return nil }
        var delay = firstDelaySeconds
        for _ in 1..<max(attempts, 1) where delay < maxDelaySeconds { delay *= 2 }
        let bits = random.data(count: 2).reduce(0) { $0 << 8 | Int($1) }
        return min(delay, maxDelaySeconds) * (1 + jitter * (Double(bits) / 32_767.5 - 1))
    }
}
