package import Foundation
package import LatchkeySecrets

/// When certificates are requested: at two thirds of the life of the present one, and after a failure with growing delays.
///
/// Authorities limit requests, for example to five failed proofs of a name in an hour, so the first delays are long.
package struct RenewalSchedule: Sendable {
    package static let firstDelaySeconds = 60.0
    package static let maxDelaySeconds = 6 * 3_600.0
    /// The longest `Retry-After` that is respected.
    package static let maxRetryAfterSeconds = 86_400.0
    /// Delays are longer by up to this part of them, so that many servers do not return at the same time.
    static let jitter = 0.25

    /// Returns the time at which a certificate is renewed.
    package static func renewal(from start: Date, to end: Date) -> Date {
        start.addingTimeInterval(max(0, end.timeIntervalSince(start)) * 2 / 3)
    }

    /// Returns the seconds to the next attempt.
    ///
    /// - Parameters:
    ///   - failures: The number of failures in a row, at least 1.
    ///   - retryAfter: The time that the authority wants to wait.
    package static func delaySeconds(afterFailures failures: Int, retryAfter: Double?, random: RandomTokens) -> Double {
        var delay = firstDelaySeconds
        for _ in 1..<max(failures, 1) where delay < maxDelaySeconds { delay *= 2 }
        delay = max(min(delay, maxDelaySeconds), min(retryAfter ?? 0, maxRetryAfterSeconds))
        let bits = random.data(count: 2).reduce(0) { $0 << 8 | Int($1) }
        return delay * (1 + jitter * Double(bits) / 65_535)
    }
}
