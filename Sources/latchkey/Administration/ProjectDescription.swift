import Foundation
import LatchkeyIdentity

/// A project in the output for administrators.
struct ProjectDescription: Codable, Sendable, Equatable {
    var id: String
    var name: String
    /// The twelve-digit project number in app IDs.
    var number: String
    var createdAt: Date
    var oneAccountPerEmail: Bool
    var enumerationProtection: Bool
    var passwordSignIn: Bool
    var emailLinkSignIn: Bool
    var anonymousSignIn: Bool
    var phoneSignIn: Bool
    var smsSecondFactor: Bool
    var totpSecondFactor: Bool
    var signUp: Bool
    var recentSignInSeconds: Int
    var signUpsPerHour: Int
    var smsPerDay: Int
    var newNetworkMails: Bool
    var legacySessionSeconds: Int
    var reverseAuth: Bool
    var legacyRoutes: Bool
    var providerRequests: [String]
    var passwordPolicy: PasswordPolicyDescription
    var authorizedDomains: [String]
    /// The enabled providers.
    var providers: [String]
    /// The valid API keys; they are not secret.
    var apiKeys: [String]

    init(_ project: Project, providers: [ProviderConfiguration], keys: [APIKey]) {
        id = project.id.rawValue
        name = project.displayName
        number = project.number
        createdAt = project.createdAt
        oneAccountPerEmail = project.settings.oneAccountPerEmail
        enumerationProtection = project.settings.enumerationProtection
        passwordSignIn = project.settings.passwordSignIn
        emailLinkSignIn = project.settings.emailLinkSignIn
        anonymousSignIn = project.settings.anonymousSignIn
        phoneSignIn = project.settings.phoneSignIn
        smsSecondFactor = project.settings.smsSecondFactor
        totpSecondFactor = project.settings.totpSecondFactor
        signUp = project.settings.signUp
        recentSignInSeconds = project.settings.recentSignInSeconds
        signUpsPerHour = project.settings.signUpsPerHour
        smsPerDay = project.settings.smsPerDay
        newNetworkMails = project.settings.newNetworkMails
        legacySessionSeconds = project.settings.legacy.sessionSeconds
        reverseAuth = project.settings.legacy.reverseAuth
        legacyRoutes = project.settings.legacy.routes
        providerRequests = project.settings.providerRequests.map(\.text)
        passwordPolicy = PasswordPolicyDescription(project.settings.passwordPolicy)
        authorizedDomains = project.authorizedDomains
        self.providers = providers.filter(\.enabled).map(\.provider.rawValue)
        apiKeys = keys.filter { $0.revokedAt == nil }.map(\.text)
    }
}

/// An API key in the output for administrators.
struct APIKeyDescription: Codable, Sendable, Equatable {
    var key: String
    var createdAt: Date
    var revokedAt: Date?

    init(_ key: APIKey) {
        self.key = key.text
        createdAt = key.createdAt
        revokedAt = key.revokedAt
    }
}

/// A registered app in the output for administrators.
struct AppDescription: Codable, Sendable, Equatable {
    /// In Firebase's format, for example `1:123456789012:ios:0123456789abcdef`.
    var id: String
    var platform: String
    var bundleID: String
    var teamID: String?
    var name: String
    /// The encoded app ID, which a phone app registers as its URL scheme.
    var urlScheme: String
    var createdAt: Date

    init(_ app: RegisteredApp) {
        id = app.id
        platform = app.platform.rawValue
        bundleID = app.bundleID
        teamID = app.teamID
        name = app.displayName
        urlScheme = app.urlScheme
        createdAt = app.createdAt
    }
}
