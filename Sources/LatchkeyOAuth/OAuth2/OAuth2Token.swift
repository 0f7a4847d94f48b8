public import LatchkeySecrets

/// The response of a token endpoint (RFC 6749, section 5.1).
public struct OAuth2Token: Sendable, Equatable {
    /// The access token, sent as `Authorization: Bearer`.
    public var accessToken: Secret<String>
    /// The token type in lower case; `bearer` for all known providers.
    public var tokenType: String
    /// The scopes that the user granted, which may be fewer than requested.
    public var scopes: [String]
    /// The lifetime of the access token in seconds; `nil` when it does not expire or the provider does not specify it.
    public var expiresInSeconds: Int?
    /// The token for getting the next access token; `nil` when the provider issues none.
    public var refreshToken: Secret<String>?
    /// The user's identity in OpenID Connect; verify it before use.
    public var idToken: Secret<String>?

    /// Creates a token from its parts.
    public init(
        accessToken: Secret<String>, tokenType: String = "bearer", scopes: [String] = [], expiresInSeconds: Int? = nil,
        refreshToken: Secret<String>? = nil, idToken: Secret<String>? = nil
    ) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.scopes = scopes
        self.expiresInSeconds = expiresInSeconds
        self.refreshToken = refreshToken
        self.idToken = idToken
    }

    /// Throws ``OAuthError`` with code ``OAuthError/Code/missingScope`` unless all of these scopes were granted.
    public func require(scopes required: [String]) throws {
        let missing = required.filter { !scopes.contains($0) }
        guard missing.isEmpty else {
            throw OAuthError(
                .missingScope, detail: "not granted: \(missing.joined(separator: " "))", hint: OAuthError.Code.missingScope.hint)
        }
    }
}
