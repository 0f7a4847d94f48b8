/// The request body of `accounts:signInWithCode`, which is not part of Firebase: a site exchanges the code from the sign-in page.
public struct SignInWithCodeRequest: Codable, Equatable, Sendable {
    /// The `code` in the URL to which the user returned.
    public var code: String?
    /// The code verifier (RFC 7636), 43 to 128 characters. The site sent its SHA-256 hash to the sign-in page.
    public var codeVerifier: String?
    /// Clients always send true.
    public var returnSecureToken: Bool?
    /// The tenant ID.
    public var tenantId: String?
}

/// The response of `accounts:signInWithCode`.
public struct SignInWithCodeReply: Codable, Equatable, Sendable {
    /// The uid of the account.
    public var localId: String?
    /// The email address of the account, if it has one.
    public var email: String?
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// The lifetime of the ID token in seconds, as decimal text.
    public var expiresIn: String?

    package init(
        localId: String? = nil, email: String? = nil, idToken: String? = nil, refreshToken: String? = nil, expiresIn: String? = nil
    ) {
        self.localId = localId
        self.email = email
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
    }
}
