/// A user's profile at a provider.
public struct ProviderProfile: Sendable, Equatable, Codable {
    /// The provider's user ID, which never changes; digits at Twitter and GitHub, stored as text because they exceed 53 bits.
    public var rawID: String
    /// The display name that the user chose.
    public var displayName: String?
    /// The name in the provider's URLs; it can change and can be reused by another user.
    public var username: String?
    /// The URL of the user's profile picture.
    public var photoURL: String?
    /// The email address; optional at every provider.
    public var email: String?
    /// Whether the provider reports that it verified the address; whether to trust the provider is a separate decision.
    public var addressVerifiedByProvider: Bool
    /// The provider's JSON object, byte for byte.
    public var rawUserInfo: String

    /// Creates a profile from its parts.
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
