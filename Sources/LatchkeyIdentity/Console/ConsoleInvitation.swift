import Foundation
public import LatchkeySecrets
import Synchronization

/// The invitation of the first administrator: a secret that is shown once, and works once within one hour.
///
/// Scope: one node. It is kept in memory only. A restarted server creates a new one.
public final class ConsoleInvitation: Sendable {
    /// The lifetime of the secret, in seconds.
    package static let lifetimeSeconds = 3600.0

    private struct Offer {
        let secret: Fingerprint
        let until: Date
    }

    private let now: WallClock
    private let random: RandomTokens
    private let offer = Mutex<Offer?>(nil)

    /// Creates an invitation without a secret. No secret is accepted before ``make()``.
    public init(now: @escaping WallClock, random: RandomTokens = .system) {
        self.now = now
        self.random = random
    }

    /// Creates a new secret. The previous one becomes invalid.
    package func make() -> Secret<String> {
        let secret = random.token()
        let until = now().addingTimeInterval(Self.lifetimeSeconds)
        offer.withLock { $0 = Offer(secret: Fingerprint(of: secret), until: until) }
        return Secret(secret)
    }

    /// Whether a secret is the current one and has not expired.
    func accepts(_ secret: Secret<String>) -> Bool {
        let instant = now()
        return offer.withLock { $0.map { $0.secret == Fingerprint(of: secret.expose()) && instant < $0.until } ?? false }
    }

    func end() { offer.withLock { $0 = nil } }
}
