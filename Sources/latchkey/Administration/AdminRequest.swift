import LatchkeyIdentity

/// A request to administer a data folder. It is executed by the server that runs on the folder, or by the command itself.
enum AdminRequest: Codable, Sendable {
    // Projects
    case listProjects
    case createProject(id: String, name: String?)
    case showProject(id: String)
    case changeProject(id: String, change: ProjectChange)

    // Blocking hooks
    case showHooks(project: String)
    /// A `nil` URL removes the hook.
    case setHook(event: String, url: String?, project: String)

    // Providers
    case listProviders(project: String)
    case showProvider(id: String, project: String)
    case setProvider(id: String, project: String, change: ProviderChange)
    case switchProvider(id: String, project: String, on: Bool)
    /// Sends test requests to the providers: of all projects if `project` is `nil`.
    case checkProviders(project: String?, publicURL: String?)

    // Messages to users
    /// Checks whether the mail server accepts the credentials.
    case checkMail
    case sendTestMail(to: String, project: String, language: String?)

    case listOutbox(project: String, limit: Int)
    case showOutbox(id: String, project: String)
    case showMessageSettings(project: String)
    case changeSender(project: String, change: SenderChange)
    case showTemplate(kind: String, language: String, project: String)
    /// Without `saving`, the template is only rendered.
    case changeTemplate(kind: String, language: String, project: String, change: TemplateChange, saving: Bool)
    case resetTemplate(kind: String, language: String, project: String)

    // Apps and API keys
    case listApps(project: String)
    case addApp(project: String, app: NewApp)
    case changeApp(id: String, project: String, change: AppChange)
    case listAPIKeys(project: String)
    case addAPIKey(project: String)
    case revokeAPIKey(key: String, project: String)

    // Console administrators
    case inviteAdministrator

    // Service accounts
    case listServiceAccounts(project: String)
    case createServiceAccount(name: String, project: String)
    case revokeServiceAccount(who: String, project: String)

    // Database secrets of legacy Firebase clients
    case listDatabaseSecrets(project: String)
    case createDatabaseSecret(project: String)
    case revokeDatabaseSecret(id: String, project: String)

    // Users
    /// In the order of UIDs, after the given one.
    case listUsers(in: RealmName, after: String?, limit: Int)
    /// By UID, or else by email address.
    case showUser(who: String, in: RealmName)
    case deleteUser(who: String, in: RealmName)
    case prepareImport(in: RealmName, hashing: [VersionedHashing])
    case importUsers(in: RealmName, page: UserImportPage)
    /// With password hashes, in the order of UIDs, after the given one.
    case exportUsers(in: RealmName, after: String?, limit: Int)
    /// The hash parameters, including signer keys.
    case exportHashing(project: String)
    /// The number of users of each tenant that has any.
    case countTenantUsers(project: String)

    // The audit log
    case listEvents(project: String, search: EventSearch, limit: Int)

    // Databases
    case listDatabases(project: String)
    case createDatabase(DatabaseName)
    /// An empty change returns the current settings.
    case changeDatabaseSettings(DatabaseName, change: DatabaseSettingsChange)
    /// The most recent denial if `id` is `nil`.
    case showDecision(id: String?)
    case showCoverage(DatabaseName)
    /// Starts counting from zero, or stops it.
    case switchCoverage(DatabaseName, on: Bool)

    // Keys for signing ID tokens
    case listSigningKeys
    /// Keeps the current algorithm if `algorithm` is `nil`.
    case rotateSigningKeys(algorithm: String?)

    /// Whether the request may create the data folder; for other requests, an empty folder would be useless.
    var mayCreateFolder: Bool {
        if case .createProject = self { true } else { false }
    }
}

/// Changes to a project; `nil` members are not changed.
struct ProjectChange: Codable, Sendable, Equatable {
    var name: String?
    /// By the names of ``ProjectSetting``.
    var settings: [String: ProjectSetting.Value] = [:]
    var addedProviderRequests: [String] = []
    var removedProviderRequests: [String] = []
    var passwordPolicy: PasswordPolicyChange?
    var addedDomains: [String] = []
    var removedDomains: [String] = []
}

/// Changes to a provider's configuration; `nil` members are not changed, or get the provider's defaults in a new one.
struct ProviderChange: Codable, Sendable, Equatable {
    var clientID: String?
    var secret: TransitSecret?
    var removesSecret: Bool?
    var apiOrigin: String?
    var webOrigin: String?
    /// A GitHub Enterprise server, instead of the two origins.
    var enterpriseHost: String?
    var scopes: [String]?
    var trustedForTakeover: Bool?
    /// OpenID Connect only.
    var issuer: String?
    /// OpenID Connect only.
    var acceptedClientIDs: [String]?
    /// Keyed by the names of ``ProviderParameter``.
    var parameters: [String: String]?
}

/// A new app to register.
struct NewApp: Codable, Sendable, Equatable {
    var platform: String
    var bundleID: String?
    var teamID: String?
    var name: String?
}

/// Changes to an app; `nil` members are not changed.
struct AppChange: Codable, Sendable, Equatable {
    /// An empty string removes the team ID.
    var teamID: String?
    var name: String?
}
