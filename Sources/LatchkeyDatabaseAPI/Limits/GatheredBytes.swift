import LatchkeyWeb
import Synchronization

/// The number of bytes that one client has sent and that the server has not responded to yet.
package final class GatheredBytes: Sendable {
    private let count = Atomic(0)
    private let everybody: WaitingBytes

    init(of everybody: WaitingBytes = .incoming) {
        self.everybody = everybody
    }

    deinit {
        everybody.remove(count.load(ordering: .relaxed))
    }

    /// Sets the number of bytes.
    ///
    /// - Returns: Whether this number is allowed.
    func set(_ count: Int, isStranger: Bool = false) -> Bool {
        everybody.add(count - self.count.exchange(count, ordering: .relaxed))
        return !everybody.isTooMuch(for: count, isStranger: isStranger)
    }
}

/// The time limit for receiving a message: one minute, plus time in proportion to the bytes received so far.
struct MessageDeadline {
    private var begin: ContinuousClock.Instant?

    private static let patience = Duration.seconds(60)
    /// The rate of a slow phone line.
    private static let minBytesPerSecond = 16 * 1024

    /// - Parameters:
    ///   - gathered: The number of bytes of the incomplete message; 0 if none has begun.
    ///   - now: The current time.
    /// - Returns: `false` if the message takes too long.
    mutating func isMet(gathered: Int, now: ContinuousClock.Instant = .now) -> Bool {
        guard gathered > 0 else {
            begin = nil
            return true
        }
        guard let begin else {
            begin = now
            return true
        }
        return begin.duration(to: now) <= Self.patience + .seconds(gathered / Self.minBytesPerSecond)
    }

    /// Extends the deadline by a time during which the server did not read.
    mutating func extend(by duration: Duration, now: ContinuousClock.Instant = .now) {
        // Several polls may have waited at the same time.
        begin = begin.map { min(now, $0.advanced(by: duration)) }
    }
}
