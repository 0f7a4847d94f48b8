import Foundation
import LatchkeySecrets

/// The nonces of valid requests, kept until their timestamps are rejected anyway (RFC 5849, section 3.3).
struct NonceRegister: Sendable {
    /// The result of using a nonce.
    enum Verdict: Sendable, Equatable {
        case accepted, used, full
    }

    /// The maximum number of stored nonces.
    let maxNonces: Int
    /// How long a nonce is stored, in seconds.
    let retentionSeconds: Double
    private var used: Set<Fingerprint> = []
    private var order: [(fingerprint: Fingerprint, at: Date)] = []
    private var first = 0

    /// Creates an empty register.
    ///
    /// - Parameter windowSeconds: The allowed clock difference in either direction.
    init(windowSeconds: Double, maxNonces: Int = 300_000) {
        self.maxNonces = maxNonces
        retentionSeconds = 2 * windowSeconds
    }

    /// Stores a nonce and checks that it is new, in one step.
    ///
    /// A full register rejects new nonces and never evicts old ones, because eviction would allow replays.
    mutating func use(nonce: String, timestamp: String, consumerKey: String, token: String?, now: Date) -> Verdict {
        forget(before: now.addingTimeInterval(-retentionSeconds))
        let fingerprint = Fingerprint(of: [consumerKey, token ?? "", timestamp, nonce].joined(separator: "\n"))
        guard !used.contains(fingerprint) else { return .used }
        guard used.count < maxNonces else { return .full }
        used.insert(fingerprint)
        order.append((fingerprint, now))
        return .accepted
    }

    private mutating func forget(before limit: Date) {
        while first < order.count, order[first].at < limit {
            used.remove(order[first].fingerprint)
            first += 1
        }
        if first > 1024, first > order.count / 2 {
            order.removeFirst(first)
            first = 0
        }
    }
}
