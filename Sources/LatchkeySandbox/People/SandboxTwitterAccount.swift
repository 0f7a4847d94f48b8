public import Foundation

/// A person's account at the mock Twitter.
public struct SandboxTwitterAccount: Sendable, Hashable {
    /// The numeric ID, which never changes; may exceed 2^53, so clients must read `id_str`.
    public let id: Int64
    /// The name after the `@`: 1 to 15 letters, digits and underscores; it can be changed and reused.
    public var screenName: String
    /// The account's email address.
    public var email: String?
    /// Whether the address is verified; unverified addresses are never disclosed to applications.
    public var isEmailVerified: Bool
    /// When the account was created.
    public var createdAt: Date
    /// The profile's description.
    public var about: String
    /// The profile's location.
    public var location: String
    /// Whether the account has the verification badge.
    public var isVerified: Bool
    /// Whether only followers can see the account's posts.
    public var isProtected: Bool

    /// Creates an account.
    public init(
        id: Int64, screenName: String, email: String? = nil, isEmailVerified: Bool = true,
        createdAt: Date = Date(timeIntervalSince1970: 1_241_891_902), about: String = "", location: String = "",
        isVerified: Bool = false, isProtected: Bool = false
    ) {
        self.id = id
        self.screenName = screenName
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.createdAt = createdAt
        self.about = about
        self.location = location
        self.isVerified = isVerified
        self.isProtected = isProtected
    }

    /// The address as visible to an application with the email permission.
    var disclosedEmail: String? { isEmailVerified ? email : nil }
}
