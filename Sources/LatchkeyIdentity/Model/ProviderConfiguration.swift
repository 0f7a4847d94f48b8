#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How a project, or a tenant of it, signs people in with one provider.
public struct ProviderConfiguration: Sendable, Equatable {
    public let project: ProjectID
    public let tenant: TenantID
    public let provider: ProviderID
    public var enabled: Bool
    /// Consumer key or client id.
    public var clientID: String
    /// Consumer secret or client secret, sealed.
    public var sealedSecret: SealedSecret
    /// Where the provider's programming interface lives, for example `https://api.twitter.com`.
    public var apiOrigin: String
    /// Where its pages live; the same as `apiOrigin` where the provider knows no difference.
    public var webOrigin: String
    /// Scopes to ask for when an app names none.
    public var scopes: [String]
    /// Whether an address that this provider vouches for may take over an account of the same address.
    public var trustedForTakeover: Bool
    /// OpenID Connect: the issuer as its own discovery document writes it, byte for byte; absent for providers that are no issuers.
    public var issuer: String?
    /// OpenID Connect: further client ids whose ID tokens are accepted, for example those of native apps.
    public var acceptedClientIDs: [String]
    /// What only this kind of provider needs, by ``ProviderParameter``.
    public var parameters: [ProviderParameter: String]
    public var updatedAt: Date

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

    /// The part of a sealed secret's address that says which secret this is.
    public static func sealingContext(project: ProjectID, tenant: TenantID = .none, provider: ProviderID) -> SealingContext {
        let row = tenant == .none ? provider.rawValue : tenant.rawValue + "/" + provider.rawValue
        return SealingContext(project: project, table: "provider_configuration", row: row, column: "sealed_secret")
    }
}

/// Names a setting that only one kind of provider has.
public struct ProviderParameter: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// OpenID Connect: `code` (as without it) or `id_token`, by which the provider posts the ID token to the callback.
    public static let responseType = Self(rawValue: "response-type")
    /// OpenID Connect: how the client shows its secret at the token endpoint, `basic`, `post` or `none`; as the provider says when absent.
    public static let tokenAuthentication = Self(rawValue: "token-auth")
    /// Microsoft: the directory's id, or `common`, `organizations` or `consumers`.
    public static let tenant = Self(rawValue: "tenant")
    /// Apple: the developer team, whose key signs the client's secret.
    public static let teamID = Self(rawValue: "team-id")
    /// Apple: the id of that key.
    public static let keyID = Self(rawValue: "key-id")
    /// How pages call the provider.
    public static let displayName = Self(rawValue: "display-name")
    /// `true` for a client that has no secret, because PKCE or the token's audience is proof enough.
    public static let publicClient = Self(rawValue: "public-client")
}

extension ProviderConfiguration {
    public var realm: Realm { Realm(project: project, tenant: tenant) }

    /// The provider whose name identities carry. X has two protocols, which know the same people by the same ids.
    public var identityProvider: ProviderID { provider.identityProvider }

    /// The origin that identities carry: the issuer where there is one, else that of the programming interface.
    public var identityOrigin: String {
        if let issuer { return issuer }
        return identityProvider == .twitter && apiOrigin == "https://api.x.com" ? "https://api.twitter.com" : apiOrigin
    }

    /// Whether the client has no secret.
    public var isPublicClient: Bool { parameters[.publicClient] == "true" }
}

extension ProviderID {
    /// The name that identities of this provider carry.
    public var identityProvider: ProviderID { self == .x ? .twitter : self }

    /// Whether this names an OpenID provider of an operator's own choice, for example `oidc.example`.
    public var isGenericOpenID: Bool { rawValue.hasPrefix(Self.genericOpenIDPrefix) }

    /// How such names begin.
    public static let genericOpenIDPrefix = "oidc."
}
