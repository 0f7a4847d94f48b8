import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The nonces of valid requests, kept until their timestamps would be refused anyway (RFC 5849, section 3.3).
struct NonceRegister: Sendable {
    /// What is done with a nonce.
    enum Verdict: Sendable, Equatable {
        case accepted, used, full
    }

    /// How many nonces are remembered at most.
    let maxNonces: Int
    /// For how long a nonce is remembered, in seconds.
    let retentionSeconds: Double
    private var used: Set<Fingerprint> = []
    private var order: [(fingerprint: Fingerprint, at: Date)] = []
    private var first = 0

    /// - Parameter windowSeconds: How far a timestamp may be off in either direction.
    init(windowSeconds: Double, maxNonces: Int = 300_000) {
        self.maxNonces = maxNonces
        retentionSeconds = 2 * windowSeconds
    }

    /// Remembers a nonce in the same step that finds out whether it is new.
    ///
    /// A full register refuses instead of forgetting: forgetting would allow replays.
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
