/// What one provider says about an account's person.
public struct ProviderUserInfo: Codable, Equatable, Sendable {
    /// The provider, for example `twitter.com`, `password` or `phone`.
    public var providerId: String?
    /// The provider's own id of the person, where the JavaScript client looks.
    public var rawId: String?
    /// The same id where Apple's client looks.
    public var federatedId: String?
    /// The address that the provider told.
    public var email: String?
    /// The name to show.
    public var displayName: String?
    /// The picture to show.
    public var photoUrl: String?
    /// A phone number in E.164 form.
    public var phoneNumber: String?
    /// The name at the provider.
    public var screenName: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        providerId: String? = nil, rawId: String? = nil, federatedId: String? = nil, email: String? = nil,
        displayName: String? = nil, photoUrl: String? = nil, phoneNumber: String? = nil, screenName: String? = nil
    ) {
        self.providerId = providerId
        self.rawId = rawId
        self.federatedId = federatedId
        self.email = email
        self.displayName = displayName
        self.photoUrl = photoUrl
        self.phoneNumber = phoneNumber
        self.screenName = screenName
    }
}
