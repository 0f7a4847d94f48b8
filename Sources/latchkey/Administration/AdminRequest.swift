/// What an administrator can ask of a data folder. The server that runs on the folder executes it, or the command itself.
enum AdminRequest: Codable, Sendable {
    // Projects
    case listProjects
    case createProject(id: String, name: String?)
    case showProject(id: String)
    case changeProject(id: String, change: ProjectChange)

    // Programs that are asked before people come in
    case showHooks(project: String)
    /// Without a URL it is asked no more.
    case setHook(event: String, url: String?, project: String)

    // Providers
    case listProviders(project: String)
    case showProvider(id: String, project: String)
    case setProvider(id: String, project: String, change: ProviderChange)
    case switchProvider(id: String, project: String, on: Bool)
    /// Asks the providers themselves. Without a project, those of all.
    case checkProviders(project: String?, publicURL: String?)

    // Messages to people
    /// Asks the mail server whether it would take a mail.
    case checkMail
    case sendTestMail(to: String, project: String, language: String?)

    case listOutbox(project: String, limit: Int)
    case showOutbox(id: String, project: String)
    case showMessageSettings(project: String)
    case changeSender(project: String, change: SenderChange)
    case showTemplate(kind: String, language: String, project: String)
    /// Without saving it is only tried.
    case changeTemplate(kind: String, language: String, project: String, change: TemplateChange, saving: Bool)
    case resetTemplate(kind: String, language: String, project: String)

    // Apps and the keys that they send
    case listApps(project: String)
    case addApp(project: String, app: NewApp)
    case changeApp(id: String, project: String, change: AppChange)
    case listAPIKeys(project: String)
    case addAPIKey(project: String)
    case revokeAPIKey(key: String, project: String)

    // People who may open the console
    case inviteAdministrator

    // Programs that speak for a project
    case listServiceAccounts(project: String)
    case createServiceAccount(name: String, project: String)
    case revokeServiceAccount(who: String, project: String)

    // Secrets of the first generations, for databases alone
    case listDatabaseSecrets(project: String)
    case createDatabaseSecret(project: String)
    case revokeDatabaseSecret(id: String, project: String)

    // Users
    /// In the order of their uids, those after the one that is given.
    case listUsers(in: RealmName, after: String?, limit: Int)
    /// By uid, else by e-mail address.
    case showUser(who: String, in: RealmName)
    case deleteUser(who: String, in: RealmName)
    case prepareImport(in: RealmName, hashing: [VersionedHashing])
    case importUsers(in: RealmName, page: UserImportPage)
    /// With hashes, in the order of their uids, those after the one that is given.
    case exportUsers(in: RealmName, after: String?, limit: Int)
    /// What one has to know to check the hashes: holds signer keys.
    case exportHashing(project: String)
    /// Those of each tenant that has some.
    case countTenantUsers(project: String)

    // The record
    case listEvents(project: String, search: EventSearch, limit: Int)

    // Databases
    case listDatabases(project: String)
    case createDatabase(DatabaseName)
    /// An empty change returns the current settings.
    case changeDatabaseSettings(DatabaseName, change: DatabaseSettingsChange)
    /// Without an id the last denial of all.
    case showDecision(id: String?)
    case showCoverage(DatabaseName)
    /// Counts from nothing, or counts no more.
    case switchCoverage(DatabaseName, on: Bool)

    // Keys that sign ID tokens
    case listSigningKeys
    /// Without an algorithm, that of the present key.
    case rotateSigningKeys(algorithm: String?)

    /// Whether a folder without data is given some for this; anything else would only find it empty.
    var mayCreateFolder: Bool {
        if case .createProject = self { true } else { false }
    }
}

/// What is to be changed in a project; what is absent stays.
struct ProjectChange: Codable, Sendable, Equatable {
    var name: String?
    var oneAccountPerEmail: Bool?
    var enumerationProtection: Bool?
    var passwordSignIn: Bool?
    var emailLinkSignIn: Bool?
    var anonymousSignIn: Bool?
    var phoneSignIn: Bool?
    var smsSecondFactor: Bool?
    var totpSecondFactor: Bool?
    var signUp: Bool?
    var recentSignInSeconds: Int?
    var signUpsPerHour: Int?
    var smsPerDay: Int?
    var newNetworkMails: Bool?
    var legacySessionSeconds: Int?
    var reverseAuth: Bool?
    var legacyRoutes: Bool?
    var addedProviderRequests: [String] = []
    var removedProviderRequests: [String] = []
    var passwordPolicy: PasswordPolicyChange?
    var addedDomains: [String] = []
    var removedDomains: [String] = []
}

/// What is to be changed in a provider's configuration; what is absent stays, or is the provider's default at first.
struct ProviderChange: Codable, Sendable, Equatable {
    var clientID: String?
    var secret: TransitSecret?
    var removesSecret: Bool?
    var apiOrigin: String?
    var webOrigin: String?
    /// A GitHub Enterprise server, in place of the two origins.
    var enterpriseHost: String?
    var scopes: [String]?
    var trustedForTakeover: Bool?
    /// OpenID Connect only.
    var issuer: String?
    /// OpenID Connect only.
    var acceptedClientIDs: [String]?
    /// By the names of ``ProviderParameter``.
    var parameters: [String: String]?
}

/// An app that is to be registered.
struct NewApp: Codable, Sendable, Equatable {
    var platform: String
    var bundleID: String?
    var teamID: String?
    var name: String?
}

/// What is to be another in an app; the rest stays.
struct AppChange: Codable, Sendable, Equatable {
    /// An empty one takes it away.
    var teamID: String?
    var name: String?
}
