import Foundation

/// Counts the calls with a token within a time window, for rate limits.
struct CallWindow: Sendable {
    /// The values for the rate limit headers.
    struct Reading: Sendable, Equatable {
        let limit: Int
        let used: Int
        let resetAt: Date

        var remaining: Int { max(0, limit - used) }
        /// Whether this call exceeds the limit.
        var isExceeded: Bool { used > limit }
    }

    private var startedAt = Date.distantPast
    private var calls = 0

    /// Returns whether the limit of the current window is exceeded, without counting a call.
    func isUsedUp(now: Date, limit: Int, windowSeconds: Double) -> Bool {
        calls > limit && now >= startedAt && now.timeIntervalSince(startedAt) < windowSeconds
    }

    mutating func count(now: Date, limit: Int, windowSeconds: Double) -> Reading {
        if now.timeIntervalSince(startedAt) >= windowSeconds || now < startedAt {
            startedAt = now
            calls = 0
        }
        calls = min(calls + 1, limit + 1)
        return Reading(limit: limit, used: calls, resetAt: startedAt.addingTimeInterval(windowSeconds))
    }
}
