/// The body of `accounts:requestProvider`, which is Latchkey's own: a `GET` that the server signs, because apps have no consumer secret.
public struct RequestProviderRequest: Codable, Equatable, Sendable {
    /// Who asks.
    public var idToken: String?
    /// The provider, `twitter.com`.
    public var providerId: String?
    /// The path at the provider, with a query or without.
    public var path: String?
    /// The person's access token.
    public var accessToken: String?
    /// Its secret.
    public var oauthTokenSecret: String?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        idToken: String? = nil, providerId: String? = nil, path: String? = nil, accessToken: String? = nil,
        oauthTokenSecret: String? = nil, tenantId: String? = nil
    ) {
        self.idToken = idToken
        self.providerId = providerId
        self.path = path
        self.accessToken = accessToken
        self.oauthTokenSecret = oauthTokenSecret
        self.tenantId = tenantId
    }
}

/// The answer to `accounts:requestProvider`: what the provider said, whatever it was.
public struct RequestProviderReply: Codable, Equatable, Sendable {
    /// The provider's status.
    public var status: Int?
    /// Its `Content-Type`.
    public var contentType: String?
    /// Its body as text.
    public var body: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(status: Int? = nil, contentType: String? = nil, body: String? = nil) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }
}
