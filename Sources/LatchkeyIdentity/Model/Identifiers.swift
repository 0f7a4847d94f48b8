/// The id of a project. Accounts, providers and keys of different projects are isolated from each other.
public struct ProjectID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
    public var description: String { rawValue }

    /// The project that is created at the first start.
    public static let standard: Self = "default"

    /// Whether a text is a valid project id: 4 to 30 lower-case letters, digits and hyphens, beginning with a letter (Google's rule).
    public static func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (4...30).contains(bytes.count), let first = bytes.first, (0x61...0x7a).contains(first), bytes.last != 0x2d else {
            return false
        }
        return bytes.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }
}

/// The id of a tenant inside a project; empty for accounts of the project itself.
public struct TenantID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    public static let none: Self = ""
}

/// The namespace of an account: a project and a tenant in it. Addresses and identities are unique inside one realm.
public struct Realm: Hashable, Sendable {
    public let project: ProjectID
    public let tenant: TenantID

    public init(project: ProjectID, tenant: TenantID = .none) {
        self.project = project
        self.tenant = tenant
    }
}

/// The uid of an account (`localId` on the wire). It never changes, and is the same in all kinds of tokens.
public struct AccountID: RawRepresentable, Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
    public var description: String { rawValue }
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The length of a generated uid in characters.
    static let length = 28
    static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
}

/// The id of an identity provider, for example `github.com`. `password` and `anonymous` are sign-in methods without a provider.
public struct ProviderID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
    public var description: String { rawValue }

    public static let twitter: Self = "twitter.com"
    public static let github: Self = "github.com"
    /// X with OAuth 2.0. It names a configuration only; identities have the provider ``twitter``.
    public static let x: Self = "x.com"
    public static let google: Self = "google.com"
    public static let apple: Self = "apple.com"
    public static let microsoft: Self = "microsoft.com"
    public static let gitLab: Self = "gitlab.com"
    public static let password: Self = "password"
    /// An email link: a sign-in method, never an identity.
    public static let emailLink: Self = "emailLink"
    public static let phone: Self = "phone"
    /// A custom token of a back end.
    public static let custom: Self = "custom"
    public static let anonymous: Self = "anonymous"
    public static let passkey: Self = "passkey"
}

/// The id of a session.
public struct SessionID: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
