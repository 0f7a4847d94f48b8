/// A member of an account that an update can delete (`deleteAttribute`).
///
/// Google's JSON mapping lets clients send a number in place of a name. Both are decoded; the name is encoded.
public struct AccountAttribute: NumberedName {
    /// The name on the wire.
    public let rawValue: String

    /// Creates a value from a name, which may be unknown.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// No attribute.
    public static let unspecified = Self(rawValue: "USER_ATTRIBUTE_NAME_UNSPECIFIED")
    /// The email address.
    public static let email = Self(rawValue: "EMAIL")
    /// The display name.
    public static let displayName = Self(rawValue: "DISPLAY_NAME")
    /// The identity providers.
    public static let provider = Self(rawValue: "PROVIDER")
    /// The URL of the photo.
    public static let photoURL = Self(rawValue: "PHOTO_URL")
    /// The password.
    public static let password = Self(rawValue: "PASSWORD")
    /// The provider's profile.
    public static let rawUserInfo = Self(rawValue: "RAW_USER_INFO")

    /// The names in the order of their numbers.
    public static let namesByNumber = [
        "USER_ATTRIBUTE_NAME_UNSPECIFIED", "EMAIL", "DISPLAY_NAME", "PROVIDER", "PHOTO_URL", "PASSWORD", "RAW_USER_INFO",
    ]
}
