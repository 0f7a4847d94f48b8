/// An account as lookups show it; times in the units Firebase chose, 64-bit numbers as text.
public struct UserInfo: Codable, Equatable, Sendable {
    /// The uid.
    public var localId: String?
    /// The address, in lower case.
    public var email: String?
    /// Whether the address counts as verified.
    public var emailVerified: Bool?
    /// The name to show.
    public var displayName: String?
    /// The picture to show.
    public var photoUrl: String?
    /// A phone number in E.164 form.
    public var phoneNumber: String?
    /// The hash, or `UkVEQUNURUQ=` for everybody but administrators; its presence tells that there is a password.
    public var passwordHash: String?
    /// The salt of the hash; for administrators only.
    public var salt: String?
    /// The generation of the hash parameters.
    public var version: Int?
    /// When the password was set, in milliseconds.
    public var passwordUpdatedAt: Double?
    /// Sessions from before are invalid; seconds as text.
    public var validSince: String?
    /// When the account was made, in milliseconds as text.
    public var createdAt: String?
    /// The last sign-in, in milliseconds as text.
    public var lastLoginAt: String?
    /// The last sign-in under the name that export files have for it.
    public var lastSignedInAt: String?
    /// The last use of a refresh token, as RFC 3339 text.
    public var lastRefreshAt: String?
    /// Whether the account may not sign in.
    public var disabled: Bool?
    /// Whether a custom token made the account.
    public var customAuth: Bool?
    /// Custom claims as JSON text.
    public var customAttributes: String?
    /// The identities, one for each provider, `password` and `phone` included.
    public var providerUserInfo: [ProviderUserInfo]?
    /// The enrolled second factors.
    public var mfaInfo: [MfaEnrollment]?
    /// The passkeys.
    public var passkeyInfo: [PasskeyInfo]?
    /// The first address, where it was changed.
    public var initialEmail: String?
    /// Whether the person may sign in with a link by mail.
    public var emailLinkSignin: Bool?
    /// The tenant of the account.
    public var tenantId: String?
    /// The name at the provider.
    public var screenName: String?
    /// The person's language.
    public var language: String?
    /// The person's time zone.
    public var timeZone: String?
    /// The person's date of birth.
    public var dateOfBirth: String?
    /// A password in clear text, in imports only.
    public var rawPassword: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        localId: String? = nil, email: String? = nil, emailVerified: Bool? = nil, displayName: String? = nil,
        photoUrl: String? = nil, phoneNumber: String? = nil, passwordHash: String? = nil, salt: String? = nil,
        version: Int? = nil, passwordUpdatedAt: Double? = nil, validSince: String? = nil, createdAt: String? = nil,
        lastLoginAt: String? = nil, lastSignedInAt: String? = nil, lastRefreshAt: String? = nil, disabled: Bool? = nil,
        customAuth: Bool? = nil,
        customAttributes: String? = nil, providerUserInfo: [ProviderUserInfo]? = nil,
        mfaInfo: [MfaEnrollment]? = nil, passkeyInfo: [PasskeyInfo]? = nil, initialEmail: String? = nil, emailLinkSignin: Bool? = nil,
        tenantId: String? = nil, screenName: String? = nil, language: String? = nil, timeZone: String? = nil,
        dateOfBirth: String? = nil, rawPassword: String? = nil
    ) {
        self.localId = localId
        self.email = email
        self.emailVerified = emailVerified
        self.displayName = displayName
        self.photoUrl = photoUrl
        self.phoneNumber = phoneNumber
        self.passwordHash = passwordHash
        self.salt = salt
        self.version = version
        self.passwordUpdatedAt = passwordUpdatedAt
        self.validSince = validSince
        self.createdAt = createdAt
        self.lastLoginAt = lastLoginAt
        self.lastSignedInAt = lastSignedInAt
        self.lastRefreshAt = lastRefreshAt
        self.disabled = disabled
        self.customAuth = customAuth
        self.customAttributes = customAttributes
        self.providerUserInfo = providerUserInfo
        self.mfaInfo = mfaInfo
        self.passkeyInfo = passkeyInfo
        self.initialEmail = initialEmail
        self.emailLinkSignin = emailLinkSignin
        self.tenantId = tenantId
        self.screenName = screenName
        self.language = language
        self.timeZone = timeZone
        self.dateOfBirth = dateOfBirth
        self.rawPassword = rawPassword
    }
}
