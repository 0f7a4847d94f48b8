/// The request body of `accounts:signInWithPassword`.
public struct SignInWithPasswordRequest: Codable, Equatable, Sendable {
    /// The email address.
    public var email: String?
    /// The password in clear text.
    public var password: String?
    /// Clients always send true.
    public var returnSecureToken: Bool?
    /// The tenant ID.
    public var tenantId: String?
    /// An ID token; not supported together with a password.
    public var idToken: String?
    /// An obsolete way to link accounts in Firebase.
    public var pendingIdToken: String?
    /// A reCAPTCHA challenge. Servers ignore it; the emulator responds with 501.
    public var captchaChallenge: String?
    /// A reCAPTCHA token. Servers ignore it; the emulator responds with 501.
    public var captchaResponse: String?
    /// The client type: `CLIENT_TYPE_WEB`, `CLIENT_TYPE_IOS` or `CLIENT_TYPE_ANDROID`.
    public var clientType: String?
    /// The reCAPTCHA version; ignored.
    public var recaptchaVersion: String?

    package init(email: String? = nil, password: String? = nil, returnSecureToken: Bool? = nil, tenantId: String? = nil) {
        self.email = email
        self.password = password
        self.returnSecureToken = returnSecureToken
        self.tenantId = tenantId
    }
}

/// The response of `accounts:signInWithPassword`.
///
/// If a second factor is required, `mfaPendingCredential` and `mfaInfo` replace the tokens.
public struct SignInWithPasswordReply: Codable, Equatable, Sendable {
    /// The kind of this response.
    public var kind: String?
    /// Always true.
    public var registered: Bool?
    /// The uid.
    public var localId: String?
    /// The email address of the account.
    public var email: String?
    /// The display name.
    public var displayName: String?
    /// The URL of the photo.
    public var profilePicture: String?
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
        kind: String? = "identitytoolkit#VerifyPasswordResponse", registered: Bool? = true, localId: String? = nil, email: String? = nil,
        displayName: String? = nil, profilePicture: String? = nil, idToken: String? = nil, refreshToken: String? = nil,
        expiresIn: String? = nil, mfaPendingCredential: String? = nil, mfaInfo: [MfaEnrollment]? = nil
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
