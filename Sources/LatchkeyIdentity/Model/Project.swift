public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A project with its settings.
public struct Project: Sendable, Equatable {
    public let id: ProjectID
    public var displayName: String
    public var settings: ProjectSettings
    /// Host names (and `http://host:port` origins are matched by host) that a sign-in may return to, `localhost` style.
    public var authorizedDomains: [String]
    public let passwordHashing: PasswordHashing
    public let createdAt: Date
    /// Of the server's mode, not of the project: stores do not keep them.
    public var policies = AccountPolicies.server

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

    /// Twelve digits that stand for the project where Google's interface shows a number; derived from its id, so always the same. Every
    /// project of an emulator has Google's emulator's number.
    public var number: String {
        if policies == .emulator { return "12345" }
        let bits = Fingerprint(of: id.rawValue).bytes.prefix(5).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return String(100_000_000_000 + bits % 900_000_000_000)
    }
}

/// What a project allows.
public struct ProjectSettings: Sendable, Equatable {
    /// With it, one address leads to one account whatever the provider; without it, every identity may have its own.
    public var oneAccountPerEmail: Bool
    /// Answers do not tell whether an address has an account.
    public var enumerationProtection: Bool
    public var passwordSignIn: Bool
    /// Whether people may sign in with a link that is sent to their address. Off at first, as in Firebase.
    public var emailLinkSignIn: Bool
    /// Whether apps may create accounts without a credential. Off in a new project: any visitor of an app could get a uid, and with it
    /// everything that rules allow to signed-in users.
    public var anonymousSignIn: Bool
    /// Needs somebody who delivers text messages.
    public var phoneSignIn: Bool
    /// Which second factors people may enrol, and have to show when they have.
    public var smsSecondFactor: Bool
    public var totpSecondFactor: Bool
    /// Whether strangers may create accounts themselves.
    public var signUp: Bool
    /// How old a sign-in may be before deleting the account or changing its address or password needs a fresh one.
    public var recentSignInSeconds: Int
    /// How many accounts one network may make in an hour; 0 for any number.
    public var signUpsPerHour: Int
    /// How many text messages are sent in a day, for signing in and, counted apart, as second factors; 0 for any number.
    public var smsPerDay: Int
    /// Whether users get an e-mail when one of their sessions is used from a new network.
    public var newNetworkMails: Bool
    public var passwordPolicy: PasswordPolicy
    public var hooks: BlockingHooks
    public var legacy: LegacySettings
    /// What the server asks providers on behalf of apps.
    public var providerRequests: [ProviderRequestRule]

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

/// A key that an app sends with every call. It names a project; it is no secret, and it can be revoked.
public struct APIKey: Sendable, Equatable {
    public let text: String
    public let project: ProjectID
    public let createdAt: Date
    public var revokedAt: Date?

    public init(text: String, project: ProjectID, createdAt: Date, revokedAt: Date? = nil) {
        self.text = text
        self.project = project
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }

    /// A new key: `lk_` and 32 characters.
    public static func random(for project: ProjectID, at now: Date, random: RandomTokens = .system) -> APIKey {
        APIKey(text: "lk_" + random.text(length: 32, from: AccountID.alphabet), project: project, createdAt: now.inWholeMilliseconds)
    }
}
