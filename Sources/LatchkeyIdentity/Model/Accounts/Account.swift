public import Foundation

/// The account of a user: a user record in Firebase's terms.
public struct Account: Sendable, Equatable {
    /// The uid (`localId` on the wire).
    public let id: AccountID
    /// The project and the tenant that the account belongs to.
    public let realm: Realm
    /// The email address, unique in the realm; `nil` for an account without one.
    public var email: EmailAddress?
    /// Whether the account holder or a trusted provider verified the address.
    public var emailVerified: Bool
    /// The first address of the account, kept when the address changes.
    public var initialEmail: EmailAddress?
    /// The user's name, as apps show it.
    public var displayName: String?
    /// The URL of the user's picture (`photoUrl` on the wire).
    public var photoURL: String?
    /// The phone number with which the user signs in, in E.164 form and unique in the realm.
    public var phoneNumber: String?
    /// The user's name at Twitter or another provider, without `@` (`screenName` on the wire).
    public var screenName: String?
    /// The hash of the password; `nil` for an account without one.
    public var password: PasswordHash?
    /// The time at which the password was set (`passwordUpdatedAt` on the wire).
    public var passwordUpdatedAt: Date?
    /// Whether the account can sign in with an email link.
    public var emailLinkSignIn: Bool
    /// A JSON object of at most 1,000 characters. Its members appear in every ID token.
    public var customClaims: String?
    /// Whether a back end signed the account in with a custom token.
    public var customAuth: Bool
    /// Whether all sign-ins and token refreshes are refused with `USER_DISABLED`.
    public var disabled: Bool
    /// The time at which the account was created, in whole milliseconds.
    public let createdAt: Date
    /// The last sign-in; `nil` for an account that an administrator created or imported, and that was never signed in to.
    public var lastSignInAt: Date?
    /// The time at which a session of the account was last opened or refreshed (`lastRefreshAt` on the wire).
    public var lastRefreshAt: Date?
    /// Tokens issued before this second are refused.
    public var validSince: Date
    /// The linked identities, at most one per provider, in the order in which they were linked.
    public var identities: [Identity]
    /// Whether the account has a passkey. Stores set it when they read; writing an account does not change it.
    public var hasPasskey = false
    /// Whether the account had a second factor when a store read it.
    public var hasSecondFactor = false

    /// Creates an account from its stored values. ``validSince`` defaults to the creation time.
    public init(
        id: AccountID, realm: Realm, email: EmailAddress? = nil, emailVerified: Bool = false, initialEmail: EmailAddress? = nil,
        displayName: String? = nil, photoURL: String? = nil, phoneNumber: String? = nil, screenName: String? = nil,
        password: PasswordHash? = nil, passwordUpdatedAt: Date? = nil, customClaims: String? = nil, customAuth: Bool = false,
        disabled: Bool = false, emailLinkSignIn: Bool = false,
        createdAt: Date, lastSignInAt: Date? = nil, lastRefreshAt: Date? = nil, validSince: Date? = nil, identities: [Identity] = []
    ) {
        self.id = id
        self.realm = realm
        self.email = email
        self.emailVerified = emailVerified
        self.initialEmail = initialEmail
        self.displayName = displayName
        self.photoURL = photoURL
        self.phoneNumber = phoneNumber
        self.screenName = screenName
        self.password = password
        self.passwordUpdatedAt = passwordUpdatedAt
        self.emailLinkSignIn = emailLinkSignIn
        self.customClaims = customClaims
        self.customAuth = customAuth
        self.disabled = disabled
        self.createdAt = createdAt
        self.lastSignInAt = lastSignInAt
        self.lastRefreshAt = lastRefreshAt
        self.validSince = validSince ?? Date(timeIntervalSince1970: Double(createdAt.secondsSince1970))
        self.identities = identities
    }

    /// Returns the linked identity of a provider; `nil` if there is none.
    public func identity(of provider: ProviderID) -> Identity? {
        identities.first { $0.key.provider == provider }
    }

    /// Whether a user can sign in to the account again once its session has ended. A password without an address does not count, because
    /// it cannot be entered for any account.
    public var hasWayIn: Bool {
        email != nil || phoneNumber != nil || !identities.isEmpty || hasPasskey || customAuth
    }

    /// Whether the account has no sign-in method and no password.
    public var isAnonymous: Bool { !hasWayIn && password == nil }

    /// The sign-in methods, with Firebase's names: `password`, `emailLink`, provider ids and `passkey`.
    public var signInMethods: [ProviderID] {
        (password != nil && email != nil ? [.password] : []) + (emailLinkSignIn && email != nil ? [.emailLink] : [])
            + identities.map(\.key.provider) + (hasPasskey ? [.passkey] : [])
    }
}
