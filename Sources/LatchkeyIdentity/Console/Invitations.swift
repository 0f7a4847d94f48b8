import Foundation
import LatchkeySecrets

extension StoreReading {
    /// Returns the invitations of administrators whose inviters are still owners, sorted by their end.
    ///
    /// - Parameter administrators: All accounts that may have created invitations.
    func pendingInvitations(among administrators: [Account], at now: Date) throws -> [AdministratorInvitation] {
        let inviters = Dictionary(administrators.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return try invitations().filter { invitation in
            now < invitation.expiresAt && invitation.isStillMade(by: invitation.inviter.flatMap { inviters[$0] })
        }
    }
}

extension StoreWriting {
    /// The maximum number of invitations. A further one replaces the one that expires first.
    private static var maxInvitations: Int { 100 }

    /// Creates an invitation. Earlier ones to the same address, or for the first administrator, end.
    ///
    /// - Parameters:
    ///   - email: The address; `nil` for the first administrator.
    ///   - inviter: The owner that invites; `nil` for the first administrator.
    func invite(_ secret: String, to email: EmailAddress?, as role: ConsoleRole, by inviter: AccountID?, at now: Date) throws {
        try removeInvitations { $0.email == email || $0.expiresAt <= now }
        let others = try invitations()
        if others.count >= Self.maxInvitations { try removeInvitation(others[0].id) }
        let now = now.inWholeMilliseconds
        try insert(
            AdministratorInvitation(
                id: Fingerprint(of: secret), email: email, role: role, inviter: inviter, createdAt: now,
                expiresAt: now.addingTimeInterval(AdministratorInvitation.lifetimeSeconds)))
    }

    /// Removes invitations.
    ///
    /// - Returns: Those that were removed.
    @discardableResult
    func removeInvitations(where condition: (AdministratorInvitation) -> Bool) throws -> [AdministratorInvitation] {
        let removed = try invitations().filter(condition)
        for invitation in removed { try removeInvitation(invitation.id) }
        return removed
    }
}
