public import LatchkeySecrets
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Offers to become a further administrator: secrets that work once and for an hour.
///
/// They are kept in memory alone, and end with the server.
public final class AdministratorInvitations: Sendable {
    /// Who is invited, and as what.
    struct Offer: Sendable {
        let email: EmailAddress
        let role: ConsoleRole
        /// The owner who invites. The offer is worth what they are.
        let inviter: AccountID
        let madeAt: Date
        let until: Date

        /// Whether its maker may still bring somebody in. Who signs out everywhere or changes the password ends what was offered before,
        /// which may have been somebody else's doing.
        func isStillMade(by inviter: Account?) -> Bool {
            guard let inviter, inviter.id == self.inviter, !inviter.disabled, ConsoleRole(of: inviter) == .owner else { return false }
            return madeAt >= inviter.validSince
        }
    }

    /// How many wait at the most; the one that ends first makes room.
    private static let maxCount = 100

    private let now: WallClock
    private let random: RandomTokens
    private let offers = Mutex<[Fingerprint: Offer]>([:])

    public init(now: @escaping WallClock, random: RandomTokens = .system) {
        self.now = now
        self.random = random
    }

    /// A new secret for somebody; one that they had works no more.
    public func make(for email: EmailAddress, as role: ConsoleRole, by inviter: AccountID) -> Secret<String> {
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

    /// Somebody who was invited and has not come yet.
    public struct Waiting: Sendable {
        public let email: EmailAddress
        public let role: ConsoleRole
        public let until: Date
    }

    /// Those whose time is not over, by when it will be.
    ///
    /// - Parameter administrators: Everybody who may have invited them.
    public func waiting(among administrators: [Account]) -> [Waiting] {
        let instant = now()
        let inviters = Dictionary(administrators.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return offers.withLock { $0.values.filter { instant < $0.until && $0.isStillMade(by: inviters[$0.inviter]) } }
            .sorted { $0.until < $1.until }.map { Waiting(email: $0.email, role: $0.role, until: $0.until) }
    }

    /// Ends the offer to somebody.
    ///
    /// - Returns: As what they were invited; `nil` where there is no such offer.
    public func withdraw(_ email: EmailAddress) -> ConsoleRole? {
        let instant = now()
        return offers.withLock { offers in
            guard let found = offers.first(where: { $0.value.email == email && instant < $0.value.until }) else { return nil }
            offers[found.key] = nil
            return found.value.role
        }
    }

    /// Ends what somebody has offered.
    func end(by inviter: AccountID) { offers.withLock { offers in offers = offers.filter { $0.value.inviter != inviter } } }

    /// What a secret offers, as long as its time is not over.
    func offer(_ secret: Secret<String>) -> Offer? {
        let instant = now()
        return offers.withLock { $0[Fingerprint(of: secret.expose())] }.flatMap { instant < $0.until ? $0 : nil }
    }

    /// The same, which ends with it: of two who take an offer, or of who takes it and who withdraws it, one comes first.
    func take(_ secret: Secret<String>) -> Offer? {
        let instant = now()
        return offers.withLock { $0.removeValue(forKey: Fingerprint(of: secret.expose())) }.flatMap { instant < $0.until ? $0 : nil }
    }
}
