/// The request body of `accounts:reverseAuth`, which is specific to Latchkey: the parameters with which a device's operating system gets a
/// token for the project's application.
public struct ReverseAuthRequest: Codable, Equatable, Sendable {
    /// The provider, `twitter.com`.
    public var providerId: String?
    /// The tenant ID.
    public var tenantId: String?

    package init(providerId: String? = nil, tenantId: String? = nil) {
        self.providerId = providerId
        self.tenantId = tenantId
    }
}

/// The response of `accounts:reverseAuth`.
public struct ReverseAuthReply: Codable, Equatable, Sendable {
    /// The value of `x_reverse_auth_parameters` for the provider. It can be used once, within some minutes.
    public var oauth: String?

    package init(oauth: String? = nil) {
        self.oauth = oauth
    }
}
