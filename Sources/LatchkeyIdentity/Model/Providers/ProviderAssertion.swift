public import LatchkeySecrets

/// The verified statement of a provider about a user, issued for this server's client.
public struct ProviderAssertion: Sendable, Equatable {
    public var key: IdentityKey
    /// The configuration that was used. It differs from the identity's provider if a provider supports two protocols.
    public var configuredAs: ProviderID
    /// The address; `nil` if the user shares none. An email address is never required.
    public var email: EmailAddress?
    /// The address as the provider wrote it, for responses that repeat it, such as an emulator's for SAML providers.
    public var writtenEmail: String?
    public var addressVerifiedByProvider: Bool
    /// Whether the provider assigns addresses like this one, or keeps verifying them. Otherwise its statement is about the past, and the
    /// address may have another holder by now: then even a trusted provider's statement does not take an account over.
    public var providerHoldsAddress: Bool
    public var displayName: String?
    public var screenName: String?
    public var photoURL: String?
    /// The provider's profile as JSON text.
    public var rawUserInfo: String
    /// The additional attributes of a SAML response, as the JSON text of an object; ID tokens contain them as `sign_in_attributes`.
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

/// The provider's tokens for access on the user's behalf. They are passed on to the app, and stored only while a flow is open.
public struct ProviderTokens: Sendable, Equatable {
    /// The access token; `nil` if the client presented only an ID token.
    public var accessToken: Secret<String>?
    /// OAuth 1.0a only.
    public var tokenSecret: Secret<String>?
    /// OpenID Connect only.
    public var idToken: Secret<String>?
    /// The raw nonce of the ID token, which has to be presented again together with the token.
    public var nonce: Secret<String>?
    public var scopes: [String]
    public var expiresInSeconds: Int?
    /// The token that blocking functions get instead of ``accessToken``, if that contains more than the provider's token.
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
