import Synchronization

/// The counts that refused attempts a moment ago, in the memory of this process.
///
/// A flood of attempts at one count would otherwise make each of them wait for the store, and for the others. A pardon or a success at another
/// node is noticed after this time.
final class RecentRefusals: Sendable {
    private static let capacity = 100_000

    private let memory: Duration
    private let refused = Mutex(RecentlyUsed<TryKey, (refusal: TooManyAttempts, until: ContinuousClock.Instant)>(capacity: capacity))

    /// - Parameter memory: The time for which a refusal is repeated without asking the store.
    init(memory: Duration) {
        self.memory = memory
    }

    func note(_ refusal: TooManyAttempts, at key: TryKey) {
        guard memory > .zero else { return }
        let repeated = TooManyAttempts(
            retryAfterSeconds: refusal.retryAfterSeconds, isFirst: false, causedElsewhere: refusal.causedElsewhere, key: refusal.key)
        let until = ContinuousClock.now + min(memory, .seconds(refusal.retryAfterSeconds))
        refused.withLock { $0[key] = (repeated, until) }
    }

    /// - Throws: ``TooManyAttempts`` if one of the counts has just refused an attempt.
    func check(_ keys: [TryKey]) throws {
        guard memory > .zero else { return }
        try refused.withLock { refused in
            for key in keys {
                guard let known = refused[key] else { continue }
                if ContinuousClock.now < known.until { throw known.refusal }
                refused[key] = nil
            }
        }
    }

    func forget(_ key: TryKey) { refused.withLock { $0[key] = nil } }
}
