/// The response of `GET projects` (`getProjectConfig`): the configuration of a project that is visible to clients.
public struct ProjectConfigReply: Codable, Equatable, Sendable {
    /// The project's number, as text.
    public var projectId: String?
    /// The authorized domains for sign-ins.
    public var authorizedDomains: [String]?
    /// An API key of the project; for administrators only.
    public var apiKey: String?
    /// Whether password accounts are enabled; for administrators only.
    public var allowPasswordUser: Bool?
    /// Whether anonymous accounts are enabled; for administrators only.
    public var enableAnonymousUser: Bool?
    /// Whether emails are sent; for administrators only.
    public var useEmailSending: Bool?
    /// Obsolete; from dynamic links.
    public var dynamicLinksDomain: String?
    /// The identity providers; for administrators only.
    public var idpConfig: [IdpConfig]?

    package init(projectId: String? = nil, authorizedDomains: [String]? = nil) {
        self.projectId = projectId
        self.authorizedDomains = authorizedDomains
    }
}

/// An identity provider in the configuration of a project.
public struct IdpConfig: Codable, Equatable, Sendable {
    /// The provider ID.
    public var provider: String?
    /// Whether the provider is enabled.
    public var enabled: Bool?
    /// The client ID, never its secret.
    public var clientId: String?
}
