/// The body of `accounts:signInWithEmailLink`.
public struct SignInWithEmailLinkRequest: Codable, Equatable, Sendable {
    /// The address to which the link was sent.
    public var email: String?
    /// The code of the link.
    public var oobCode: String?
    /// A session, to add the way in to its account.
    public var idToken: String?
    /// Clients send true.
    public var returnSecureToken: Bool?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        email: String? = nil, oobCode: String? = nil, idToken: String? = nil, returnSecureToken: Bool? = nil,
        tenantId: String? = nil
    ) {
        self.email = email
        self.oobCode = oobCode
        self.idToken = idToken
        self.returnSecureToken = returnSecureToken
        self.tenantId = tenantId
    }
}

/// The answer to `accounts:signInWithEmailLink`.
public struct SignInWithEmailLinkReply: Codable, Equatable, Sendable {
    /// The name of this kind of answer.
    public var kind: String?
    /// The address.
    public var email: String?
    /// The uid.
    public var localId: String?
    /// Whether the account was made just now.
    public var isNewUser: Bool?
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// For how many seconds the ID token is good, as decimal text.
    public var expiresIn: String?
    /// What a sign-in with a second factor continues with; clients test whether the key is there.
    public var mfaPendingCredential: String?
    /// The factors to choose from.
    public var mfaInfo: [MfaEnrollment]?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        kind: String? = "identitytoolkit#EmailLinkSigninResponse", email: String? = nil, localId: String? = nil,
        isNewUser: Bool? = nil, idToken: String? = nil, refreshToken: String? = nil, expiresIn: String? = nil,
        mfaPendingCredential: String? = nil, mfaInfo: [MfaEnrollment]? = nil
    ) {
        self.kind = kind
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
