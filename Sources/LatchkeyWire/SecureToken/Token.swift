/// The body of the token endpoint (`POST /v1/token`): JSON with camelCase names, or a form with snake_case ones.
///
/// ``WireDecoder`` reads both spellings in both encodings.
public struct TokenRequest: Codable, Equatable, Sendable {
    /// `refresh_token`.
    public var grantType: String?
    /// The refresh token of the session.
    public var refreshToken: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        grantType: String? = "refresh_token", refreshToken: String? = nil
    ) {
        self.grantType = grantType
        self.refreshToken = refreshToken
    }
}

/// The answer of the token endpoint, the only one with snake_case names.
public struct TokenReply: Codable, Equatable, Sendable {
    /// The same token as `idToken`; Apple's client reads it here.
    public var accessToken: String?
    /// For how many seconds the ID token is good, as decimal text.
    public var expiresIn: String?
    /// Always `Bearer`.
    public var tokenType: String?
    /// The refresh token to use from now on.
    public var refreshToken: String?
    /// The new ID token.
    public var idToken: String?
    /// The uid.
    public var userId: String?
    /// The project's number, as text.
    public var projectId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        accessToken: String? = nil, expiresIn: String? = nil, tokenType: String? = "Bearer",
        refreshToken: String? = nil, idToken: String? = nil, userId: String? = nil, projectId: String? = nil
    ) {
        self.accessToken = accessToken
        self.expiresIn = expiresIn
        self.tokenType = tokenType
        self.refreshToken = refreshToken
        self.idToken = idToken
        self.userId = userId
        self.projectId = projectId
    }

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case expiresIn = "expires_in"
        case tokenType = "token_type"
        case refreshToken = "refresh_token"
        case idToken = "id_token"
        case userId = "user_id"
        case projectId = "project_id"
    }
}
