#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How failed tries slow down the next: some are free, then each doubles the wait, up to a longest one.
struct Backoff: Sendable {
    let freeTries: Int
    let firstWaitSeconds: Double
    let longestWaitSeconds: Double
    /// After so long without a try everything is forgotten.
    let forgetsAfterSeconds: Double

    /// - Returns: How long after the last of so many tries the next one is let through.
    func wait(after tries: Int) -> Double {
        guard tries >= freeTries else { return 0 }
        // Doublings beyond these are over any longest wait.
        return min(longestWaitSeconds, firstWaitSeconds * Double(1 << min(tries - freeTries, 32)))
    }
}

/// Tries that failed, or that nobody knows the end of yet.
struct TryCount: Sendable {
    var tries = 0
    var lastAt: Date
    /// The last pardon before these tries.
    let pardon: Int?
    /// Whether a refusal was written down since the last try that was let through.
    var reported = false

    /// - Returns: The seconds to wait; 0 when the next try may be made.
    func wait(at now: Date, _ backoff: Backoff) -> Double {
        max(0, backoff.wait(after: tries) - now.timeIntervalSince(lastAt))
    }

    /// When the clock was set back, the last try counts as one of now: no wait is longer than the longest.
    mutating func forget(at now: Date, _ backoff: Backoff) {
        lastAt = min(lastAt, now)
        if now.timeIntervalSince(lastAt) >= backoff.forgetsAfterSeconds { tries = 0 }
    }
}

/// So many at once, and then as many as time brings back.
struct TokenBucket: Sendable {
    private var level: Double
    private var at: Date
    /// Whether a refusal was written down since the last one that was let through.
    var reported = false

    init(full quota: Quota, at now: Date) {
        level = Double(quota.count)
        at = now
    }

    /// Takes one.
    ///
    /// - Returns: 0 when there was one; else the seconds until there is.
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

/// How often something may be done: `count` times, which all come back within a time.
public struct Quota: Sendable, Equatable {
    let count: Int
    let perSecond: Double

    /// - Parameter count: At least 1.
    public init(_ count: Int, everySeconds seconds: Double) {
        self.count = max(1, count)
        perSecond = Double(self.count) / max(seconds, 0.001)
    }

    private init(_ count: Int, perSecond: Double) {
        self.count = count
        self.perSecond = perSecond
    }

    /// So many times as much, coming back in the same time.
    func times(_ factor: Int) -> Quota { Quota(count * factor, perSecond: perSecond * Double(factor)) }
}
