import Foundation
package import LatchkeySecrets
import Synchronization

/// The invitation of the first administrator: a secret that is shown once, and works once within one hour.
///
/// Scope: all nodes of a deployment together, because the link has to work on every node. ``FirstInvitationInMemory`` keeps that of one
/// process, for a deployment of one node. An implementation may call another process, so no method can be called in a transaction.
package protocol FirstInvitation: Sendable {
    /// Creates a new secret. The previous one becomes invalid.
    func make() async throws -> Secret<String>
    /// Returns whether a secret is the current one and has not expired.
    func accepts(_ secret: Secret<String>) async throws -> Bool
    /// Ends the invitation.
    func end() async throws
}

/// The invitation of one server process. A restarted server creates a new one.
///
/// Scope: one node.
package final class FirstInvitationInMemory: FirstInvitation {
    private struct Offer {
        let secret: Fingerprint
        let until: Date
    }

    private let now: WallClock
    private let random: RandomTokens
    private let offer = Mutex<Offer?>(nil)

    /// Creates an invitation without a secret. No secret is accepted before ``make()``.
    package init(now: @escaping WallClock, random: RandomTokens = .system) {
        self.now = now
        self.random = random
    }

    package func make() -> Secret<String> {
        let secret = random.token()
        let until = now().addingTimeInterval(AdministratorInvitation.lifetimeSeconds)
        offer.withLock { $0 = Offer(secret: Fingerprint(of: secret), until: until) }
        return Secret(secret)
    }

    package func accepts(_ secret: Secret<String>) -> Bool {
        let instant = now()
        return offer.withLock { $0.map { $0.secret == Fingerprint(of: secret.expose()) && instant < $0.until } ?? false }
    }

    package func end() { offer.withLock { $0 = nil } }
}
