public import Foundation

/// Something that waits for a step of an account's holder, without its secrets.
public struct PendingEntry: Sendable, Equatable {
    /// What waits: `code PASSWORD_RESET` or another code that was sent by email, `second_factor` for a sign-in that waits for one,
    /// `credential` of a provider that is not linked yet, `totp_enrolment`, `passkey_enrolment`.
    public let kind: String
    /// The time at which it was created, if it is stored.
    public let createdAt: Date?
    /// The time at which it expires.
    public let expiresAt: Date

    /// Creates an entry.
    public init(kind: String, createdAt: Date?, expiresAt: Date) {
        self.kind = kind
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}
