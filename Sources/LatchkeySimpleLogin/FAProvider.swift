/// The provider of a sign-in, with the numbers of Simple Login.
public struct FAProvider: RawRepresentable, Hashable, Sendable {
    /// The number of the provider.
    public let rawValue: Int32
    /// Creates a provider from its number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// A provider that has no number in Simple Login, such as GitHub.
    public static let invalid = Self(rawValue: -1)
    /// An email address and a password.
    public static let password = Self(rawValue: 1)
    /// Facebook.
    public static let facebook = Self(rawValue: 2)
    /// Twitter.
    public static let twitter = Self(rawValue: 3)
    /// An anonymous account.
    public static let anonymous = Self(rawValue: 4)
    /// Google.
    public static let google = Self(rawValue: 5)

    /// Creates a provider from its name. Names without a number in Simple Login, such as GitHub, become `invalid`.
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

    /// The number, under the name that Swift 1 imported.
    public var value: Int32 { rawValue }
}

// The names of the C header.
/// The C name of ``FAProvider/invalid``.
public let FAProviderInvalid = FAProvider.invalid
/// The C name of ``FAProvider/password``.
public let FAProviderPassword = FAProvider.password
/// The C name of ``FAProvider/facebook``.
public let FAProviderFacebook = FAProvider.facebook
/// The C name of ``FAProvider/twitter``.
public let FAProviderTwitter = FAProvider.twitter
/// The C name of ``FAProvider/anonymous``.
public let FAProviderAnonymous = FAProvider.anonymous
/// The C name of ``FAProvider/google``.
public let FAProviderGoogle = FAProvider.google
