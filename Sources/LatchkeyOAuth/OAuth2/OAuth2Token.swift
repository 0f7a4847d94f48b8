public import LatchkeySecrets

/// What a token endpoint gives (RFC 6749, section 5.1).
public struct OAuth2Token: Sendable, Equatable {
    /// Sent as `Authorization: Bearer`.
    public var accessToken: Secret<String>
    /// `bearer` with every provider that we know; in lower case.
    public var tokenType: String
    /// What the person really granted, which may be less than was asked for.
    public var scopes: [String]
    /// How long the access token lives; `nil` when it does not expire or the provider does not say.
    public var expiresInSeconds: Int?
    /// Gets the next access token; `nil` when the provider gives none.
    public var refreshToken: Secret<String>?
    /// Who the person is, in OpenID Connect; to be verified before it is believed.
    public var idToken: Secret<String>?

    /// A token with its parts.
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

    /// Throws ``OAuthError`` with code ``OAuthError/Code/missingScope`` unless every one of these scopes was granted.
    public func require(scopes required: [String]) throws {
        let missing = required.filter { !scopes.contains($0) }
        guard missing.isEmpty else {
            throw OAuthError(
                .missingScope, detail: "not granted: \(missing.joined(separator: " "))", hint: OAuthError.Code.missingScope.hint)
        }
    }
}
