public import LatchkeySecrets

/// The schedule of retries after a failed delivery: exponential backoff with jitter.
public struct RetrySchedule: Sendable, Equatable {
    /// The delay after the first failed attempt, in seconds. It doubles with each further attempt.
    public var firstDelaySeconds: Double
    /// The maximum delay before jitter, in seconds.
    public var maxDelaySeconds: Double
    /// The number of attempts after which a message is given up.
    public var maxAttempts: Int
    /// The maximum deviation of a delay from the calculated value, as a fraction of it.
    public var jitter: Double

    /// The default schedule: 5 seconds at first, 15 minutes at most, 10 attempts, in total about 36 minutes.
    public static let standard = RetrySchedule(firstDelaySeconds: 5, maxDelaySeconds: 900, maxAttempts: 10, jitter: 0.2)

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - firstDelaySeconds: The delay after the first failed attempt.
    ///   - maxDelaySeconds: The maximum delay before jitter.
    ///   - maxAttempts: The number of attempts after which a message is given up.
    ///   - jitter: The maximum deviation of a delay, as a fraction of it.
    public init(firstDelaySeconds: Double, maxDelaySeconds: Double, maxAttempts: Int, jitter: Double) {
        self.firstDelaySeconds = firstDelaySeconds
        self.maxDelaySeconds = maxDelaySeconds
        self.maxAttempts = maxAttempts
        self.jitter = jitter
    }

    /// Returns the delay before the next attempt, in seconds.
    ///
    /// - Parameters:
    ///   - attempts: The number of failed attempts, at least 1.
    ///   - random: The source of the jitter.
    /// - Returns: `nil` after the last attempt.
    public func delaySeconds(afterAttempt attempts: Int, random: RandomTokens) -> Double? {
        guard attempts < maxAttempts else { return nil }
        var delay = firstDelaySeconds
        for _ in 1..<max(attempts, 1) where delay < maxDelaySeconds { delay *= 2 }
        let bits = random.data(count: 2).reduce(0) { $0 << 8 | Int($1) }
        return min(delay, maxDelaySeconds) * (1 + jitter * (Double(bits) / 32_767.5 - 1))
    }
}
