/// Names a project: an island of accounts, providers and keys that knows nothing of its neighbours.
public struct ProjectID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
    public var description: String { rawValue }

    /// The project that the first start creates.
    public static let standard: Self = "default"

    /// Whether a text may name a project: 4 to 30 lower-case letters, digits and hyphens, a letter first (Google's own rule).
    public static func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (4...30).contains(bytes.count), let first = bytes.first, (0x61...0x7a).contains(first), bytes.last != 0x2d else {
            return false
        }
        return bytes.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }
}

/// Names a tenant inside a project; empty for accounts that belong to the project itself.
public struct TenantID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    public static let none: Self = ""
}

/// Where an account lives: a project and a tenant in it. Addresses and identities are unique inside one realm.
public struct Realm: Hashable, Sendable {
    public let project: ProjectID
    public let tenant: TenantID

    public init(project: ProjectID, tenant: TenantID = .none) {
        self.project = project
        self.tenant = tenant
    }
}

/// An account's uid (`localId` on the wire): the same for its whole life, in every kind of token.
public struct AccountID: RawRepresentable, Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
    public var description: String { rawValue }
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Characters in a uid that we make.
    static let length = 28
    static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
}

/// Names an identity provider, for example `github.com`; `password` and `anonymous` name ways to sign in without one.
public struct ProviderID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
    public var description: String { rawValue }

    public static let twitter: Self = "twitter.com"
    public static let github: Self = "github.com"
    /// X by OAuth 2.0: names a configuration only; identities of its people are those of ``twitter``.
    public static let x: Self = "x.com"
    public static let google: Self = "google.com"
    public static let apple: Self = "apple.com"
    public static let microsoft: Self = "microsoft.com"
    public static let gitLab: Self = "gitlab.com"
    public static let password: Self = "password"
    /// A link that was sent to the account's address; a way to sign in, never an identity.
    public static let emailLink: Self = "emailLink"
    public static let phone: Self = "phone"
    /// A back end's word, in a custom token.
    public static let custom: Self = "custom"
    public static let anonymous: Self = "anonymous"
    public static let passkey: Self = "passkey"
}

/// Names one session: a device that stays signed in.
public struct SessionID: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
