/// The body of `accounts:signInWithCustomToken`.
public struct SignInWithCustomTokenRequest: Codable, Equatable, Sendable {
    /// The token that a back end signed.
    public var token: String?
    /// Clients always send true.
    public var returnSecureToken: Bool?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(token: String? = nil, returnSecureToken: Bool? = nil, tenantId: String? = nil) {
        self.token = token
        self.returnSecureToken = returnSecureToken
        self.tenantId = tenantId
    }
}

/// The answer to `accounts:signInWithCustomToken`; the uid is in the ID token only.
public struct SignInWithCustomTokenReply: Codable, Equatable, Sendable {
    /// The name of this kind of answer.
    public var kind: String?
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// For how many seconds the ID token is good, as decimal text.
    public var expiresIn: String?
    /// Whether the account was made by this call.
    public var isNewUser: Bool?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        kind: String? = "identitytoolkit#VerifyCustomTokenResponse", idToken: String? = nil, refreshToken: String? = nil,
        expiresIn: String? = nil, isNewUser: Bool? = nil
    ) {
        self.kind = kind
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.isNewUser = isNewUser
    }
}
