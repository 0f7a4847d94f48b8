/// The body of `accounts:signUp` and of the administrator's `projects/{p}/accounts`.
public struct SignUpRequest: Codable, Equatable, Sendable {
    /// The address of the new account; with a password it makes an e-mail account, without both an anonymous one.
    public var email: String?
    /// The password in clear text.
    public var password: String?
    /// The session to which address and password are added.
    public var idToken: String?
    /// The name to show; kept for password accounts.
    public var displayName: String?
    /// The picture to show; for administrators only.
    public var photoUrl: String?
    /// The uid to use; for administrators only.
    public var localId: String?
    /// Whether the address counts as verified; for administrators only.
    public var emailVerified: Bool?
    /// A phone number in E.164 form; for administrators only.
    public var phoneNumber: String?
    /// Whether the account may not sign in; for administrators only.
    public var disabled: Bool?
    /// Second factors to enrol; for administrators only.
    public var mfaInfo: [MfaFactor]?
    /// The project, where a program administers several.
    public var targetProjectId: String?
    /// The tenant of the project.
    public var tenantId: String?
    /// Clients always send true.
    public var returnSecureToken: Bool?
    /// Sent by some clients; not used.
    public var instanceId: String?
    /// A reCAPTCHA challenge; read and not used.
    public var captchaChallenge: String?
    /// A reCAPTCHA token; read and not used.
    public var captchaResponse: String?
    /// `CLIENT_TYPE_WEB`, `CLIENT_TYPE_IOS` or `CLIENT_TYPE_ANDROID`.
    public var clientType: String?
    /// The reCAPTCHA generation; read and not used.
    public var recaptchaVersion: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        email: String? = nil, password: String? = nil, idToken: String? = nil, displayName: String? = nil,
        photoUrl: String? = nil, localId: String? = nil, emailVerified: Bool? = nil, phoneNumber: String? = nil,
        disabled: Bool? = nil, mfaInfo: [MfaFactor]? = nil, targetProjectId: String? = nil, tenantId: String? = nil,
        returnSecureToken: Bool? = nil, instanceId: String? = nil, captchaChallenge: String? = nil,
        captchaResponse: String? = nil, clientType: String? = nil, recaptchaVersion: String? = nil
    ) {
        self.email = email
        self.password = password
        self.idToken = idToken
        self.displayName = displayName
        self.photoUrl = photoUrl
        self.localId = localId
        self.emailVerified = emailVerified
        self.phoneNumber = phoneNumber
        self.disabled = disabled
        self.mfaInfo = mfaInfo
        self.targetProjectId = targetProjectId
        self.tenantId = tenantId
        self.returnSecureToken = returnSecureToken
        self.instanceId = instanceId
        self.captchaChallenge = captchaChallenge
        self.captchaResponse = captchaResponse
        self.clientType = clientType
        self.recaptchaVersion = recaptchaVersion
    }
}

/// The answer to `accounts:signUp`; for an administrator without the three session members.
public struct SignUpReply: Codable, Equatable, Sendable {
    /// The name of this kind of answer.
    public var kind: String?
    /// The uid.
    public var localId: String?
    /// The address, in lower case.
    public var email: String?
    /// The name to show.
    public var displayName: String?
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// For how many seconds the ID token is good, as decimal text.
    public var expiresIn: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        kind: String? = "identitytoolkit#SignupNewUserResponse", localId: String? = nil, email: String? = nil,
        displayName: String? = nil, idToken: String? = nil, refreshToken: String? = nil, expiresIn: String? = nil
    ) {
        self.kind = kind
        self.localId = localId
        self.email = email
        self.displayName = displayName
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
    }
}
