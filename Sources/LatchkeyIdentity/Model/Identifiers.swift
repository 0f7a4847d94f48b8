/// The id of a project. Accounts, providers and keys of different projects are isolated from each other.
public struct ProjectID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The text of the id, as in paths and in the `aud` of ID tokens.
    public let rawValue: String
    /// Creates an id from any text. Projects are created with valid ids only.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates an id from a literal.
    public init(stringLiteral value: String) { rawValue = value }
    /// The text of the id.
    public var description: String { rawValue }

    /// The project that is created at the first start.
    public static let standard: Self = "default"

    /// Whether a text is a valid project id: 4 to 30 lower-case letters, digits and hyphens, beginning with a letter (Google's rule).
    package static func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (4...30).contains(bytes.count), let first = bytes.first, (0x61...0x7a).contains(first), bytes.last != 0x2d else {
            return false
        }
        return bytes.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }
}

/// The id of a tenant inside a project; empty for accounts of the project itself.
public struct TenantID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The text of the id (`tenantId` on the wire); empty for ``none``.
    public let rawValue: String
    /// Creates an id from any text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates an id from a literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The project itself, outside of its tenants.
    public static let none: Self = ""
}

/// The namespace of an account: a project and a tenant in it. Addresses and identities are unique inside one realm.
public struct Realm: Hashable, Sendable {
    /// The project whose settings and keys apply.
    public let project: ProjectID
    /// The tenant in the project; ``TenantID/none`` for accounts of the project itself.
    public let tenant: TenantID

    /// Creates the realm of a project, or of one of its tenants.
    public init(project: ProjectID, tenant: TenantID = .none) {
        self.project = project
        self.tenant = tenant
    }
}

/// The uid of an account (`localId` on the wire). It never changes, and is the same in all kinds of tokens.
public struct AccountID: RawRepresentable, Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The text of the uid: at most 128 characters.
    public let rawValue: String
    /// Creates a uid from any text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a uid from a literal.
    public init(stringLiteral value: String) { rawValue = value }
    /// The text of the uid.
    public var description: String { rawValue }
    /// Whether the left uid sorts before the right one: the order of texts in Swift.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The length of a generated uid in characters.
    static let length = 28
    static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
}

/// The id of an identity provider, for example `github.com`. `password` and `anonymous` are sign-in methods without a provider.
public struct ProviderID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The text of the id (`providerId` on the wire).
    public let rawValue: String
    /// Creates an id from any text. The provider may be unknown.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates an id from a literal.
    public init(stringLiteral value: String) { rawValue = value }
    /// The text of the id.
    public var description: String { rawValue }

    /// Twitter.
    public static let twitter: Self = "twitter.com"
    /// GitHub, or a GitHub Enterprise server.
    public static let github: Self = "github.com"
    /// X with OAuth 2.0. It names a configuration only; identities have the provider ``twitter``.
    public static let x: Self = "x.com"
    /// Google.
    public static let google: Self = "google.com"
    /// Sign in with Apple.
    public static let apple: Self = "apple.com"
    /// Microsoft accounts and directories.
    public static let microsoft: Self = "microsoft.com"
    /// GitLab.com, or a GitLab server.
    public static let gitLab: Self = "gitlab.com"
    /// An email address with a password.
    public static let password: Self = "password"
    /// An email link: a sign-in method, never an identity.
    public static let emailLink: Self = "emailLink"
    /// A phone number with a code.
    public static let phone: Self = "phone"
    /// A custom token of a back end.
    public static let custom: Self = "custom"
    /// An account without a sign-in method.
    public static let anonymous: Self = "anonymous"
    /// A passkey (WebAuthn).
    public static let passkey: Self = "passkey"
}

/// The id of a session.
public struct SessionID: RawRepresentable, Hashable, Sendable {
    /// The text of the id. It identifies the session in lists and in the audit log, and is no secret.
    public let rawValue: String
    /// Creates an id from any text.
    public init(rawValue: String) { self.rawValue = rawValue }
}
