/// A person's account at the mock OpenID provider.
public struct SandboxOpenIDAccount: Sendable, Hashable {
    /// The `sub` claim, which never changes: 1 to 64 letters, digits and hyphens; may exceed the range of any integer.
    public let subject: String
    /// The `email` claim.
    public var email: String?
    /// The `email_verified` claim; the provider also returns unverified addresses.
    public var isEmailVerified: Bool

    /// Creates an account.
    public init(subject: String, email: String? = nil, isEmailVerified: Bool = true) {
        self.subject = subject
        self.email = email
        self.isEmailVerified = isEmailVerified
    }
}
