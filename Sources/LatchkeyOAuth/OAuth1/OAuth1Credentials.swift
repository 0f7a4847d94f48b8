public import LatchkeySecrets

/// The application as the provider knows it (RFC 5849's client credentials; Twitter's API key and secret).
public struct OAuth1Consumer: Sendable, Equatable {
    /// Sent with every request as `oauth_consumer_key`.
    public var key: String
    /// Never sent; signs every request.
    public var secret: Secret<String>

    /// The pair as the provider's settings page shows it.
    public init(key: String, secret: Secret<String>) {
        self.key = key
        self.secret = secret
    }
}

/// A request token (temporary credentials) or an access token (token credentials), with its secret.
public struct OAuth1Token: Sendable, Equatable {
    /// Sent as `oauth_token`.
    public var token: String
    /// Never sent after the provider gave it out; signs together with the consumer's secret.
    public var secret: Secret<String>

    /// The pair as the provider gave it out.
    public init(token: String, secret: Secret<String>) {
        self.token = token
        self.secret = secret
    }
}

extension OAuth1Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    // An access token is half of a credential, so it stays out of logs as its secret does.
    public var description: String { "OAuth1Token(<secret>)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What a signature is made with.
public enum OAuth1SigningKey: Sendable {
    /// The two shared secrets, for HMAC and PLAINTEXT; `token` is `nil` while there is no token yet.
    case sharedSecrets(consumer: Secret<String>, token: Secret<String>?)
    /// The application's RSA key; the token's secret plays no part.
    case rsa(OAuth1RSAPrivateKey)
}
