/// An account as returned by lookups. Times have the units of Firebase; 64-bit numbers are text.
public struct UserInfo: Codable, Equatable, Sendable {
    /// The uid.
    public var localId: String?
    /// The email address, in lowercase.
    public var email: String?
    /// Whether the email address is verified.
    public var emailVerified: Bool?
    /// The display name.
    public var displayName: String?
    /// The URL of the photo.
    public var photoUrl: String?
    /// A phone number in E.164 form.
    public var phoneNumber: String?
    /// The hash for administrators, otherwise `UkVEQUNURUQ=`. Present if the account has a password.
    public var passwordHash: String?
    /// The salt of the hash; for administrators only.
    public var salt: String?
    /// The version of the hash parameters.
    public var version: Int?
    /// The time at which the password was set, in milliseconds.
    public var passwordUpdatedAt: Double?
    /// Sessions from before this time are invalid; seconds as text.
    public var validSince: String?
    /// The time at which the account was created, in milliseconds as text.
    public var createdAt: String?
    /// The time of the last sign-in, in milliseconds as text.
    public var lastLoginAt: String?
    /// The time of the last sign-in, in the member that export files use.
    public var lastSignedInAt: String?
    /// The time of the last use of a refresh token, as RFC 3339 text.
    public var lastRefreshAt: String?
    /// Whether the account is disabled.
    public var disabled: Bool?
    /// Whether the account was created with a custom token.
    public var customAuth: Bool?
    /// Custom claims as JSON text.
    public var customAttributes: String?
    /// The identities, one per provider, including `password` and `phone`.
    public var providerUserInfo: [ProviderUserInfo]?
    /// The enrolled second factors.
    public var mfaInfo: [MfaEnrollment]?
    /// The passkeys.
    public var passkeyInfo: [PasskeyInfo]?
    /// The initial email address, if it was changed.
    public var initialEmail: String?
    /// Whether the user can sign in with an email link.
    public var emailLinkSignin: Bool?
    /// The tenant of the account.
    public var tenantId: String?
    /// The user name at the provider.
    public var screenName: String?
    /// The user's language.
    public var language: String?
    /// The user's time zone.
    public var timeZone: String?
    /// The user's date of birth.
    public var dateOfBirth: String?
    /// A password in clear text, in imports only.
    public var rawPassword: String?

    package init(
        localId: String? = nil, email: String? = nil, emailVerified: Bool? = nil, displayName: String? = nil, photoUrl: String? = nil,
        phoneNumber: String? = nil, passwordHash: String? = nil, salt: String? = nil, version: Int? = nil, passwordUpdatedAt: Double? = nil,
        validSince: String? = nil, createdAt: String? = nil, lastLoginAt: String? = nil, lastSignedInAt: String? = nil,
        lastRefreshAt: String? = nil, disabled: Bool? = nil, customAuth: Bool? = nil, customAttributes: String? = nil,
        providerUserInfo: [ProviderUserInfo]? = nil, passkeyInfo: [PasskeyInfo]? = nil, initialEmail: String? = nil,
        emailLinkSignin: Bool? = nil, tenantId: String? = nil, screenName: String? = nil
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
        self.passkeyInfo = passkeyInfo
        self.initialEmail = initialEmail
        self.emailLinkSignin = emailLinkSignin
        self.tenantId = tenantId
        self.screenName = screenName
    }
}
