/// A member of an account that an update can empty (`deleteAttribute`).
///
/// Google's JSON mapping lets a client send the number of the value in place of its name; both are read, the name is written.
public struct AccountAttribute: RawRepresentable, Hashable, Sendable, Codable {
    /// The name on the wire.
    public let rawValue: String

    /// Takes a name, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// No attribute.
    public static let unspecified = Self(rawValue: "USER_ATTRIBUTE_NAME_UNSPECIFIED")
    /// The address.
    public static let email = Self(rawValue: "EMAIL")
    /// The name to show.
    public static let displayName = Self(rawValue: "DISPLAY_NAME")
    /// The identity providers.
    public static let provider = Self(rawValue: "PROVIDER")
    /// The picture to show.
    public static let photoURL = Self(rawValue: "PHOTO_URL")
    /// The password.
    public static let password = Self(rawValue: "PASSWORD")
    /// The provider's profile.
    public static let rawUserInfo = Self(rawValue: "RAW_USER_INFO")

    private static let byNumber: [Self] = [
        .unspecified, .email, .displayName, .provider, .photoURL, .password, .rawUserInfo,
    ]

    /// Reads a name or a number.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        if let number = Int(text), Self.byNumber.indices.contains(number) {
            self = Self.byNumber[number]
        } else {
            self.init(rawValue: text)
        }
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
