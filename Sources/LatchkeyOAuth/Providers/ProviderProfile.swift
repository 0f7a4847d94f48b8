/// A provider's view of a person.
public struct ProviderProfile: Sendable, Equatable, Codable {
    /// The provider's id, which never changes; digits with Twitter and GitHub, as text because they exceed 53 bits.
    public var rawID: String
    /// The name that the person gives themselves.
    public var displayName: String?
    /// The name in the provider's URLs; it may change and may pass to somebody else.
    public var username: String?
    /// Where the person's picture is.
    public var photoURL: String?
    /// The address; optional with every provider.
    public var email: String?
    /// Whether the provider says that it checked the address; this does not say whether the provider is to be trusted with it.
    public var addressVerifiedByProvider: Bool
    /// The provider's JSON object, byte for byte.
    public var rawUserInfo: String

    /// A profile with its parts.
    public init(
        rawID: String, displayName: String? = nil, username: String? = nil, photoURL: String? = nil, email: String? = nil,
        addressVerifiedByProvider: Bool = false, rawUserInfo: String = "{}"
    ) {
        self.rawID = rawID
        self.displayName = displayName
        self.username = username
        self.photoURL = photoURL
        self.email = email
        self.addressVerifiedByProvider = addressVerifiedByProvider
        self.rawUserInfo = rawUserInfo
    }
}
