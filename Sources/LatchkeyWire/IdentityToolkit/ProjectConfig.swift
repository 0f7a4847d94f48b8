/// The answer to `GET projects` (`getProjectConfig`): what a client may know about its project.
public struct ProjectConfigReply: Codable, Equatable, Sendable {
    /// The project's number, as text.
    public var projectId: String?
    /// The domains that may start and receive a sign-in.
    public var authorizedDomains: [String]?
    /// A key of the project; for administrators only.
    public var apiKey: String?
    /// Whether password accounts are on; for administrators only.
    public var allowPasswordUser: Bool?
    /// Whether anonymous accounts are on; for administrators only.
    public var enableAnonymousUser: Bool?
    /// Whether mails are sent; for administrators only.
    public var useEmailSending: Bool?
    /// A leftover of dynamic links.
    public var dynamicLinksDomain: String?
    /// The identity providers; for administrators only.
    public var idpConfig: [IdpConfig]?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        projectId: String? = nil, authorizedDomains: [String]? = nil, apiKey: String? = nil,
        allowPasswordUser: Bool? = nil, enableAnonymousUser: Bool? = nil, useEmailSending: Bool? = nil,
        dynamicLinksDomain: String? = nil, idpConfig: [IdpConfig]? = nil
    ) {
        self.projectId = projectId
        self.authorizedDomains = authorizedDomains
        self.apiKey = apiKey
        self.allowPasswordUser = allowPasswordUser
        self.enableAnonymousUser = enableAnonymousUser
        self.useEmailSending = useEmailSending
        self.dynamicLinksDomain = dynamicLinksDomain
        self.idpConfig = idpConfig
    }
}

/// One identity provider inside the project's configuration.
public struct IdpConfig: Codable, Equatable, Sendable {
    /// The provider.
    public var provider: String?
    /// Whether it is on.
    public var enabled: Bool?
    /// The client id, never its secret.
    public var clientId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        provider: String? = nil, enabled: Bool? = nil, clientId: String? = nil
    ) {
        self.provider = provider
        self.enabled = enabled
        self.clientId = clientId
    }
}
