/// How somebody signed in, by the numbers of Simple Login.
public struct FAProvider: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let invalid = Self(rawValue: -1)
    public static let password = Self(rawValue: 1)
    public static let facebook = Self(rawValue: 2)
    public static let twitter = Self(rawValue: 3)
    public static let anonymous = Self(rawValue: 4)
    public static let google = Self(rawValue: 5)

    /// `invalid` for a provider that Simple Login had no number for, such as GitHub.
    init(name: String) {
        switch name {
        case "password": self = .password
        case "facebook": self = .facebook
        case "twitter": self = .twitter
        case "anonymous": self = .anonymous
        case "google": self = .google
        default: self = .invalid
        }
    }

    /// The number, as Swift 1 imported it.
    public var value: Int32 { rawValue }
}

// The names in C.
public let FAProviderInvalid = FAProvider.invalid
public let FAProviderPassword = FAProvider.password
public let FAProviderFacebook = FAProvider.facebook
public let FAProviderTwitter = FAProvider.twitter
public let FAProviderAnonymous = FAProvider.anonymous
public let FAProviderGoogle = FAProvider.google
