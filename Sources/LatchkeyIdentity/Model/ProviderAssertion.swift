public import LatchkeySecrets

/// What a provider said about a person, checked with the provider and for our own client.
public struct ProviderAssertion: Sendable, Equatable {
    public var key: IdentityKey
    /// The configuration by which the person came; another than the identity's provider where one provider has two protocols.
    public var configuredAs: ProviderID
    /// Absent when the person shares none: an e-mail is never required.
    public var email: EmailAddress?
    /// The address as the provider wrote it, for answers that repeat it, such as an emulator's for SAML providers.
    public var writtenEmail: String?
    public var addressVerifiedByProvider: Bool
    /// Whether the provider itself gives out addresses like this one, or keeps checking them. Where it does not, its word is about the
    /// past, and the address may have another holder by now: then not even a trusted provider's word takes an account over.
    public var providerHoldsAddress: Bool
    public var displayName: String?
    public var screenName: String?
    public var photoURL: String?
    /// The provider's profile as JSON text.
    public var rawUserInfo: String
    /// The further attributes of a SAML response, as the JSON text of an object; ID tokens contain them as `sign_in_attributes`.
    public var signInAttributes: String?
    public var tokens: ProviderTokens

    public init(
        key: IdentityKey, configuredAs: ProviderID? = nil, email: EmailAddress? = nil, addressVerifiedByProvider: Bool = false,
        providerHoldsAddress: Bool = true, displayName: String? = nil,
        screenName: String? = nil, photoURL: String? = nil, rawUserInfo: String = "{}",
        signInAttributes: String? = nil, tokens: ProviderTokens
    ) {
        self.key = key
        self.configuredAs = configuredAs ?? key.provider
        self.email = email
        self.addressVerifiedByProvider = addressVerifiedByProvider
        self.providerHoldsAddress = providerHoldsAddress
        self.displayName = displayName
        self.screenName = screenName
        self.photoURL = photoURL
        self.rawUserInfo = rawUserInfo
        self.signInAttributes = signInAttributes
        self.tokens = tokens
    }
}

/// What the provider lets the app do in the person's name; handed on to the app and kept only while a flow is open.
public struct ProviderTokens: Sendable, Equatable {
    /// Absent where an ID token alone was brought.
    public var accessToken: Secret<String>?
    /// OAuth 1.0a only.
    public var tokenSecret: Secret<String>?
    /// OpenID Connect only.
    public var idToken: Secret<String>?
    /// The raw nonce that belongs to the ID token: who shows the token again has to show this too.
    public var nonce: Secret<String>?
    public var scopes: [String]
    public var expiresInSeconds: Int?
    /// What blocking functions get in place of ``accessToken``, where that carries more than the provider's token.
    public var forwardedAccessToken: Secret<String>?

    public init(
        accessToken: Secret<String>? = nil, tokenSecret: Secret<String>? = nil, idToken: Secret<String>? = nil,
        nonce: Secret<String>? = nil, scopes: [String] = [], expiresInSeconds: Int? = nil
    ) {
        self.accessToken = accessToken
        self.tokenSecret = tokenSecret
        self.idToken = idToken
        self.nonce = nonce
        self.scopes = scopes
        self.expiresInSeconds = expiresInSeconds
    }
}
