public import LatchkeySecrets

/// The tokens that a user granted, for OAuth 1.0a or OAuth 2.0.
public struct ProviderTokens: Sendable, Equatable {
    /// The access token.
    public var accessToken: Secret<String>
    /// The access token's secret; `nil` for OAuth 2.0.
    public var tokenSecret: Secret<String>?
    /// The granted scopes; empty for OAuth 1.0a.
    public var scopes: [String]
    /// The lifetime of the access token in seconds; `nil` when it does not expire.
    public var expiresInSeconds: Int?

    /// Creates a set of tokens.
    public init(
        accessToken: Secret<String>, tokenSecret: Secret<String>? = nil, scopes: [String] = [], expiresInSeconds: Int? = nil
    ) {
        self.accessToken = accessToken
        self.tokenSecret = tokenSecret
        self.scopes = scopes
        self.expiresInSeconds = expiresInSeconds
    }
}

/// Tokens and the profile of their user, both verified with the provider for this application.
public struct ProviderGrant: Sendable, Equatable {
    /// The tokens.
    public var tokens: ProviderTokens
    /// The user's profile.
    public var profile: ProviderProfile

    /// Creates a grant from its parts.
    public init(tokens: ProviderTokens, profile: ProviderProfile) {
        self.tokens = tokens
        self.profile = profile
    }
}
