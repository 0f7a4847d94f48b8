/// The configuration of an OpenID Connect provider in a project (`oauthIdpConfigs`).
public struct OAuthIdpConfig: Codable, Equatable, Sendable {
    /// `projects/{project}/oauthIdpConfigs/{id}`.
    public var name: String?
    /// The client ID at the provider.
    public var clientId: String?
    /// The issuer, exactly as in the provider's configuration document.
    public var issuer: String?
    /// The display name for sign-in pages.
    public var displayName: String?
    /// Whether users can sign in with the provider.
    public var enabled: Bool?
    /// The secret. It can be set but is never returned.
    public var clientSecret: String?
    /// The response type.
    public var responseType: OAuthResponseType?

    package init(
        name: String? = nil, clientId: String? = nil, issuer: String? = nil, displayName: String? = nil, enabled: Bool? = nil,
        responseType: OAuthResponseType? = nil
    ) {
        self.name = name
        self.clientId = clientId
        self.issuer = issuer
        self.displayName = displayName
        self.enabled = enabled
        self.responseType = responseType
    }
}

/// The response type of an OpenID Connect provider: one of the two.
public struct OAuthResponseType: Codable, Equatable, Sendable {
    /// An ID token.
    public var idToken: Bool?
    /// A code, which the server exchanges for tokens.
    public var code: Bool?

    package init(idToken: Bool? = nil, code: Bool? = nil) {
        self.idToken = idToken
        self.code = code
    }
}

/// A page of `oauthIdpConfigs`.
public struct OAuthIdpConfigList: Codable, Equatable, Sendable {
    /// The configurations in the order of their IDs.
    public var oauthIdpConfigs: [OAuthIdpConfig]?
    /// The token for the next page; absent on the last page.
    public var nextPageToken: String?

    package init(oauthIdpConfigs: [OAuthIdpConfig]? = nil, nextPageToken: String? = nil) {
        self.oauthIdpConfigs = oauthIdpConfigs
        self.nextPageToken = nextPageToken
    }
}
