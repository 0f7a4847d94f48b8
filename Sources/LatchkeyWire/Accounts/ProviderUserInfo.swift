/// The data of one provider about the account holder.
public struct ProviderUserInfo: Codable, Equatable, Sendable {
    /// The provider, for example `twitter.com`, `password` or `phone`.
    public var providerId: String?
    /// The user's ID at the provider, in the member that the JavaScript client reads.
    public var rawId: String?
    /// The same ID, in the member that the Apple client reads.
    public var federatedId: String?
    /// The email address from the provider.
    public var email: String?
    /// The display name.
    public var displayName: String?
    /// The URL of the photo.
    public var photoUrl: String?
    /// A phone number in E.164 form.
    public var phoneNumber: String?
    /// The user name at the provider.
    public var screenName: String?

    package init(
        providerId: String? = nil, rawId: String? = nil, federatedId: String? = nil, email: String? = nil, displayName: String? = nil,
        photoUrl: String? = nil, phoneNumber: String? = nil, screenName: String? = nil
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
