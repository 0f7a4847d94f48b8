#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What the pretend Twitter knows about a person.
public struct SandboxTwitterAccount: Sendable, Hashable {
    /// The number that stays; may exceed 2^53, so that clients must read `id_str`.
    public let id: Int64
    /// The name after the `@`: 1 to 15 letters, digits and underscores; may change hands.
    public var screenName: String
    /// The address of the account.
    public var email: String?
    /// Whether the person confirmed the address; unconfirmed addresses are never told to applications.
    public var isEmailVerified: Bool
    /// When the account was opened.
    public var createdAt: Date
    /// The profile's description.
    public var about: String
    /// The profile's place.
    public var location: String
    /// Whether the account carries the verification badge.
    public var isVerified: Bool
    /// Whether only followers see the account's posts.
    public var isProtected: Bool

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

    /// The address as an application with the e-mail permission sees it.
    var disclosedEmail: String? { isEmailVerified ? email : nil }
}
