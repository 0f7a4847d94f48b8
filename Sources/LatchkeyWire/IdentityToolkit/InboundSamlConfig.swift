/// A SAML provider that a project has configured (`inboundSamlConfigs`).
public struct InboundSamlConfig: Codable, Equatable, Sendable {
    /// `projects/{project}/inboundSamlConfigs/{id}`.
    public var name: String?
    /// How pages may call it.
    public var displayName: String?
    /// Whether people are to sign in with it.
    public var enabled: Bool?
    /// The provider.
    public var idpConfig: SamlIdpConfig?
    /// The project.
    public var spConfig: SamlSpConfig?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
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
    /// How it calls itself.
    public var idpEntityId: String?
    /// Where its sign-in page is.
    public var ssoUrl: String?
    /// What its answers are signed with.
    public var idpCertificates: [SamlCertificate]?
    /// Whether requests are to be signed.
    public var signRequest: Bool?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        idpEntityId: String? = nil, ssoUrl: String? = nil, idpCertificates: [SamlCertificate]? = nil, signRequest: Bool? = nil
    ) {
        self.idpEntityId = idpEntityId
        self.ssoUrl = ssoUrl
        self.idpCertificates = idpCertificates
        self.signRequest = signRequest
    }
}

/// A certificate.
public struct SamlCertificate: Codable, Equatable, Sendable {
    /// PEM text.
    public var x509Certificate: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        x509Certificate: String? = nil
    ) {
        self.x509Certificate = x509Certificate
    }
}

/// How a project appears to a SAML provider.
public struct SamlSpConfig: Codable, Equatable, Sendable {
    /// How the project calls itself.
    public var spEntityId: String?
    /// Where the provider sends its answers.
    public var callbackUri: String?
    /// The project's own; never present here.
    public var spCertificates: [SamlCertificate]?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        spEntityId: String? = nil, callbackUri: String? = nil, spCertificates: [SamlCertificate]? = nil
    ) {
        self.spEntityId = spEntityId
        self.callbackUri = callbackUri
        self.spCertificates = spCertificates
    }
}

/// A page of `inboundSamlConfigs`.
public struct InboundSamlConfigList: Codable, Equatable, Sendable {
    /// In the order of their ids.
    public var inboundSamlConfigs: [InboundSamlConfig]?
    /// Where the next page begins; absent after the last.
    public var nextPageToken: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        inboundSamlConfigs: [InboundSamlConfig]? = nil, nextPageToken: String? = nil
    ) {
        self.inboundSamlConfigs = inboundSamlConfigs
        self.nextPageToken = nextPageToken
    }
}

/// The answer to a removal: `{}`.
public struct ConfigEmptyReply: Codable, Equatable, Sendable {
    /// Makes it.
    public init() {}
}
