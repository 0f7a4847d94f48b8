import LatchkeyAdministrationAPI
import LatchkeyConsole
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyPostgres
import LatchkeyProviders
import LatchkeySecrets
import LatchkeyServer
import LatchkeyTree
import LatchkeyWeb

/// Executes the operator's calls, in a running server or in a command that has locked the data folder.
struct Administrator: Sendable {
    /// Changes go through ``administration``, which writes the audit log.
    let store: StoreReader
    /// The audit log as a record that can be verified.
    let record: any EventRecord
    let administration: Administration
    let databaseAdministration: DatabaseAdministration
    let providerSetup: ProviderSetup
    let accountImport: AccountImport
    let accountExport: AccountExport
    let passwords: PasswordVault
    let outboxReader: OutboxReader
    let sealer: Sealer
    let publicAddress: PublicAddress
    /// The transport for requests to providers.
    let transport: any ProviderTransport
    /// The targets that the running server may call; `nil` in a command, which does not know the server's settings.
    let targets: CallTargets?
    let now: WallClock
    /// Whether this is a sandbox, which has only test data, so that everything may be shown.
    let isSandbox: Bool
    /// The databases of all projects.
    let databases: AdministeredDatabases
    let masterKey: MasterKeyReplacement
    /// The console; `nil` without a running server.
    let console: ConsoleParts?
    /// The certificate of the running server; `nil` without TLS.
    let certificate: ServerCertificate?
    /// The running server; `nil` in a command.
    let running: ServerMetrics?
    /// The store that nodes share; `nil` without a running server with a store in PostgreSQL.
    let shared: PostgresStore?
    /// The outbox and its delivery; throws when the mail settings are invalid.
    let mail: @Sendable () throws -> MailRoom

    init(
        store: any AccountStore, record: any EventRecord, sealer: Sealer, authority: TokenAuthority?, publicAddress: PublicAddress,
        transport: any ProviderTransport,
        targets: CallTargets? = nil, now: @escaping WallClock, random: RandomTokens = .system, hashing: HashingPool = HashingPool(width: 2),
        isSandbox: Bool,
        databases: AdministeredDatabases, masterKey: MasterKeyReplacement, console: ConsoleParts? = nil,
        certificate: ServerCertificate? = nil,
        running: ServerMetrics? = nil,
        shared: PostgresStore? = nil,
        mail: @escaping @Sendable () throws -> MailRoom
    ) {
        self.store = StoreReader(store)
        self.record = record
        passwords = PasswordVault(pool: hashing, sealer: sealer, random: random)
        administration = Administration(
            store: store, sealer: sealer, passwords: passwords, authority: authority, now: now, random: random, isSandbox: isSandbox,
            databaseOwner: { try await databases.trees.database(named: $0)?.project },
            checkHook: { try await ProjectRules.checkHook($0, targets: targets, isOperator: true) },
            checkWebhook: { try await ProjectRules.checkWebhook($0, targets: targets, isOperator: true) })
        databaseAdministration = DatabaseAdministration(store: store, trees: databases.trees, directory: databases.directory, now: now)
        providerSetup = ProviderSetup(store: store, sealer: sealer, now: now, targets: targets)
        accountImport = AccountImport(
            store: store, passwords: passwords, sealer: sealer, knownProviders: ProviderKind.all, now: now, random: random)
        accountExport = AccountExport(
            store: self.store, administration: administration.accounts,
            userData: UserData(trees: databases.trees, directory: databases.directory), now: now)
        outboxReader = OutboxReader(store: store, outbox: Outbox(sealer: sealer))
        self.sealer = sealer
        self.publicAddress = publicAddress
        self.transport = transport
        self.targets = targets
        self.now = now
        self.isSandbox = isSandbox
        self.databases = databases
        self.masterKey = masterKey
        self.console = console
        self.certificate = certificate
        self.running = running
        self.shared = shared
        self.mail = mail
    }

    /// Adds all calls.
    func add(to routes: OperatorRoutes) {
        routes.on(.get, "/v2/version") { _ in ServerVersion(version: Latchkey.version) }
        addProjects(to: routes)
        addHooks(to: routes)
        addProviders(to: routes)
        addChecks(to: routes)
        addStatus(to: routes)
        addNodes(to: routes)
        addEvents(to: routes)
        addMail(to: routes)
        addOutbox(to: routes)
        addTemplates(to: routes)
        addApps(to: routes)
        addAPIKeys(to: routes)
        addConsole(to: routes)
        addServiceAccounts(to: routes)
        addDatabaseSecrets(to: routes)
        addUsers(to: routes)
        addUserChanges(to: routes)
        addMoving(to: routes)
        addDatabases(to: routes)
        addDatabaseTransfer(to: routes)
        addSigningKeys(to: routes)
        addMasterKey(to: routes)
    }
}

/// The version of the server that executes the calls.
struct ServerVersion: Codable, Sendable {
    var version: String
}

extension StoreReading {
    /// - Throws: ``ActRefusal/noProject(_:)``.
    func requireProject(_ id: String) throws -> Project { try administeredProject(ProjectID(rawValue: id)) }

    func describe(_ project: Project) throws -> ProjectDescription {
        ProjectDescription(project, providers: try providers(of: project.id), keys: try apiKeys(of: project.id))
    }
}
