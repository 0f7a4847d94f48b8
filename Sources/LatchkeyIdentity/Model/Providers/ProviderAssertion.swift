package import LatchkeySecrets

/// The verified statement of a provider about a user, issued for this server's client.
package struct ProviderAssertion: Sendable, Equatable {
    package var key: IdentityKey
    /// The configuration that was used. It differs from the identity's provider if a provider supports two protocols.
    package var configuredAs: ProviderID
    /// The address; `nil` if the user shares none. An email address is never required.
    package var email: EmailAddress?
    /// The address as the provider wrote it, for responses that repeat it, such as an emulator's for SAML providers.
    package var writtenEmail: String?
    package var addressVerifiedByProvider: Bool
    /// Whether the provider assigns addresses like this one, or keeps verifying them. Otherwise its statement is about the past, and the
    /// address may have another holder by now: then even a trusted provider's statement does not take an account over.
    package var providerHoldsAddress: Bool
    package var displayName: String?
    package var screenName: String?
    package var photoURL: String?
    /// The provider's profile as JSON text.
    package var rawUserInfo: String
    /// The additional attributes of a SAML response, as the JSON text of an object; ID tokens contain them as `sign_in_attributes`.
    package var signInAttributes: String?
    package var tokens: ProviderTokens

    package init(
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
package struct ProviderTokens: Sendable, Equatable {
    /// The access token; `nil` if the client presented only an ID token.
    package var accessToken: Secret<String>?
    /// OAuth 1.0a only.
    package var tokenSecret: Secret<String>?
    /// OpenID Connect only.
    package var idToken: Secret<String>?
    /// The raw nonce of the ID token, which has to be presented again together with the token.
    package var nonce: Secret<String>?
    package var scopes: [String]
    package var expiresInSeconds: Int?
    /// The token that blocking functions get instead of ``accessToken``, if that contains more than the provider's token.
    package var forwardedAccessToken: Secret<String>?

    package init(
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
