public import Foundation

/// The sign-in configuration of one provider, for a project or a tenant.
public struct ProviderConfiguration: Sendable, Equatable {
    /// The project that uses the provider.
    public let project: ProjectID
    /// The tenant that uses the provider; ``TenantID/none`` for the project itself.
    public let tenant: TenantID
    /// The provider, for example `github.com` or `oidc.example`.
    public let provider: ProviderID
    /// Whether users can sign in with the provider.
    public var enabled: Bool
    /// The consumer key or client id.
    public var clientID: String
    /// The sealed consumer secret or client secret.
    public var sealedSecret: SealedSecret
    /// The origin of the provider's API, for example `https://api.twitter.com`.
    public var apiOrigin: String
    /// The origin of the provider's web pages; equals `apiOrigin` if the provider has only one.
    public var webOrigin: String
    /// The scopes to request when an app names none.
    public var scopes: [String]
    /// Whether an address that this provider verified may take over an account of the same address.
    public var trustedForTakeover: Bool
    /// OpenID Connect: the issuer, byte for byte as in its discovery document; `nil` for providers without one.
    public var issuer: String?
    /// OpenID Connect: additional client ids for which ID tokens are accepted, for example those of native apps.
    public var acceptedClientIDs: [String]
    /// The settings that only this kind of provider has.
    public var parameters: [ProviderParameter: String]
    /// The time of the last change.
    public var updatedAt: Date

    /// Creates a configuration without a check of its values.
    public init(
        project: ProjectID, tenant: TenantID = .none, provider: ProviderID, enabled: Bool, clientID: String, sealedSecret: SealedSecret,
        apiOrigin: String, webOrigin: String, scopes: [String] = [], trustedForTakeover: Bool = false, issuer: String? = nil,
        acceptedClientIDs: [String] = [],
        parameters: [ProviderParameter: String] = [:], updatedAt: Date
    ) {
        self.project = project
        self.tenant = tenant
        self.provider = provider
        self.enabled = enabled
        self.clientID = clientID
        self.sealedSecret = sealedSecret
        self.apiOrigin = apiOrigin
        self.webOrigin = webOrigin
        self.scopes = scopes
        self.trustedForTakeover = trustedForTakeover
        self.issuer = issuer
        self.acceptedClientIDs = acceptedClientIDs
        self.parameters = parameters
        self.updatedAt = updatedAt
    }

    /// Returns the sealing context of the secret of a configuration.
    package static func sealingContext(project: ProjectID, tenant: TenantID = .none, provider: ProviderID) -> SealingContext {
        let row = tenant == .none ? provider.rawValue : tenant.rawValue + "/" + provider.rawValue
        return SealingContext(project: project, table: "provider_configuration", row: row, column: "sealed_secret")
    }
}

/// The name of a setting that only one kind of provider has.
public struct ProviderParameter: RawRepresentable, Hashable, Sendable {
    /// The name in the store and in the command's options, for example `public-client`.
    public let rawValue: String
    /// Creates a parameter from a name, which may be unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// OpenID Connect: `code` (the default), or `id_token`, with which the provider posts the ID token to the callback.
    package static let responseType = Self(rawValue: "response-type")
    /// OpenID Connect: the client authentication at the token endpoint, `basic`, `post` or `none`. Defaults to the provider's metadata.
    package static let tokenAuthentication = Self(rawValue: "token-auth")
    /// Microsoft: the directory's id, or `common`, `organizations` or `consumers`.
    package static let tenant = Self(rawValue: "tenant")
    /// Apple: the id of the developer team that signs the client secret.
    package static let teamID = Self(rawValue: "team-id")
    /// Apple: the id of that key.
    package static let keyID = Self(rawValue: "key-id")
    /// The name of the provider in sign-in pages.
    package static let displayName = Self(rawValue: "display-name")
    /// `true` for a client without a secret, for which PKCE or the token's audience is sufficient.
    package static let publicClient = Self(rawValue: "public-client")
}

extension ProviderConfiguration {
    /// The project and the tenant that use the provider.
    public var realm: Realm { Realm(project: project, tenant: tenant) }

    /// The provider in identity keys. X has two protocols, which share the users and their ids.
    public var identityProvider: ProviderID { provider.identityProvider }

    /// The origin in identity keys: the issuer if there is one, otherwise the API's origin.
    public var identityOrigin: String {
        if let issuer { return issuer }
        return identityProvider == .twitter && apiOrigin == "https://api.x.com" ? "https://api.twitter.com" : apiOrigin
    }

    /// Whether the provider regards this server as a public client, which has no secret (RFC 6749, section 2.1).
    public var isPublicClient: Bool { parameters[.publicClient] == "true" }
}

extension ProviderID {
    /// The provider in the keys of this provider's identities.
    public var identityProvider: ProviderID { self == .x ? .twitter : self }

    /// Whether this is a custom OpenID provider, for example `oidc.example`.
    public var isGenericOpenID: Bool { rawValue.hasPrefix(Self.genericOpenIDPrefix) }

    /// The prefix of the ids of custom OpenID providers.
    package static let genericOpenIDPrefix = "oidc."
}
