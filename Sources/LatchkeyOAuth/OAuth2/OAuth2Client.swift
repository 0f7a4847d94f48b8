public import LatchkeySecrets

/// The application as an OAuth 2.0 provider knows it.
public struct OAuth2Client: Sendable, Equatable {
    /// Public; stands in the authorization URL.
    public var id: String
    /// `nil` for a public client, which has none.
    public var secret: Secret<String>?

    /// The pair as the provider's settings page shows it.
    public init(id: String, secret: Secret<String>?) {
        self.id = id
        self.secret = secret
    }

    /// How a client shows at the token endpoint who it is (RFC 6749, section 2.3.1).
    public enum Authentication: String, Sendable, CaseIterable {
        /// As `client_id` and `client_secret` in the form.
        case form = "post"
        /// As HTTP Basic, with id and secret escaped first.
        case basic
        /// As `client_id` in the form, without the secret: PKCE is the proof.
        case identifierOnly = "none"
    }
}
