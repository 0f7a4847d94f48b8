/// An OpenID provider that a project has configured (`oauthIdpConfigs`).
public struct OAuthIdpConfig: Codable, Equatable, Sendable {
    /// `projects/{project}/oauthIdpConfigs/{id}`.
    public var name: String?
    /// The client id at the provider.
    public var clientId: String?
    /// The issuer, exactly as its own configuration document writes it.
    public var issuer: String?
    /// How pages may call it.
    public var displayName: String?
    /// Whether people can sign in with it.
    public var enabled: Bool?
    /// The secret; it is taken, and never given back.
    public var clientSecret: String?
    /// What comes back from the provider.
    public var responseType: OAuthResponseType?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        name: String? = nil, clientId: String? = nil, issuer: String? = nil, displayName: String? = nil, enabled: Bool? = nil,
        clientSecret: String? = nil, responseType: OAuthResponseType? = nil
    ) {
        self.name = name
        self.clientId = clientId
        self.issuer = issuer
        self.displayName = displayName
        self.enabled = enabled
        self.clientSecret = clientSecret
        self.responseType = responseType
    }
}

/// What comes back from an OpenID provider: one of the two.
public struct OAuthResponseType: Codable, Equatable, Sendable {
    /// The ID token itself.
    public var idToken: Bool?
    /// A code, which the server exchanges.
    public var code: Bool?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        idToken: Bool? = nil, code: Bool? = nil
    ) {
        self.idToken = idToken
        self.code = code
    }
}

/// A page of `oauthIdpConfigs`.
public struct OAuthIdpConfigList: Codable, Equatable, Sendable {
    /// In the order of their ids.
    public var oauthIdpConfigs: [OAuthIdpConfig]?
    /// Where the next page begins; absent after the last.
    public var nextPageToken: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        oauthIdpConfigs: [OAuthIdpConfig]? = nil, nextPageToken: String? = nil
    ) {
        self.oauthIdpConfigs = oauthIdpConfigs
        self.nextPageToken = nextPageToken
    }
}
