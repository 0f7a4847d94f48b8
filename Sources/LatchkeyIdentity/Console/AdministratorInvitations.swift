package import Foundation
public import LatchkeySecrets
import Synchronization

/// Invitations of further administrators: secrets that work once, within one hour.
///
/// Scope: one node. They are kept in memory only, and end with the server process.
public final class AdministratorInvitations: Sendable {
    /// An invitation to one address.
    struct Offer: Sendable {
        let email: EmailAddress
        let role: ConsoleRole
        /// The owner that created the invitation. It is valid only while the inviter stays an owner.
        let inviter: AccountID
        let madeAt: Date
        let until: Date

        /// Whether the inviter is still authorized. Revoking all tokens or changing the password voids earlier invitations, because an
        /// attacker may have created them.
        func isStillMade(by inviter: Account?) -> Bool {
            guard let inviter, inviter.id == self.inviter, !inviter.disabled, ConsoleRole(of: inviter) == .owner else { return false }
            return madeAt >= inviter.validSince
        }
    }

    /// The maximum number of pending invitations. A further one replaces the one that expires first.
    private static let maxCount = 100

    private let now: WallClock
    private let random: RandomTokens
    private let offers = Mutex<[Fingerprint: Offer]>([:])

    /// Creates an empty set of invitations.
    public init(now: @escaping WallClock, random: RandomTokens = .system) {
        self.now = now
        self.random = random
    }

    /// Creates the secret of an invitation. Earlier invitations to the same address end.
    package func make(for email: EmailAddress, as role: ConsoleRole, by inviter: AccountID) -> Secret<String> {
        let secret = random.token()
        let instant = now()
        let offer = Offer(
            email: email, role: role, inviter: inviter, madeAt: instant,
            until: instant.addingTimeInterval(ConsoleInvitation.lifetimeSeconds))
        offers.withLock { offers in
            offers = offers.filter { $0.value.until > instant && $0.value.email != email }
            if offers.count >= Self.maxCount, let first = offers.min(by: { $0.value.until < $1.value.until }) {
                offers[first.key] = nil
            }
            offers[Fingerprint(of: secret)] = offer
        }
        return Secret(secret)
    }

    /// A pending invitation.
    package struct Waiting: Sendable {
        package let email: EmailAddress
        package let role: ConsoleRole
        package let until: Date
    }

    /// Returns the pending invitations, sorted by their end.
    ///
    /// - Parameter administrators: All accounts that may have created invitations.
    package func waiting(among administrators: [Account]) -> [Waiting] {
        let instant = now()
        let inviters = Dictionary(administrators.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return offers.withLock { $0.values.filter { instant < $0.until && $0.isStillMade(by: inviters[$0.inviter]) } }
            .sorted { $0.until < $1.until }.map { Waiting(email: $0.email, role: $0.role, until: $0.until) }
    }

    /// Withdraws the invitation to an address.
    ///
    /// - Returns: The role of the invitation; `nil` if there is none.
    package func withdraw(_ email: EmailAddress) -> ConsoleRole? {
        let instant = now()
        return offers.withLock { offers in
            guard let found = offers.first(where: { $0.value.email == email && instant < $0.value.until }) else { return nil }
            offers[found.key] = nil
            return found.value.role
        }
    }

    /// Ends all invitations that an administrator created.
    func end(by inviter: AccountID) { offers.withLock { offers in offers = offers.filter { $0.value.inviter != inviter } } }

    /// Returns the invitation of a secret if it has not expired.
    func offer(_ secret: Secret<String>) -> Offer? {
        let instant = now()
        return offers.withLock { $0[Fingerprint(of: secret.expose())] }.flatMap { instant < $0.until ? $0 : nil }
    }

    /// Removes and returns the invitation of a secret. Of concurrent calls that take or withdraw it, only one succeeds.
    func take(_ secret: Secret<String>) -> Offer? {
        let instant = now()
        return offers.withLock { $0.removeValue(forKey: Fingerprint(of: secret.expose())) }.flatMap { instant < $0.until ? $0 : nil }
    }
}
