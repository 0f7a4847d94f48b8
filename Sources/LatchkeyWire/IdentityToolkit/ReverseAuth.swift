/// The body of `accounts:reverseAuth`, which is Latchkey's own: what a device's system needs to get a token for the project's application.
public struct ReverseAuthRequest: Codable, Equatable, Sendable {
    /// The provider, `twitter.com`.
    public var providerId: String?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(providerId: String? = nil, tenantId: String? = nil) {
        self.providerId = providerId
        self.tenantId = tenantId
    }
}

/// The answer to `accounts:reverseAuth`.
public struct ReverseAuthReply: Codable, Equatable, Sendable {
    /// The text that goes to the provider as `x_reverse_auth_parameters`; good for some minutes and once.
    public var oauth: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(oauth: String? = nil) {
        self.oauth = oauth
    }
}
