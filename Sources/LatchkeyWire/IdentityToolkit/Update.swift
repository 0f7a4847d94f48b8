/// The request body of `accounts:update`: the account is selected by ID token, by one-time code, or by uid for administrators.
public struct UpdateRequest: Codable, Equatable, Sendable {
    /// The ID token of the account to change.
    public var idToken: String?
    /// The account to change; for administrators only.
    public var localId: String?
    /// A one-time code to apply.
    public var oobCode: String?
    /// The new email address.
    public var email: String?
    /// The new password in clear text.
    public var password: String?
    /// The new display name.
    public var displayName: String?
    /// The URL of the new photo.
    public var photoUrl: String?
    /// The attributes to delete.
    public var deleteAttribute: [AccountAttribute]?
    /// The providers to unlink.
    public var deleteProvider: [String]?
    /// The credential IDs of the passkeys to remove.
    public var deletePasskey: [String]?
    /// An identity to link without a request to its provider; for administrators only.
    public var linkProviderUserInfo: ProviderUserInfo?
    /// All second factors to keep.
    public var mfa: MfaEnrollments?
    /// Whether the email address is verified; for administrators only.
    public var emailVerified: Bool?
    /// Custom claims as JSON text; for administrators only.
    public var customAttributes: String?
    /// The time at which the account was created, in milliseconds as text; for administrators only.
    public var createdAt: String?
    /// The time of the last sign-in, in milliseconds as text; for administrators only.
    public var lastLoginAt: String?
    /// Sessions from before this time are invalid; seconds as text; for administrators only.
    public var validSince: String?
    /// Whether the account is disabled; for administrators only.
    public var disableUser: Bool?
    /// A phone number in E.164 form; for administrators only.
    public var phoneNumber: String?
    /// Clients always send true.
    public var returnSecureToken: Bool?
    /// Not supported.
    public var provider: [String]?
    /// Not supported.
    public var upgradeToFederatedLogin: Bool?
    /// The project, for programs that administer several projects.
    public var targetProjectId: String?
    /// The tenant ID.
    public var tenantId: String?
    /// Sent by some clients; ignored.
    public var instanceId: String?
    /// Sent by Google's libraries; ignored.
    public var delegatedProjectNumber: String?
    /// A reCAPTCHA challenge; ignored.
    public var captchaChallenge: String?
    /// A reCAPTCHA token; ignored.
    public var captchaResponse: String?

    package init(
        idToken: String? = nil, oobCode: String? = nil, email: String? = nil, password: String? = nil, displayName: String? = nil,
        photoUrl: String? = nil, deleteAttribute: [AccountAttribute]? = nil, deleteProvider: [String]? = nil, mfa: MfaEnrollments? = nil,
        emailVerified: Bool? = nil, createdAt: String? = nil, validSince: String? = nil, disableUser: Bool? = nil,
        returnSecureToken: Bool? = nil, tenantId: String? = nil
    ) {
        self.idToken = idToken
        self.oobCode = oobCode
        self.email = email
        self.password = password
        self.displayName = displayName
        self.photoUrl = photoUrl
        self.deleteAttribute = deleteAttribute
        self.deleteProvider = deleteProvider
        self.mfa = mfa
        self.emailVerified = emailVerified
        self.createdAt = createdAt
        self.validSince = validSince
        self.disableUser = disableUser
        self.returnSecureToken = returnSecureToken
        self.tenantId = tenantId
    }
}

/// The response of `accounts:update`, with tokens if the change ended the old session.
public struct UpdateReply: Codable, Equatable, Sendable {
    /// The kind of this response.
    public var kind: String? = "identitytoolkit#SetAccountInfoResponse"
    /// The uid.
    public var localId: String?
    /// The email address.
    public var email: String?
    /// Whether the email address is verified.
    public var emailVerified: Bool?
    /// The display name.
    public var displayName: String?
    /// The URL of the photo.
    public var photoUrl: String?
    /// The linked identities after the update.
    public var providerUserInfo: [ProviderUserInfo]?
    /// `UkVEQUNURUQ=` if the account has a password.
    public var passwordHash: String?
    /// The email address that a code verified.
    public var newEmail: String?
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// The lifetime of the ID token in seconds, as decimal text.
    public var expiresIn: String?

    package init(
        localId: String? = nil, email: String? = nil, emailVerified: Bool? = nil, displayName: String? = nil, photoUrl: String? = nil,
        providerUserInfo: [ProviderUserInfo]? = nil, passwordHash: String? = nil, newEmail: String? = nil, idToken: String? = nil,
        refreshToken: String? = nil, expiresIn: String? = nil
    ) {
        self.localId = localId
        self.email = email
        self.emailVerified = emailVerified
        self.displayName = displayName
        self.photoUrl = photoUrl
        self.providerUserInfo = providerUserInfo
        self.passwordHash = passwordHash
        self.newEmail = newEmail
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
    }
}

/// The second factors in an update.
public struct MfaEnrollments: Codable, Equatable, Sendable {
    /// All factors to keep; an empty list removes all of them.
    public var enrollments: [MfaEnrollment]?

    package init(enrollments: [MfaEnrollment]? = nil) {
        self.enrollments = enrollments
    }
}
