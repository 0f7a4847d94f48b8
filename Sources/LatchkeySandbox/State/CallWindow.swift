#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Counts the calls of one token within a window, for the rate limit headers.
struct CallWindow: Sendable {
    /// What the headers say.
    struct Reading: Sendable, Equatable {
        let limit: Int
        let used: Int
        let resetAt: Date

        var remaining: Int { max(0, limit - used) }
        /// Whether this call is one too many.
        var isExceeded: Bool { used > limit }
    }

    private var startedAt = Date.distantPast
    private var calls = 0

    /// Whether the calls of the present window are used up, without counting one more.
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
