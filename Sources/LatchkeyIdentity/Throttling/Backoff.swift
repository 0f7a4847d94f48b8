import Foundation

/// An exponential backoff: some attempts are free, then each failed attempt doubles the wait, up to a maximum.
struct Backoff: Sendable {
    let freeTries: Int
    let firstWaitSeconds: Double
    let longestWaitSeconds: Double
    /// The time without an attempt after which the count is reset.
    let forgetsAfterSeconds: Double

    /// Returns the wait before the next attempt.
    ///
    /// - Returns: The seconds between the last of `tries` attempts and the next one.
    func wait(after tries: Int) -> Double {
        guard tries >= freeTries else { return 0 }
        // More doublings exceed any maximum.
        return min(longestWaitSeconds, firstWaitSeconds * Double(1 << min(tries - freeTries, 32)))
    }
}

/// The count of attempts that failed, or that have no known result yet.
struct TryCount: Sendable {
    var tries = 0
    var lastAt: Date
    /// The number of the last pardon before these attempts.
    let pardon: Int?
    /// Whether a refusal was recorded since the last admitted attempt.
    var reported = false

    /// Returns the remaining wait.
    ///
    /// - Returns: The seconds to wait; 0 if the next attempt is admitted now.
    func wait(at now: Date, _ backoff: Backoff) -> Double {
        max(0, backoff.wait(after: tries) - now.timeIntervalSince(lastAt))
    }

    /// Returns the count with one more attempt.
    func counting(at now: Date) -> TryCount {
        var count = self
        count.tries += 1
        count.lastAt = now
        return count
    }

    /// Removes one attempt.
    mutating func withdraw() { tries = max(0, tries - 1) }

    /// Resets an old count. If the clock was set back, the last attempt counts as one of now, so that no wait exceeds the maximum.
    mutating func forget(at now: Date, _ backoff: Backoff) {
        lastAt = min(lastAt, now)
        if now.timeIntervalSince(lastAt) >= backoff.forgetsAfterSeconds { tries = 0 }
    }
}

/// A token bucket: a burst up to its capacity, which refills over time.
struct TokenBucket: Sendable {
    private(set) var level: Double
    private(set) var at: Date
    /// Whether a refusal was recorded since the last admitted request.
    var reported = false

    init(level: Double, at: Date, reported: Bool) {
        self.level = level
        self.at = at
        self.reported = reported
    }

    init(full quota: Quota, at now: Date) {
        level = Double(quota.count)
        at = now
    }

    /// Takes one token.
    ///
    /// - Returns: 0 if a token was available; otherwise the seconds until one is.
    mutating func take(_ quota: Quota, at now: Date) -> Double {
        refill(quota, at: now)
        guard level < 1 else {
            level -= 1
            return 0
        }
        return (1 - level) / quota.perSecond
    }

    mutating func giveBack(_ quota: Quota) {
        level = min(Double(quota.count), level + 1)
    }

    private mutating func refill(_ quota: Quota, at now: Date) {
        level = min(Double(quota.count), level + max(0, now.timeIntervalSince(at)) * quota.perSecond)
        at = now
    }
}

/// A rate limit: `count` tokens, all of which refill within a period.
public struct Quota: Sendable, Equatable {
    let count: Int
    let perSecond: Double

    /// The time in which an empty bucket becomes full.
    var seconds: Double { Double(count) / perSecond }

    /// - Parameter count: The number of tokens, at least 1.
    package init(_ count: Int, everySeconds seconds: Double) {
        self.count = max(1, count)
        perSecond = Double(self.count) / max(seconds, 0.001)
    }

    private init(_ count: Int, perSecond: Double) {
        self.count = count
        self.perSecond = perSecond
    }

    /// Returns a multiple of the quota, which refills in the same time.
    func times(_ factor: Int) -> Quota { Quota(count * factor, perSecond: perSecond * Double(factor)) }
}
