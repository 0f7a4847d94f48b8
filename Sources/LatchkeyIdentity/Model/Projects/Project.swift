public import Foundation
package import LatchkeySecrets

/// A project and its settings.
public struct Project: Sendable, Equatable {
    /// The id that keys, paths and tokens contain.
    public let id: ProjectID
    /// The name that users see on pages and in messages.
    public var displayName: String
    /// The settings that administrators can change.
    public var settings: ProjectSettings
    /// The hosts to which a sign-in may return. `http://host:port` origins are matched by host.
    public var authorizedDomains: [String]
    /// The parameters with which new passwords are hashed.
    public package(set) var passwordHashing: PasswordHashing
    /// The time at which the project was created.
    public let createdAt: Date
    /// The rules of the server's mode. Stores do not keep them.
    public var policies = AccountPolicies.server

    /// Creates a project without storing it.
    public init(
        id: ProjectID, displayName: String, settings: ProjectSettings = .init(), authorizedDomains: [String] = ["localhost", "127.0.0.1"],
        passwordHashing: PasswordHashing, createdAt: Date
    ) {
        self.id = id
        self.displayName = displayName
        self.settings = settings
        self.authorizedDomains = authorizedDomains
        self.passwordHashing = passwordHashing
        self.createdAt = createdAt
    }

    /// A twelve-digit number for places where Google's interface shows a project number, derived from the id. Projects of an emulator have
    /// the number of Google's emulator.
    public var number: String {
        if policies.isLenient { return "12345" }
        let bits = Fingerprint(of: id.rawValue).bytes.prefix(5).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return String(100_000_000_000 + bits % 900_000_000_000)
    }
}

/// The settings of a project.
public struct ProjectSettings: Sendable, Equatable {
    /// Whether an address belongs to at most one account, across all providers. Otherwise every identity may have its own account.
    public var oneAccountPerEmail: Bool
    /// Whether responses do not reveal if an address has an account.
    public var enumerationProtection: Bool
    /// Whether users can sign in with an email address and a password.
    public var passwordSignIn: Bool
    /// Whether users can sign in with an email link. Off by default, as in Firebase.
    public var emailLinkSignIn: Bool
    /// Whether apps can create accounts without a credential. Off by default: any visitor of an app could get a uid, and with it all access
    /// that rules grant to signed-in users.
    public var anonymousSignIn: Bool
    /// Whether users can sign in with a phone number. Requires a configured delivery of text messages.
    public var phoneSignIn: Bool
    /// Whether users can enroll phone numbers as second factors, which they then have to present.
    public var smsSecondFactor: Bool
    /// Whether users can enroll TOTP apps as second factors, which they then have to present.
    public var totpSecondFactor: Bool
    /// Whether new users can create accounts themselves.
    public var signUp: Bool
    /// The maximum age of a sign-in, in seconds, for deleting the account or changing its address or password.
    public var recentSignInSeconds: Int
    /// The maximum number of accounts that one network can create per hour; 0 for no limit.
    public var signUpsPerHour: Int
    /// The maximum number of text messages per day, counted separately for sign-ins and for second factors; 0 for no limit.
    public var smsPerDay: Int
    /// Whether users get an email when one of their sessions is used from a new network.
    public var newNetworkMails: Bool
    /// The number of days for which events stay in the audit log; 0 for the server's setting.
    public var keepEventsDays = 0
    /// The places in the project's databases that are removed when an account is deleted.
    public var deletedDataPaths = DataPath.standard
    /// The requirements for passwords.
    public var passwordPolicy: PasswordPolicy
    /// The programs that are called before an account is created or a session is opened.
    public var hooks: BlockingHooks
    /// The settings for clients of the first two generations.
    public var legacy: LegacySettings
    /// The requests to providers that the server makes on behalf of apps.
    public var providerRequests: [ProviderRequestRule]

    /// Creates the settings of a project. Of the sign-in methods, only the password is on by default.
    public init(
        oneAccountPerEmail: Bool = true, enumerationProtection: Bool = true, passwordSignIn: Bool = true, anonymousSignIn: Bool = false,
        phoneSignIn: Bool = false, smsSecondFactor: Bool = false, totpSecondFactor: Bool = false, signUp: Bool = true,
        recentSignInSeconds: Int = 300, signUpsPerHour: Int = 100, smsPerDay: Int = 1000, emailLinkSignIn: Bool = false,
        newNetworkMails: Bool = false,
        passwordPolicy: PasswordPolicy = .init(),
        hooks: BlockingHooks = .init(), legacy: LegacySettings = .init(),
        providerRequests: [ProviderRequestRule] = ProviderRequestRule.standard
    ) {
        self.oneAccountPerEmail = oneAccountPerEmail
        self.enumerationProtection = enumerationProtection
        self.passwordSignIn = passwordSignIn
        self.emailLinkSignIn = emailLinkSignIn
        self.anonymousSignIn = anonymousSignIn
        self.phoneSignIn = phoneSignIn
        self.smsSecondFactor = smsSecondFactor
        self.totpSecondFactor = totpSecondFactor
        self.signUp = signUp
        self.recentSignInSeconds = recentSignInSeconds
        self.signUpsPerHour = signUpsPerHour
        self.smsPerDay = smsPerDay
        self.newNetworkMails = newNetworkMails
        self.passwordPolicy = passwordPolicy
        self.hooks = hooks
        self.legacy = legacy
        self.providerRequests = providerRequests
    }
}

/// The key that an app sends with every request. It identifies a project, is not secret, and can be revoked.
public struct APIKey: Sendable, Equatable {
    /// The key as clients send it: `key` in the query, or `X-Goog-Api-Key`.
    public let text: String
    /// The project that the key identifies.
    public let project: ProjectID
    /// The time at which the key was created.
    public let createdAt: Date
    /// The time at which the key was revoked; `nil` while it is valid.
    public var revokedAt: Date?

    /// Creates a key from its stored values.
    public init(text: String, project: ProjectID, createdAt: Date, revokedAt: Date? = nil) {
        self.text = text
        self.project = project
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }

    /// Creates a key: `lk_` and 32 characters.
    package static func random(for project: ProjectID, at now: Date, random: RandomTokens = .system) -> APIKey {
        APIKey(text: "lk_" + random.text(length: 32, from: AccountID.alphabet), project: project, createdAt: now.inWholeMilliseconds)
    }
}
