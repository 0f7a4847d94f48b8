// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

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
        let until: Date
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
            email: email, role: role, inviter: inviter, until: instant.addingTimeInterval(ConsoleInvitation.lifetimeSeconds))
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
    public func waiting() -> [Waiting] {
        let instant = now()
        return offers.withLock { $0.values.filter { instant < $0.until } }.sorted { $0.until < $1.until }
            .map { Waiting(email: $0.email, role: $0.role, until: $0.until) }
    }

    /// Ends the offer to somebody; false where there is none.
    public func withdraw(_ email: EmailAddress) -> Bool {
        let instant = now()
        return offers.withLock { offers in
            let found = offers.filter { $0.value.email == email && instant < $0.value.until }
            for key in found.keys { offers[key] = nil }
            return !found.isEmpty
        }
    }

    /// What a secret offers, as long as its time is not over.
    func offer(_ secret: Secret<String>) -> Offer? {
        let instant = now()
        return offers.withLock { $0[Fingerprint(of: secret.expose())] }.flatMap { instant < $0.until ? $0 : nil }
    }

    func end(_ secret: Secret<String>) { offers.withLock { $0[Fingerprint(of: secret.expose())] = nil } }
}
