public import Foundation
public import LatchkeySecrets

/// An invitation to become an administrator of the console, or a link for a new password of an existing one: a secret that works once, within
/// one hour.
public struct AdministratorInvitation: Equatable, Sendable {
    /// The fingerprint of the secret.
    public let id: Fingerprint
    /// The address of the account; `nil` for the first administrator, who chooses one.
    public let email: EmailAddress?
    /// The role of the account.
    public let role: ConsoleRole
    /// The owner that created the invitation, which is valid only while they stay an owner; `nil` for the first administrator.
    public let inviter: AccountID?
    /// The time of its creation.
    public let createdAt: Date
    /// The first instant at which it is no longer valid.
    public let expiresAt: Date

    /// The beginning of the secrets for a new password. The store has only the fingerprint of a secret, so that an invitation cannot be used to
    /// set a password.
    static let passwordPrefix = "password."
    /// The lifetime of an invitation, in seconds.
    static let lifetimeSeconds = 3600.0

    /// Creates an invitation.
    public init(
        id: Fingerprint, email: EmailAddress?, role: ConsoleRole, inviter: AccountID?, createdAt: Date, expiresAt: Date
    ) {
        self.id = id
        self.email = email
        self.role = role
        self.inviter = inviter
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// Whether the inviter is still authorized. Revoking all tokens or changing the password voids earlier invitations, because an
    /// attacker may have created them.
    func isStillMade(by inviter: Account?) -> Bool {
        guard let inviter, inviter.id == self.inviter, !inviter.disabled, ConsoleRole(of: inviter) == .owner else { return false }
        return createdAt >= inviter.validSince
    }
}
