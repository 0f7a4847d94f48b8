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

    package init(
        email: String? = nil, password: String? = nil, idToken: String? = nil, localId: String? = nil, tenantId: String? = nil,
        returnSecureToken: Bool? = nil
    ) {
        self.email = email
        self.password = password
        self.idToken = idToken
        self.localId = localId
        self.tenantId = tenantId
        self.returnSecureToken = returnSecureToken
    }
}

/// The response of `accounts:signUp`. For administrators it lacks the three session members.
public struct SignUpReply: Codable, Equatable, Sendable {
    /// The kind of this response.
    public var kind: String? = "identitytoolkit#SignupNewUserResponse"
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

    package init(
        localId: String? = nil, email: String? = nil, displayName: String? = nil, idToken: String? = nil, refreshToken: String? = nil,
        expiresIn: String? = nil
    ) {
        self.localId = localId
        self.email = email
        self.displayName = displayName
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
    }
}
