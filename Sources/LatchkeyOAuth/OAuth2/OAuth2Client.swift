public import LatchkeySecrets

/// The application's credentials at an OAuth 2.0 provider.
public struct OAuth2Client: Sendable, Equatable {
    /// The client ID; public, part of the authorization URL.
    public var id: String
    /// The client secret; `nil` for a public client.
    public var secret: Secret<String>?

    /// Creates a client from the pair on the provider's settings page.
    public init(id: String, secret: Secret<String>?) {
        self.id = id
        self.secret = secret
    }

    /// How a client authenticates at the token endpoint (RFC 6749, section 2.3.1).
    public enum Authentication: String, Sendable, CaseIterable {
        /// As `client_id` and `client_secret` in the form.
        case form = "post"
        /// As HTTP Basic, with the ID and secret escaped first.
        case basic
        /// As `client_id` in the form, without the secret; PKCE protects the exchange.
        case identifierOnly = "none"
    }
}
