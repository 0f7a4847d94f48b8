#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What the pretend GitHub knows about a person.
public struct SandboxGitHubAccount: Sendable, Hashable {
    /// One of an account's addresses, as `/user/emails` lists it.
    public struct Email: Sendable, Hashable {
        /// The address.
        public var address: String
        /// Whether mail goes here; at most one of an account's addresses.
        public var isPrimary: Bool
        /// Whether the person confirmed the address.
        public var isVerified: Bool
        /// `public`, `private`, or none.
        public var visibility: String?

        public init(_ address: String, isPrimary: Bool = true, isVerified: Bool = true, visibility: String? = "private") {
            self.address = address
            self.isPrimary = isPrimary
            self.isVerified = isVerified
            self.visibility = visibility
        }
    }

    /// The number that stays.
    public let id: Int64
    /// The account's name: 1 to 39 letters, digits and single hyphens; may change hands.
    public var login: String
    /// Every address of the account.
    public var emails: [Email]
    /// The address shown on the profile; independent of the list.
    public var publicEmail: String?
    /// When the account was opened.
    public var createdAt: Date
    /// The profile's description.
    public var bio: String?
    /// The profile's place.
    public var location: String?
    /// Whether the person set a display name; without one `/user` answers `"name": null`.
    public var showsName: Bool

    public init(
        id: Int64, login: String, emails: [Email] = [], publicEmail: String? = nil,
        createdAt: Date = Date(timeIntervalSince1970: 1_296_068_472), bio: String? = nil, location: String? = nil,
        showsName: Bool = true
    ) {
        self.id = id
        self.login = login
        self.emails = emails
        self.publicEmail = publicEmail
        self.createdAt = createdAt
        self.bio = bio
        self.location = location
        self.showsName = showsName
    }

    /// The address that GitHub gives to everybody who hides their own.
    public static func noReplyAddress(id: Int64, login: String) -> String {
        "\(id)+\(login)@users.noreply.github.com"
    }
}
