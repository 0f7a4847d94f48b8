#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How a project would sign people in with a SAML provider.
///
/// It is kept, so that programs that configure projects work and nothing of a moved project is lost. Nobody signs in with it.
public struct SAMLConfiguration: Sendable, Equatable {
    public let realm: Realm
    /// Begins with `saml.`.
    public let id: ProviderID
    public var displayName: String?
    public var enabled: Bool
    /// How the provider calls itself.
    public var idpEntityID: String
    /// Where its sign-in page is.
    public var ssoURL: String
    /// X.509 certificates in PEM form.
    public var certificates: [String]
    public var signRequest: Bool
    /// How the project calls itself.
    public var spEntityID: String?
    public var callbackURI: String?
    public var updatedAt: Date

    public static let maxCertificates = 10
    public static let maxCertificateBytes = 16_384
    public static let maxTextBytes = 2048

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
    /// How the names of SAML providers begin.
    public static let samlPrefix = "saml."

    /// Whether this names a SAML provider. This server signs nobody in with one.
    public var isSAML: Bool { rawValue.hasPrefix(Self.samlPrefix) }
}
