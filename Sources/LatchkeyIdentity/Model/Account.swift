#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A person's account: what Firebase calls a user.
public struct Account: Sendable, Equatable {
    public let id: AccountID
    public let realm: Realm
    public var email: EmailAddress?
    /// Whether the holder of this account proved the address, or a provider trusted for it did.
    public var emailVerified: Bool
    /// The first address this account had, kept when it changes.
    public var initialEmail: EmailAddress?
    public var displayName: String?
    public var photoURL: String?
    public var phoneNumber: String?
    public var screenName: String?
    public var password: PasswordHash?
    public var passwordUpdatedAt: Date?
    /// The holder signed in, or may sign in, with a link that was sent to the address.
    public var emailLinkSignIn: Bool
    /// A JSON object of at most 1,000 characters whose members appear in every ID token.
    public var customClaims: String?
    /// A back end vouched for this account with a custom token.
    public var customAuth: Bool
    public var disabled: Bool
    public let createdAt: Date
    /// Absent for an account that was made by an administrator or imported, and never signed in to.
    public var lastSignInAt: Date?
    public var lastRefreshAt: Date?
    /// Tokens issued before this second are refused.
    public var validSince: Date
    /// At most one per provider, in the order in which they were linked.
    public var identities: [Identity]
    /// Whether a passkey opens the account. Stores find it out when they read; writing an account does not change it.
    public var hasPasskey = false

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

    /// The identity of one provider, if it is linked.
    public func identity(of provider: ProviderID) -> Identity? {
        identities.first { $0.key.provider == provider }
    }

    /// Whether something leads back into this account once its session is gone. A password alone does not: nobody can say whose it is.
    public var hasWayIn: Bool {
        email != nil || phoneNumber != nil || !identities.isEmpty || hasPasskey || customAuth
    }

    /// Whether the account has neither a way in nor the beginning of one.
    public var isAnonymous: Bool { !hasWayIn && password == nil }

    /// The ways to sign in, in Firebase's words: `password`, `emailLink`, provider ids and `passkey`.
    public var signInMethods: [ProviderID] {
        (password != nil && email != nil ? [.password] : []) + (emailLinkSignIn && email != nil ? [.emailLink] : [])
            + identities.map(\.key.provider) + (hasPasskey ? [.passkey] : [])
    }
}
