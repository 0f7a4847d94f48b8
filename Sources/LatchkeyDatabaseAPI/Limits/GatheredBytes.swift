import Synchronization

/// What one client has sent and was not answered yet.
package final class GatheredBytes: Sendable {
    private let count = Atomic(0)
    private let everybody: WaitingBytes

    init(of everybody: WaitingBytes = .incoming) {
        self.everybody = everybody
    }

    deinit {
        everybody.remove(count.load(ordering: .relaxed))
    }

    /// - Returns: whether there is room for so much.
    func set(_ count: Int, isStranger: Bool = false) -> Bool {
        everybody.add(count - self.count.exchange(count, ordering: .relaxed))
        return !everybody.isTooMuch(for: count, isStranger: isStranger)
    }
}

/// How long a client may take for a message that it has begun: a minute, and more for one that is large and goes on coming.
struct MessageDeadline {
    private var begin: ContinuousClock.Instant?

    private static let patience = Duration.seconds(60)
    /// As a bad telephone line brings them.
    private static let minBytesPerSecond = 16 * 1024

    /// - Parameter gathered: bytes of the message that has not ended; none where none has begun.
    /// - Returns: false when it takes too long.
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

    /// The server did not read for so long.
    mutating func extend(by duration: Duration, now: ContinuousClock.Instant = .now) {
        // Several polls may have waited at the same time.
        begin = begin.map { min(now, $0.advanced(by: duration)) }
    }
}
