/// The request body of the token endpoint (`POST /v1/token`): JSON with camelCase names, or a form with snake_case names.
///
/// ``WireDecoder`` accepts both spellings in both encodings.
public struct TokenRequest: Codable, Equatable, Sendable {
    /// `refresh_token`.
    public var grantType: String?
    /// The refresh token of the session.
    public var refreshToken: String?

    package init(grantType: String? = "refresh_token", refreshToken: String? = nil) {
        self.grantType = grantType
        self.refreshToken = refreshToken
    }
}

/// The response of the token endpoint, the only one with snake_case names.
public struct TokenReply: Codable, Equatable, Sendable {
    /// The same token as `idToken`, in the member that the Apple client reads.
    public var accessToken: String?
    /// The lifetime of the ID token in seconds, as decimal text.
    public var expiresIn: String?
    /// Always `Bearer`.
    public var tokenType: String? = "Bearer"
    /// The new refresh token.
    public var refreshToken: String?
    /// The new ID token.
    public var idToken: String?
    /// The uid.
    public var userId: String?
    /// The project's number, as text.
    public var projectId: String?

    package init(
        accessToken: String? = nil, expiresIn: String? = nil, refreshToken: String? = nil, idToken: String? = nil, userId: String? = nil,
        projectId: String? = nil
    ) {
        self.accessToken = accessToken
        self.expiresIn = expiresIn
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
