import LatchkeyAdministrationAPI
import LatchkeyConsole
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeySecrets
import LatchkeyServer
import LatchkeyTree
import LatchkeyWeb

/// Executes administrative requests, in a running server or in a command that has locked the data folder.
struct Administrator: Sendable {
    /// Changes go through ``administration``, which writes the audit log.
    let store: StoreReader
    let administration: Administration
    let databaseAdministration: DatabaseAdministration
    let providerSetup: ProviderSetup
    let accountImport: AccountImport
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
    /// The console; `nil` without a running server.
    let console: ConsoleParts?
    /// The outbox and its delivery; throws when the mail settings are invalid.
    let mail: @Sendable () throws -> MailRoom

    init(
        store: any AccountStore, sealer: Sealer, authority: TokenAuthority?, publicAddress: PublicAddress, transport: any ProviderTransport,
        targets: CallTargets? = nil, now: @escaping WallClock, random: RandomTokens = .system, hashing: HashingPool = HashingPool(width: 2),
        isSandbox: Bool,
        databases: AdministeredDatabases, console: ConsoleParts? = nil, mail: @escaping @Sendable () throws -> MailRoom
    ) {
        self.store = StoreReader(store)
        passwords = PasswordVault(pool: hashing, sealer: sealer, random: random)
        administration = Administration(
            store: store, sealer: sealer, passwords: passwords, authority: authority, now: now, random: random, isSandbox: isSandbox,
            databaseOwner: { try await databases.trees.database(named: $0)?.project },
            checkHook: { try await ProjectRules.checkHook($0, targets: targets, isOperator: true) })
        databaseAdministration = DatabaseAdministration(store: store, trees: databases.trees, directory: databases.directory, now: now)
        providerSetup = ProviderSetup(store: store, sealer: sealer, now: now, targets: targets)
        accountImport = AccountImport(
            store: store, passwords: passwords, sealer: sealer, knownProviders: ProviderKind.all, now: now, random: random)
        outboxReader = OutboxReader(store: store, outbox: Outbox(sealer: sealer))
        self.sealer = sealer
        self.publicAddress = publicAddress
        self.transport = transport
        self.targets = targets
        self.now = now
        self.isSandbox = isSandbox
        self.databases = databases
        self.console = console
        self.mail = mail
    }

    /// Executes a request. Never throws: errors are part of the response.
    func reply(to request: AdminRequest) async -> AdminReply {
        do {
            return AdminReply(.success(try AdminJSON.encode(try await execute(request))))
        } catch let error as AdminError {
            return AdminReply(.failure(error))
        } catch let refusal as SettingRefusal {
            return AdminReply(.failure(AdminError(refusal.message)))
        } catch let refusal as ActRefusal {
            return AdminReply(.failure(AdminError(refusal, to: request)))
        } catch let error as StoreConflict {
            return AdminReply(.failure(AdminError("The store rejected the change: \(error.subject.rawValue).")))
        } catch is SealingError {
            return AdminReply(.failure(AdminError("A stored secret cannot be decrypted: wrong master key, or modified data.")))
        } catch {
            return AdminReply(.failure(AdminError(Failure.text(for: error))))
        }
    }

    private func execute(_ request: AdminRequest) async throws -> any Encodable & Sendable {
        switch request {
        case .listProjects: try await projects()
        case .createProject(let id, let name): try await createProject(id, name: name)
        case .showProject(let id): try await project(id)
        case .changeProject(let id, let change): try await changeProject(id, change)

        case .showHooks(let project): try await hooks(of: project)
        case .setHook(let event, let url, let project): try await setHook(event, to: url, of: project)

        case .listProviders(let project): try await providers(of: project)
        case .showProvider(let id, let project): try await provider(id, of: project)
        case .setProvider(let id, let project, let change): try await setProvider(id, of: project, change)
        case .switchProvider(let id, let project, let on): try await switchProvider(id, of: project, on: on)
        case .checkProviders(let project, let publicURL): try await checkProviders(of: project, publicURL: publicURL)

        case .checkMail: await checkMail()
        case .sendTestMail(let recipient, let project, let language):
            try await sendTestMail(to: recipient, project: project, language: language)

        case .listOutbox(let project, let limit): try await outboxMessages(of: project, limit: limit)
        case .showOutbox(let id, let project): try await outboxMessage(id, of: project)
        case .showMessageSettings(let project): try await messageSettings(of: project)
        case .changeSender(let project, let change): try await changeSender(of: project, change)
        case .showTemplate(let kind, let language, let project): try await template(kind, in: language, of: project)
        case .changeTemplate(let kind, let language, let project, let change, let saving):
            try await changeTemplate(kind, in: language, of: project, change, saving: saving)
        case .resetTemplate(let kind, let language, let project): try await resetTemplate(kind, in: language, of: project)

        case .listApps(let project): try await apps(of: project)
        case .addApp(let project, let app): try await addApp(app, to: project)
        case .changeApp(let id, let project, let change): try await changeApp(id, of: project, change)
        case .listAPIKeys(let project): try await apiKeys(of: project)
        case .addAPIKey(let project): try await addAPIKey(to: project)
        case .revokeAPIKey(let key, let project): try await revokeAPIKey(key, of: project)

        case .inviteAdministrator: try await inviteAdministrator()

        case .listServiceAccounts(let project): try await serviceAccounts(of: project)
        case .createServiceAccount(let name, let project): try await createServiceAccount(name, of: project)
        case .revokeServiceAccount(let who, let project): try await revokeServiceAccount(who, of: project)

        case .listDatabaseSecrets(let project): try await databaseSecrets(of: project)
        case .createDatabaseSecret(let project): try await createDatabaseSecret(of: project)
        case .revokeDatabaseSecret(let id, let project): try await revokeDatabaseSecret(id, of: project)

        case .listUsers(let realm, let last, let limit): try await users(in: realm, after: last, limit: limit)
        case .showUser(let who, let realm): try await user(who, in: realm)
        case .deleteUser(let who, let realm): try await deleteUser(who, in: realm)
        case .prepareImport(let realm, let hashing): try await prepareImport(to: realm, hashing)
        case .importUsers(let realm, let page): try await importUsers(page, to: realm)
        case .exportUsers(let realm, let last, let limit): try await exportUsers(in: realm, after: last, limit: limit)
        case .exportHashing(let project): try await exportHashing(of: project)
        case .countTenantUsers(let project): try await tenantUsers(of: project)

        case .listEvents(let project, let search, let limit): try await events(of: project, search, limit: limit)

        case .listDatabases(let project): try await listedDatabases(of: project)
        case .createDatabase(let name): try await createDatabase(name)
        case .changeDatabaseSettings(let name, let change): try await changeDatabaseSettings(name, change)
        case .showDecision(let id): try decision(id)
        case .showCoverage(let name): try await coverage(of: name)
        case .switchCoverage(let name, let on): try await switchCoverage(of: name, on: on)

        case .listSigningKeys: try await signingKeys()
        case .rotateSigningKeys(let algorithm): try await rotateSigningKeys(to: algorithm)
        }
    }
}

extension StoreReading {
    /// - Throws: ``ActRefusal/noProject(_:)``.
    func requireProject(_ id: String) throws -> Project { try administeredProject(ProjectID(rawValue: id)) }

    func describe(_ project: Project) throws -> ProjectDescription {
        ProjectDescription(project, providers: try providers(of: project.id), keys: try apiKeys(of: project.id))
    }
}
