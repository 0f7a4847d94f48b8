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

    /// - Returns: `nil` for a configuration without an issuer or of an unknown provider.
    public init?(_ configuration: ProviderConfiguration) {
        guard let issuer = configuration.issuer else { return nil }
        guard let settings = ProviderKind.named(configuration.provider)?.settings else { return nil }
        otherIssuers = settings.issuer == .standard(issuer) ? settings.otherIssuers : []
        (metadataURL, expectedIssuer) = settings.discovery(issuer, configuration)
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
