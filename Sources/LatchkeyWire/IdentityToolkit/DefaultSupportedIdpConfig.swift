/// A provider of Google's own list that a project has configured (`defaultSupportedIdpConfigs`).
public struct DefaultSupportedIdpConfig: Codable, Equatable, Sendable {
    /// `projects/{project}/defaultSupportedIdpConfigs/{id}`.
    public var name: String?
    /// Whether people can sign in with it.
    public var enabled: Bool?
    /// Consumer key or client id.
    public var clientId: String?
    /// The secret; it is taken, and never given back.
    public var clientSecret: String?
    /// What only apple.com has.
    public var appleSignInConfig: AppleSignInConfig?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        name: String? = nil, enabled: Bool? = nil, clientId: String? = nil, clientSecret: String? = nil,
        appleSignInConfig: AppleSignInConfig? = nil
    ) {
        self.name = name
        self.enabled = enabled
        self.clientId = clientId
        self.clientSecret = clientSecret
        self.appleSignInConfig = appleSignInConfig
    }
}

/// What only apple.com has.
public struct AppleSignInConfig: Codable, Equatable, Sendable {
    /// The key that signs the client's secret.
    public var codeFlowConfig: AppleCodeFlowConfig?
    /// Apps whose ID tokens are accepted.
    public var bundleIds: [String]?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        codeFlowConfig: AppleCodeFlowConfig? = nil, bundleIds: [String]? = nil
    ) {
        self.codeFlowConfig = codeFlowConfig
        self.bundleIds = bundleIds
    }
}

/// The key that signs the client's secret at apple.com.
public struct AppleCodeFlowConfig: Codable, Equatable, Sendable {
    /// The developer team.
    public var teamId: String?
    /// The id of its key.
    public var keyId: String?
    /// The key as PEM text; it is taken, and never given back.
    public var privateKey: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        teamId: String? = nil, keyId: String? = nil, privateKey: String? = nil
    ) {
        self.teamId = teamId
        self.keyId = keyId
        self.privateKey = privateKey
    }
}

/// A page of `defaultSupportedIdpConfigs`.
public struct DefaultSupportedIdpConfigList: Codable, Equatable, Sendable {
    /// In the order of their ids.
    public var defaultSupportedIdpConfigs: [DefaultSupportedIdpConfig]?
    /// Where the next page begins; absent after the last.
    public var nextPageToken: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        defaultSupportedIdpConfigs: [DefaultSupportedIdpConfig]? = nil, nextPageToken: String? = nil
    ) {
        self.defaultSupportedIdpConfigs = defaultSupportedIdpConfigs
        self.nextPageToken = nextPageToken
    }
}

/// A provider that needs no more than a client id and a secret.
public struct DefaultSupportedIdp: Codable, Equatable, Sendable {
    /// Its id, for example `twitter.com`.
    public var idpId: String?
    /// How people call it.
    public var description: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        idpId: String? = nil, description: String? = nil
    ) {
        self.idpId = idpId
        self.description = description
    }
}

/// The answer to `defaultSupportedIdps`.
public struct DefaultSupportedIdpList: Codable, Equatable, Sendable {
    /// All of them.
    public var defaultSupportedIdps: [DefaultSupportedIdp]?
    /// Always absent.
    public var nextPageToken: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        defaultSupportedIdps: [DefaultSupportedIdp]? = nil, nextPageToken: String? = nil
    ) {
        self.defaultSupportedIdps = defaultSupportedIdps
        self.nextPageToken = nextPageToken
    }
}
