public import LatchkeySecrets

/// The tokens of a person's agreement, of either generation of OAuth.
public struct ProviderTokens: Sendable, Equatable {
    /// The access token.
    public var accessToken: Secret<String>
    /// The access token's secret; `nil` with OAuth 2.0.
    public var tokenSecret: Secret<String>?
    /// What was granted; empty with OAuth 1.0a.
    public var scopes: [String]
    /// How long the access token lives; `nil` when it does not expire.
    public var expiresInSeconds: Int?

    /// Tokens with what is known about them.
    public init(
        accessToken: Secret<String>, tokenSecret: Secret<String>? = nil, scopes: [String] = [], expiresInSeconds: Int? = nil
    ) {
        self.accessToken = accessToken
        self.tokenSecret = tokenSecret
        self.scopes = scopes
        self.expiresInSeconds = expiresInSeconds
    }
}

/// Tokens and whose they are, both checked with the provider for our application.
public struct ProviderGrant: Sendable, Equatable {
    /// The tokens.
    public var tokens: ProviderTokens
    /// The person.
    public var profile: ProviderProfile

    /// A grant with its parts.
    public init(tokens: ProviderTokens, profile: ProviderProfile) {
        self.tokens = tokens
        self.profile = profile
    }
}
