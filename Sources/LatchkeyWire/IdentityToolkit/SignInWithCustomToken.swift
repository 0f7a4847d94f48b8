/// The request body of `accounts:signInWithCustomToken`.
public struct SignInWithCustomTokenRequest: Codable, Equatable, Sendable {
    /// The token that a backend signed.
    public var token: String?
    /// Clients always send true.
    public var returnSecureToken: Bool?
    /// The tenant ID.
    public var tenantId: String?

    package init(token: String? = nil, returnSecureToken: Bool? = nil, tenantId: String? = nil) {
        self.token = token
        self.returnSecureToken = returnSecureToken
        self.tenantId = tenantId
    }
}

/// The response of `accounts:signInWithCustomToken`. The uid is only in the ID token.
public struct SignInWithCustomTokenReply: Codable, Equatable, Sendable {
    /// The kind of this response.
    public var kind: String? = "identitytoolkit#VerifyCustomTokenResponse"
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// The lifetime of the ID token in seconds, as decimal text.
    public var expiresIn: String?
    /// Whether this call created the account.
    public var isNewUser: Bool?

    package init(idToken: String? = nil, refreshToken: String? = nil, expiresIn: String? = nil, isNewUser: Bool? = nil) {
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.isNewUser = isNewUser
    }
}
