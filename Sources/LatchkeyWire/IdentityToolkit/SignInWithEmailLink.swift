/// The request body of `accounts:signInWithEmailLink`.
public struct SignInWithEmailLinkRequest: Codable, Equatable, Sendable {
    /// The email address to which the link was sent.
    public var email: String?
    /// The code of the link.
    public var oobCode: String?
    /// The ID token of an account to which the sign-in method is added.
    public var idToken: String?
    /// Clients always send true.
    public var returnSecureToken: Bool?
    /// The tenant ID.
    public var tenantId: String?

    package init(
        email: String? = nil, oobCode: String? = nil, idToken: String? = nil, returnSecureToken: Bool? = nil, tenantId: String? = nil
    ) {
        self.email = email
        self.oobCode = oobCode
        self.idToken = idToken
        self.returnSecureToken = returnSecureToken
        self.tenantId = tenantId
    }
}

/// The response of `accounts:signInWithEmailLink`.
public struct SignInWithEmailLinkReply: Codable, Equatable, Sendable {
    /// The kind of this response.
    public var kind: String? = "identitytoolkit#EmailLinkSigninResponse"
    /// The email address.
    public var email: String?
    /// The uid.
    public var localId: String?
    /// Whether this call created the account.
    public var isNewUser: Bool?
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// The lifetime of the ID token in seconds, as decimal text.
    public var expiresIn: String?
    /// The pending credential for a sign-in with a second factor. Clients check whether the member is present.
    public var mfaPendingCredential: String?
    /// The available second factors.
    public var mfaInfo: [MfaEnrollment]?

    package init(
        email: String? = nil, localId: String? = nil, isNewUser: Bool? = nil, idToken: String? = nil, refreshToken: String? = nil,
        expiresIn: String? = nil, mfaPendingCredential: String? = nil, mfaInfo: [MfaEnrollment]? = nil
    ) {
        self.email = email
        self.localId = localId
        self.isNewUser = isNewUser
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.mfaPendingCredential = mfaPendingCredential
        self.mfaInfo = mfaInfo
    }
}
