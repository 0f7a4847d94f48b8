/// The body of `accounts:update`: by session, by a one-time code, or for administrators by uid.
public struct UpdateRequest: Codable, Equatable, Sendable {
    /// The session whose account is changed.
    public var idToken: String?
    /// The account to change; for administrators only.
    public var localId: String?
    /// A one-time code to apply.
    public var oobCode: String?
    /// The new address.
    public var email: String?
    /// The new password in clear text.
    public var password: String?
    /// The new name to show.
    public var displayName: String?
    /// The new picture to show.
    public var photoUrl: String?
    /// What is to be emptied.
    public var deleteAttribute: [AccountAttribute]?
    /// The providers to unlink.
    public var deleteProvider: [String]?
    /// Credential ids of passkeys to remove.
    public var deletePasskey: [String]?
    /// An identity to link without asking its provider; for administrators.
    public var linkProviderUserInfo: ProviderUserInfo?
    /// All second factors that shall remain.
    public var mfa: MfaEnrollments?
    /// Whether the address counts as verified; for administrators only.
    public var emailVerified: Bool?
    /// Custom claims as JSON text; for administrators only.
    public var customAttributes: String?
    /// When the account was made, in milliseconds as text; for administrators only.
    public var createdAt: String?
    /// The last sign-in, in milliseconds as text; for administrators only.
    public var lastLoginAt: String?
    /// Sessions from before are invalid; seconds as text; for administrators only.
    public var validSince: String?
    /// Whether the account may not sign in; for administrators only.
    public var disableUser: Bool?
    /// A phone number in E.164 form; for administrators only.
    public var phoneNumber: String?
    /// Clients always send true.
    public var returnSecureToken: Bool?
    /// Not supported.
    public var provider: [String]?
    /// Not supported.
    public var upgradeToFederatedLogin: Bool?
    /// The project, where a program administers several.
    public var targetProjectId: String?
    /// The tenant of the project.
    public var tenantId: String?
    /// Sent by some clients; not used.
    public var instanceId: String?
    /// Sent by Google's own programs; not used.
    public var delegatedProjectNumber: String?
    /// A reCAPTCHA challenge; read and not used.
    public var captchaChallenge: String?
    /// A reCAPTCHA token; read and not used.
    public var captchaResponse: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        idToken: String? = nil, localId: String? = nil, oobCode: String? = nil, email: String? = nil,
        password: String? = nil, displayName: String? = nil, photoUrl: String? = nil,
        deleteAttribute: [AccountAttribute]? = nil, deleteProvider: [String]? = nil, deletePasskey: [String]? = nil,
        linkProviderUserInfo: ProviderUserInfo? = nil, mfa: MfaEnrollments? = nil, emailVerified: Bool? = nil,
        customAttributes: String? = nil, createdAt: String? = nil, lastLoginAt: String? = nil,
        validSince: String? = nil, disableUser: Bool? = nil, phoneNumber: String? = nil,
        returnSecureToken: Bool? = nil, provider: [String]? = nil, upgradeToFederatedLogin: Bool? = nil,
        targetProjectId: String? = nil, tenantId: String? = nil, instanceId: String? = nil,
        delegatedProjectNumber: String? = nil, captchaChallenge: String? = nil, captchaResponse: String? = nil
    ) {
        self.idToken = idToken
        self.localId = localId
        self.oobCode = oobCode
        self.email = email
        self.password = password
        self.displayName = displayName
        self.photoUrl = photoUrl
        self.deleteAttribute = deleteAttribute
        self.deleteProvider = deleteProvider
        self.deletePasskey = deletePasskey
        self.linkProviderUserInfo = linkProviderUserInfo
        self.mfa = mfa
        self.emailVerified = emailVerified
        self.customAttributes = customAttributes
        self.createdAt = createdAt
        self.lastLoginAt = lastLoginAt
        self.validSince = validSince
        self.disableUser = disableUser
        self.phoneNumber = phoneNumber
        self.returnSecureToken = returnSecureToken
        self.provider = provider
        self.upgradeToFederatedLogin = upgradeToFederatedLogin
        self.targetProjectId = targetProjectId
        self.tenantId = tenantId
        self.instanceId = instanceId
        self.delegatedProjectNumber = delegatedProjectNumber
        self.captchaChallenge = captchaChallenge
        self.captchaResponse = captchaResponse
    }
}

/// The answer to `accounts:update`; with tokens where the change ended the old session.
public struct UpdateReply: Codable, Equatable, Sendable {
    /// The name of this kind of answer.
    public var kind: String?
    /// The uid.
    public var localId: String?
    /// The address.
    public var email: String?
    /// Whether the address counts as verified.
    public var emailVerified: Bool?
    /// The name to show.
    public var displayName: String?
    /// The picture to show.
    public var photoUrl: String?
    /// The identities that are linked now.
    public var providerUserInfo: [ProviderUserInfo]?
    /// `UkVEQUNURUQ=` where the account has a password.
    public var passwordHash: String?
    /// The address that a code confirmed.
    public var newEmail: String?
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// For how many seconds the ID token is good, as decimal text.
    public var expiresIn: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        kind: String? = "identitytoolkit#SetAccountInfoResponse", localId: String? = nil, email: String? = nil,
        emailVerified: Bool? = nil, displayName: String? = nil, photoUrl: String? = nil,
        providerUserInfo: [ProviderUserInfo]? = nil, passwordHash: String? = nil, newEmail: String? = nil,
        idToken: String? = nil, refreshToken: String? = nil, expiresIn: String? = nil
    ) {
        self.kind = kind
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

/// The list of second factors inside an update.
public struct MfaEnrollments: Codable, Equatable, Sendable {
    /// All factors that shall remain; none clears them.
    public var enrollments: [MfaEnrollment]?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        enrollments: [MfaEnrollment]? = nil
    ) {
        self.enrollments = enrollments
    }
}
