/// The request body of `accounts:signUp`, and of `projects/{p}/accounts` for administrators.
public struct SignUpRequest: Codable, Equatable, Sendable {
    /// The email address of the new account. With a password it creates an email account; without both the account is anonymous.
    public var email: String?
    /// The password in clear text.
    public var password: String?
    /// The ID token of the account to which the email address and password are added.
    public var idToken: String?
    /// The display name; stored for password accounts.
    public var displayName: String?
    /// The URL of the photo; for administrators only.
    public var photoUrl: String?
    /// The uid to use; for administrators only.
    public var localId: String?
    /// Whether the email address is verified; for administrators only.
    public var emailVerified: Bool?
    /// A phone number in E.164 form; for administrators only.
    public var phoneNumber: String?
    /// Whether the account is disabled; for administrators only.
    public var disabled: Bool?
    /// The second factors to enroll; for administrators only.
    public var mfaInfo: [MfaFactor]?
    /// The project, for programs that administer several projects.
    public var targetProjectId: String?
    /// The tenant ID.
    public var tenantId: String?
    /// Clients always send true.
    public var returnSecureToken: Bool?
    /// Sent by some clients; ignored.
    public var instanceId: String?
    /// A reCAPTCHA challenge; ignored.
    public var captchaChallenge: String?
    /// A reCAPTCHA token; ignored.
    public var captchaResponse: String?
    /// The client type: `CLIENT_TYPE_WEB`, `CLIENT_TYPE_IOS` or `CLIENT_TYPE_ANDROID`.
    public var clientType: String?
    /// The reCAPTCHA version; ignored.
    public var recaptchaVersion: String?

    /// Creates a value from its members. Omitted members are not encoded.
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

/// The response of `accounts:signUp`. For administrators it lacks the three session members.
public struct SignUpReply: Codable, Equatable, Sendable {
    /// The kind of this response.
    public var kind: String?
    /// The uid.
    public var localId: String?
    /// The email address, in lowercase.
    public var email: String?
    /// The display name.
    public var displayName: String?
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// The lifetime of the ID token in seconds, as decimal text.
    public var expiresIn: String?

    /// Creates a value from its members. Omitted members are not encoded.
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
