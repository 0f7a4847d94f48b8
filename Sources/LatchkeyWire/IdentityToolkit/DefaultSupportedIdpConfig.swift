/// The configuration of a default-supported provider in a project (`defaultSupportedIdpConfigs`).
public struct DefaultSupportedIdpConfig: Codable, Equatable, Sendable {
    /// `projects/{project}/defaultSupportedIdpConfigs/{id}`.
    public var name: String?
    /// Whether users can sign in with the provider.
    public var enabled: Bool?
    /// The consumer key or client ID.
    public var clientId: String?
    /// The secret. It can be set but is never returned.
    public var clientSecret: String?
    /// The settings that only apple.com has.
    public var appleSignInConfig: AppleSignInConfig?

    package init(name: String? = nil, enabled: Bool? = nil, clientId: String? = nil, appleSignInConfig: AppleSignInConfig? = nil) {
        self.name = name
        self.enabled = enabled
        self.clientId = clientId
        self.appleSignInConfig = appleSignInConfig
    }
}

/// The settings that only apple.com has.
public struct AppleSignInConfig: Codable, Equatable, Sendable {
    /// The key that signs the client secret.
    public var codeFlowConfig: AppleCodeFlowConfig?
    /// The bundle IDs of the apps with accepted ID tokens.
    public var bundleIds: [String]?

    package init(codeFlowConfig: AppleCodeFlowConfig? = nil, bundleIds: [String]? = nil) {
        self.codeFlowConfig = codeFlowConfig
        self.bundleIds = bundleIds
    }
}

/// The key that signs the client secret for apple.com.
public struct AppleCodeFlowConfig: Codable, Equatable, Sendable {
    /// The ID of the developer team.
    public var teamId: String?
    /// The ID of the key.
    public var keyId: String?
    /// The key as PEM text. It can be set but is never returned.
    public var privateKey: String?

    package init(teamId: String? = nil, keyId: String? = nil) {
        self.teamId = teamId
        self.keyId = keyId
    }
}

/// A page of `defaultSupportedIdpConfigs`.
public struct DefaultSupportedIdpConfigList: Codable, Equatable, Sendable {
    /// The configurations in the order of their IDs.
    public var defaultSupportedIdpConfigs: [DefaultSupportedIdpConfig]?
    /// The token for the next page; absent on the last page.
    public var nextPageToken: String?

    package init(defaultSupportedIdpConfigs: [DefaultSupportedIdpConfig]? = nil, nextPageToken: String? = nil) {
        self.defaultSupportedIdpConfigs = defaultSupportedIdpConfigs
        self.nextPageToken = nextPageToken
    }
}

/// A provider that only requires a client ID and a secret.
public struct DefaultSupportedIdp: Codable, Equatable, Sendable {
    /// The ID, for example `twitter.com`.
    public var idpId: String?
    /// The display name.
    public var description: String?

    package init(idpId: String? = nil, description: String? = nil) {
        self.idpId = idpId
        self.description = description
    }
}

/// The response of `defaultSupportedIdps`.
public struct DefaultSupportedIdpList: Codable, Equatable, Sendable {
    /// All default-supported providers.
    public var defaultSupportedIdps: [DefaultSupportedIdp]?
    /// Always absent.
    public var nextPageToken: String?

    package init(defaultSupportedIdps: [DefaultSupportedIdp]? = nil) {
        self.defaultSupportedIdps = defaultSupportedIdps
    }
}
