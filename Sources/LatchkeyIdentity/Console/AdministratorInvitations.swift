package import Foundation
package import LatchkeySecrets

/// An invitation of an administrator to one address: a secret that works once, within one hour.
package struct AdministratorInvitation: Sendable {
    package let email: EmailAddress
    package let role: ConsoleRole
    /// The owner that created the invitation. It is valid only while the inviter stays an owner.
    let inviter: AccountID
    let madeAt: Date
    package let until: Date

    /// The lifetime of an invitation, in seconds.
    package static let lifetimeSeconds = 3600.0

    /// Whether the inviter is still authorized. Revoking all tokens or changing the password voids earlier invitations, because an
    /// attacker may have created them.
    func isStillMade(by inviter: Account?) -> Bool {
        guard let inviter, inviter.id == self.inviter, !inviter.disabled, ConsoleRole(of: inviter) == .owner else { return false }
        return madeAt >= inviter.validSince
    }
}

/// The pending invitations of administrators.
///
/// Scope: all nodes of a deployment together, because a link has to work on every node. ``InvitationsInMemory`` keeps those of one process,
/// for a deployment of one node. An implementation may call another process, so no method can be called in a transaction.
package protocol AdministratorInvitations: Sendable {
    /// Creates the secret of an invitation. Earlier invitations to the same address end.
    func make(for email: EmailAddress, as role: ConsoleRole, by inviter: AccountID) async throws -> Secret<String>
    /// Returns the pending invitations, sorted by their end.
    ///
    /// - Parameter administrators: All accounts that may have created invitations.
    func pending(among administrators: [Account]) async throws -> [AdministratorInvitation]
    /// Returns the invitation of a secret if it has not expired.
    func invitation(_ secret: Secret<String>) async throws -> AdministratorInvitation?
    /// Removes and returns the invitation of a secret. Of concurrent calls that take or withdraw it, only one succeeds.
    func take(_ secret: Secret<String>) async throws -> AdministratorInvitation?
    /// Withdraws the invitation to an address.
    ///
    /// - Returns: The role of the invitation; `nil` if there is none.
    func withdraw(_ email: EmailAddress) async throws -> ConsoleRole?
    /// Ends all invitations that an administrator created.
    func end(by inviter: AccountID) async throws
}
