public import Foundation

/// The configuration of a SAML provider.
///
/// It is stored so that configuration tools work and the settings of a migrated project are kept. Sign-in with SAML is not supported.
public struct SAMLConfiguration: Sendable, Equatable {
    /// The project or the tenant that uses the provider.
    public let realm: Realm
    /// The provider id, which begins with `saml.`.
    public let id: ProviderID
    /// The name that administrators see in lists.
    public var displayName: String?
    /// Whether the provider is switched on. It has no effect on sign-ins.
    public var enabled: Bool
    /// The entity id of the provider.
    public var idpEntityID: String
    /// The URL of the provider's sign-in page.
    public var ssoURL: String
    /// The X.509 certificates in PEM form.
    public var certificates: [String]
    /// Whether authentication requests are signed (`signRequest` on the wire).
    public var signRequest: Bool
    /// The entity id of the project.
    public var spEntityID: String?
    /// The URL at which the project receives responses of the provider.
    public var callbackURI: String?
    /// The time of the last change.
    public var updatedAt: Date

    package static let maxCertificates = 10
    package static let maxCertificateBytes = 16_384
    package static let maxTextBytes = 2048

    /// Creates a configuration without a check of its values.
    public init(
        realm: Realm, id: ProviderID, displayName: String? = nil, enabled: Bool = false, idpEntityID: String, ssoURL: String,
        certificates: [String] = [], signRequest: Bool = false, spEntityID: String? = nil, callbackURI: String? = nil, updatedAt: Date
    ) {
        self.realm = realm
        self.id = id
        self.displayName = displayName
        self.enabled = enabled
        self.idpEntityID = idpEntityID
        self.ssoURL = ssoURL
        self.certificates = certificates
        self.signRequest = signRequest
        self.spEntityID = spEntityID
        self.callbackURI = callbackURI
        self.updatedAt = updatedAt
    }
}

extension ProviderID {
    /// The prefix of the ids of SAML providers.
    package static let samlPrefix = "saml."

    /// Whether this is a SAML provider. Sign-in with SAML is not supported.
    public var isSAML: Bool { rawValue.hasPrefix(Self.samlPrefix) }
}
