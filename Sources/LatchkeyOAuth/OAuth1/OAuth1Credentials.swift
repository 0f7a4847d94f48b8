public import LatchkeySecrets

/// The application's credentials at the provider (RFC 5849's client credentials; Twitter's API key and secret).
public struct OAuth1Consumer: Sendable, Equatable {
    /// Sent with every request as `oauth_consumer_key`.
    public var key: String
    /// The secret that signs every request; it is never sent.
    public var secret: Secret<String>

    /// Creates a consumer from the pair on the provider's settings page.
    public init(key: String, secret: Secret<String>) {
        self.key = key
        self.secret = secret
    }
}

/// A request token (temporary credentials) or an access token (token credentials), with its secret.
public struct OAuth1Token: Sendable, Equatable {
    /// Sent as `oauth_token`.
    public var token: String
    /// The secret that the provider issued with the token; it is never sent and signs together with the consumer's secret.
    public var secret: Secret<String>

    /// Creates a token from the pair that the provider issued.
    public init(token: String, secret: Secret<String>) {
        self.token = token
        self.secret = secret
    }
}

extension OAuth1Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    // An access token is half of a credential, so logs must contain neither the token nor its secret.
    /// A placeholder without the token and its secret.
    public var description: String { "OAuth1Token(<secret>)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The key material for a signature.
public enum OAuth1SigningKey: Sendable {
    /// The two shared secrets, for HMAC and PLAINTEXT; `token` is `nil` while there is no token yet.
    case sharedSecrets(consumer: Secret<String>, token: Secret<String>?)
    /// The application's RSA key; the token's secret is not used.
    case rsa(OAuth1RSAPrivateKey)
}
