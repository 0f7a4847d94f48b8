/// What the pretend OpenID provider knows about a person.
public struct SandboxOpenIDAccount: Sendable, Hashable {
    /// The `sub` claim, which stays; 1 to 64 letters, digits and hyphens, more than any integer holds.
    public let subject: String
    /// The `email` claim.
    public var email: String?
    /// The `email_verified` claim; an unverified address is told all the same.
    public var isEmailVerified: Bool

    public init(subject: String, email: String? = nil, isEmailVerified: Bool = true) {
        self.subject = subject
        self.email = email
        self.isEmailVerified = isEmailVerified
    }
}
