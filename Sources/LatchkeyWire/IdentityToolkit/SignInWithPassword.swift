/// The body of `accounts:signInWithPassword`.
public struct SignInWithPasswordRequest: Codable, Equatable, Sendable {
    /// The address.
    public var email: String?
    /// The password in clear text.
    public var password: String?
    /// Clients always send true.
    public var returnSecureToken: Bool?
    /// The tenant of the project.
    public var tenantId: String?
    /// A session; not supported together with a password.
    public var idToken: String?
    /// A form of linking that Firebase gave up.
    public var pendingIdToken: String?
    /// A reCAPTCHA challenge. Servers ignore it; the emulator answers 501.
    public var captchaChallenge: String?
    /// A reCAPTCHA token. Servers ignore it; the emulator answers 501.
    public var captchaResponse: String?
    /// `CLIENT_TYPE_WEB`, `CLIENT_TYPE_IOS` or `CLIENT_TYPE_ANDROID`.
    public var clientType: String?
    /// The reCAPTCHA generation; read and not used.
    public var recaptchaVersion: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        email: String? = nil, password: String? = nil, returnSecureToken: Bool? = nil, tenantId: String? = nil,
        idToken: String? = nil, pendingIdToken: String? = nil, captchaChallenge: String? = nil,
        captchaResponse: String? = nil, clientType: String? = nil, recaptchaVersion: String? = nil
    ) {
        self.email = email
        self.password = password
        self.returnSecureToken = returnSecureToken
        self.tenantId = tenantId
        self.idToken = idToken
        self.pendingIdToken = pendingIdToken
        self.captchaChallenge = captchaChallenge
        self.captchaResponse = captchaResponse
        self.clientType = clientType
        self.recaptchaVersion = recaptchaVersion
    }
}

/// The answer to `accounts:signInWithPassword`.
///
/// Where a second factor is due, `mfaPendingCredential` and `mfaInfo` take the place of the tokens.
public struct SignInWithPasswordReply: Codable, Equatable, Sendable {
    /// The name of this kind of answer.
    public var kind: String?
    /// Always true.
    public var registered: Bool?
    /// The uid.
    public var localId: String?
    /// The account's address.
    public var email: String?
    /// The name to show.
    public var displayName: String?
    /// The picture to show.
    public var profilePicture: String?
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
        kind: String? = "identitytoolkit#VerifyPasswordResponse", registered: Bool? = true, localId: String? = nil,
        email: String? = nil, displayName: String? = nil, profilePicture: String? = nil, idToken: String? = nil,
        refreshToken: String? = nil, expiresIn: String? = nil, mfaPendingCredential: String? = nil,
        mfaInfo: [MfaEnrollment]? = nil
    ) {
        self.kind = kind
        self.registered = registered
        self.localId = localId
        self.email = email
        self.displayName = displayName
        self.profilePicture = profilePicture
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.mfaPendingCredential = mfaPendingCredential
        self.mfaInfo = mfaInfo
    }
}
