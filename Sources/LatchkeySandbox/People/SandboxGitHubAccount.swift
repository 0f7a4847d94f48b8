public import Foundation

/// A person's account at the mock GitHub.
public struct SandboxGitHubAccount: Sendable, Hashable {
    /// An email address of an account, as in `/user/emails`.
    public struct Email: Sendable, Hashable {
        /// The address.
        public var address: String
        /// Whether this is the primary address; true for at most one address of an account.
        public var isPrimary: Bool
        /// Whether the address is verified.
        public var isVerified: Bool
        /// The visibility: `public`, `private`, or `nil`.
        public var visibility: String?

        /// Creates an email address.
        public init(_ address: String, isPrimary: Bool = true, isVerified: Bool = true, visibility: String? = "private") {
            self.address = address
            self.isPrimary = isPrimary
            self.isVerified = isVerified
            self.visibility = visibility
        }
    }

    /// The numeric ID, which never changes.
    public let id: Int64
    /// The account's name: 1 to 39 letters, digits and single hyphens; it can be changed and reused.
    public var login: String
    /// All addresses of the account.
    public var emails: [Email]
    /// The address on the public profile; independent of the list.
    public var publicEmail: String?
    /// When the account was created.
    public var createdAt: Date
    /// The profile's description.
    public var bio: String?
    /// The profile's location.
    public var location: String?
    /// Whether the person has a display name; without one, `/user` returns `"name": null`.
    public var showsName: Bool

    /// Creates an account.
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

    /// Returns GitHub's no-reply address for users that hide their own.
    public static func noReplyAddress(id: Int64, login: String) -> String {
        "\(id)+\(login)@users.noreply.github.com"
    }
}
