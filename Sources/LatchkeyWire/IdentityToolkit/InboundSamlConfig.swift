/// The configuration of a SAML provider in a project (`inboundSamlConfigs`).
public struct InboundSamlConfig: Codable, Equatable, Sendable {
    /// `projects/{project}/inboundSamlConfigs/{id}`.
    public var name: String?
    /// The display name for sign-in pages.
    public var displayName: String?
    /// Whether users can sign in with the provider.
    public var enabled: Bool?
    /// The SAML identity provider.
    public var idpConfig: SamlIdpConfig?
    /// The service provider that represents the project.
    public var spConfig: SamlSpConfig?

    package init(
        name: String? = nil, displayName: String? = nil, enabled: Bool? = nil, idpConfig: SamlIdpConfig? = nil,
        spConfig: SamlSpConfig? = nil
    ) {
        self.name = name
        self.displayName = displayName
        self.enabled = enabled
        self.idpConfig = idpConfig
        self.spConfig = spConfig
    }
}

/// A SAML provider.
public struct SamlIdpConfig: Codable, Equatable, Sendable {
    /// The entity ID of the provider.
    public var idpEntityId: String?
    /// The URL of the sign-in page.
    public var ssoUrl: String?
    /// The certificates for the signatures of responses.
    public var idpCertificates: [SamlCertificate]?
    /// Whether requests must be signed.
    public var signRequest: Bool?

    package init(idpEntityId: String? = nil, ssoUrl: String? = nil, idpCertificates: [SamlCertificate]? = nil, signRequest: Bool? = nil) {
        self.idpEntityId = idpEntityId
        self.ssoUrl = ssoUrl
        self.idpCertificates = idpCertificates
        self.signRequest = signRequest
    }
}

/// A certificate.
public struct SamlCertificate: Codable, Equatable, Sendable {
    /// The certificate as PEM text.
    public var x509Certificate: String?

    package init(x509Certificate: String? = nil) {
        self.x509Certificate = x509Certificate
    }
}

/// The service provider that represents a project to a SAML provider.
public struct SamlSpConfig: Codable, Equatable, Sendable {
    /// The entity ID of the project.
    public var spEntityId: String?
    /// The URL to which the provider sends its responses.
    public var callbackUri: String?
    /// The certificates of the project; never present.
    public var spCertificates: [SamlCertificate]?

    package init(spEntityId: String? = nil, callbackUri: String? = nil) {
        self.spEntityId = spEntityId
        self.callbackUri = callbackUri
    }
}

/// A page of `inboundSamlConfigs`.
public struct InboundSamlConfigList: Codable, Equatable, Sendable {
    /// The configurations in the order of their IDs.
    public var inboundSamlConfigs: [InboundSamlConfig]?
    /// The token for the next page; absent on the last page.
    public var nextPageToken: String?

    package init(inboundSamlConfigs: [InboundSamlConfig]? = nil, nextPageToken: String? = nil) {
        self.inboundSamlConfigs = inboundSamlConfigs
        self.nextPageToken = nextPageToken
    }
}

/// The response to a deletion: `{}`.
public struct ConfigEmptyReply: Codable, Equatable, Sendable {
    /// Creates the response.
    public init() {}
}
