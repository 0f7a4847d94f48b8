public import LatchkeyIdentity
public import LatchkeyOAuth
import LatchkeyWeb

/// The location of an OpenID provider's metadata, and the issuer that the metadata must contain.
public struct OpenIDPlace: Sendable, Equatable {
    /// The URL of the metadata document.
    public let metadataURL: String
    /// The required issuer; `nil` for a document that covers several issuers.
    public let expectedIssuer: String?
    /// Further accepted names of the same issuer.
    public let otherIssuers: Set<String>

    /// - Returns: `nil` for a configuration without an issuer.
    public init?(_ configuration: ProviderConfiguration) {
        guard let issuer = configuration.issuer else { return nil }
        let settings = ProviderKind.named(configuration.provider)?.settings
        otherIssuers = settings?.issuer == .standard(issuer) ? settings?.otherIssuers ?? [] : []
        guard configuration.provider == .microsoft else {
            metadataURL = OpenIDMetadata.url(ofIssuer: issuer)
            expectedIssuer = issuer
            return
        }
        let tenant = configuration.parameters[.tenant] ?? MicrosoftTenant.standard
        metadataURL = OpenIDMetadata.url(ofIssuer: "\(issuer)/\(tenant)/v2.0")
        expectedIssuer = MicrosoftTenant.isSeveral(tenant) ? nil : "\(issuer)/\(tenant)/v2.0"
    }

    /// Parses the metadata document.
    ///
    /// - Throws: `OAuthError`.
    public func metadata(_ body: [UInt8]) throws -> OpenIDMetadata {
        for other in otherIssuers {
            if let metadata = try? metadata(body, of: other) { return metadata }
        }
        return try metadata(body, of: expectedIssuer)
    }

    private func metadata(_ body: [UInt8], of issuer: String?) throws -> OpenIDMetadata {
        try OpenIDMetadata(body, issuer: issuer, from: metadataURL, isOwnNetwork: AddressRange.isOwnNetwork(ofURL:))
    }
}
