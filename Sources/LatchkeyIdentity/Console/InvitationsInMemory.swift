import Foundation
package import LatchkeySecrets
import Synchronization

/// The invitations of one server process, which end with it.
///
/// Scope: one node.
package final class InvitationsInMemory: AdministratorInvitations {
    /// The maximum number of pending invitations. A further one replaces the one that expires first.
    private static let maxCount = 100

    private let now: WallClock
    private let random: RandomTokens
    private let offers = Mutex<[Fingerprint: AdministratorInvitation]>([:])

    /// Creates an empty set of invitations.
    package init(now: @escaping WallClock, random: RandomTokens = .system) {
        self.now = now
        self.random = random
    }

    package func make(for email: EmailAddress, as role: ConsoleRole, by inviter: AccountID) -> Secret<String> {
        let secret = random.token()
        let instant = now()
        let offer = AdministratorInvitation(
            email: email, role: role, inviter: inviter, madeAt: instant,
            until: instant.addingTimeInterval(AdministratorInvitation.lifetimeSeconds))
        offers.withLock { offers in
            offers = offers.filter { $0.value.until > instant && $0.value.email != email }
            if offers.count >= Self.maxCount, let first = offers.min(by: { $0.value.until < $1.value.until }) {
                offers[first.key] = nil
            }
            offers[Fingerprint(of: secret)] = offer
        }
        return Secret(secret)
    }

    package func pending(among administrators: [Account]) -> [AdministratorInvitation] {
        let instant = now()
        let inviters = Dictionary(administrators.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return offers.withLock { $0.values.filter { instant < $0.until && $0.isStillMade(by: inviters[$0.inviter]) } }
            .sorted { $0.until < $1.until }
    }

    package func withdraw(_ email: EmailAddress) -> ConsoleRole? {
        let instant = now()
        return offers.withLock { offers in
            guard let found = offers.first(where: { $0.value.email == email && instant < $0.value.until }) else { return nil }
            offers[found.key] = nil
            return found.value.role
        }
    }

    package func end(by inviter: AccountID) {
        offers.withLock { offers in offers = offers.filter { $0.value.inviter != inviter } }
    }

    package func invitation(_ secret: Secret<String>) -> AdministratorInvitation? {
        let instant = now()
        return offers.withLock { $0[Fingerprint(of: secret.expose())] }.flatMap { instant < $0.until ? $0 : nil }
    }

    package func take(_ secret: Secret<String>) -> AdministratorInvitation? {
        let instant = now()
        return offers.withLock { $0.removeValue(forKey: Fingerprint(of: secret.expose())) }.flatMap { instant < $0.until ? $0 : nil }
    }
}
