import LatchkeySecrets
import Synchronization

/// A cache of tokens whose signature was verified, because a client sends one token with many requests.
///
/// Only the signature and the reading of the claims are remembered, which never change. Times, issuer, audience, the end of the key, account
/// and session are checked at each use.
///
/// Scope: one node.
final class VerifiedTokens: Sendable {
    /// What a verification found.
    struct Entry: Sendable {
        let claims: IDTokenClaims
        let keyID: String
        let algorithm: String
    }

    private struct Generations {
        var young: [Fingerprint: Entry] = [:]
        /// The entries of the former generation. They return to the young one when they are used.
        var old: [Fingerprint: Entry] = [:]
    }

    private let generations = Mutex(Generations())
    private let maxCount: Int

    /// Creates an empty cache.
    ///
    /// - Parameter maxCount: The maximum number of entries in each of the two generations.
    init(maxCount: Int = 2048) {
        self.maxCount = maxCount
    }

    subscript(_ token: Fingerprint) -> Entry? {
        generations.withLock { generations in
            if let entry = generations.young[token] { return entry }
            guard let entry = generations.old[token] else { return nil }
            insert(entry, token, into: &generations)
            return entry
        }
    }

    func remember(_ entry: Entry, as token: Fingerprint) {
        generations.withLock { insert(entry, token, into: &$0) }
    }

    private func insert(_ entry: Entry, _ token: Fingerprint, into generations: inout Generations) {
        if generations.young.count >= maxCount {
            generations.old = generations.young
            generations.young = [:]
        }
        generations.young[token] = entry
    }
}
