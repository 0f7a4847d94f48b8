/// The request body of `accounts:requestProvider`, which is specific to Latchkey: a `GET` request that the server signs, because apps have
/// no consumer secret.
public struct RequestProviderRequest: Codable, Equatable, Sendable {
    /// The ID token of the user.
    public var idToken: String?
    /// The provider, `twitter.com`.
    public var providerId: String?
    /// The path at the provider, with an optional query.
    public var path: String?
    /// The access token of the user.
    public var accessToken: String?
    /// The secret of the access token.
    public var oauthTokenSecret: String?
    /// The tenant ID.
    public var tenantId: String?

    package init(
        idToken: String? = nil, providerId: String? = nil, path: String? = nil, accessToken: String? = nil, oauthTokenSecret: String? = nil,
        tenantId: String? = nil
    ) {
        self.idToken = idToken
        self.providerId = providerId
        self.path = path
        self.accessToken = accessToken
        self.oauthTokenSecret = oauthTokenSecret
        self.tenantId = tenantId
    }
}

/// The response of `accounts:requestProvider`, which contains the provider's response regardless of its status.
public struct RequestProviderReply: Codable, Equatable, Sendable {
    /// The HTTP status of the provider.
    public var status: Int?
    /// The `Content-Type` of the provider's response.
    public var contentType: String?
    /// The body of the provider's response as text.
    public var body: String?

    package init(status: Int? = nil, contentType: String? = nil, body: String? = nil) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }
}
