/// The body of `accounts:signInWithCode`, which is not Firebase's: a site exchanges the code that it got from the sign-in page.
public struct SignInWithCodeRequest: Codable, Equatable, Sendable {
    /// The `code` of the address to which the person returned.
    public var code: String?
    /// The text whose SHA-256 the site sent to the sign-in page (RFC 7636): 43 to 128 characters.
    public var codeVerifier: String?
    /// Clients always send true.
    public var returnSecureToken: Bool?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(code: String? = nil, codeVerifier: String? = nil, returnSecureToken: Bool? = nil, tenantId: String? = nil) {
        self.code = code
        self.codeVerifier = codeVerifier
        self.returnSecureToken = returnSecureToken
        self.tenantId = tenantId
    }
}

/// The answer to `accounts:signInWithCode`.
public struct SignInWithCodeReply: Codable, Equatable, Sendable {
    /// The uid of the account.
    public var localId: String?
    /// The address of the account, if it has one.
    public var email: String?
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// For how many seconds the ID token is good, as decimal text.
    public var expiresIn: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        localId: String? = nil, email: String? = nil, idToken: String? = nil, refreshToken: String? = nil, expiresIn: String? = nil
    ) {
        self.localId = localId
        self.email = email
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
    }
}
