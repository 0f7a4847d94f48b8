package import Hummingbird
package import LatchkeyAccountAPI
package import LatchkeyAdministrationAPI
package import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyProviders
package import LatchkeyWeb

/// The pages of the console: this module's routes.
package struct ConsoleRoutes: Sendable {
    package let server: ConsoleServer
    package let parts: ConsoleParts
    package let accounts: AccountServices
    package let services: AdministrationServices
    /// The databases that the console shows; without them, it has no pages for them.
    package let databases: DatabaseParts?

    package init(
        server: ConsoleServer, parts: ConsoleParts, accounts: AccountServices, services: AdministrationServices, databases: DatabaseParts?
    ) {
        self.server = server
        self.parts = parts
        self.accounts = accounts
        self.services = services
        self.databases = databases
    }

    package func add(to router: Router<ServerContext>) {
        for asset in PageAsset.console { asset.add(to: router) }
        let basics = server.basics
        let console = console
        console.add(to: router)
        addAdministrators(console, to: router)
        addProjects(console, to: router)
        addUsers(console, to: router)
        addMethods(console, to: router)
        addMessages(console, to: router)
        OverviewPage(console: console, parts: parts, databases: databases, now: basics.now).add(to: router)
        UsagePage(console: console, times: server.times, now: basics.now).add(to: router)
        HistoryPage(console: console, now: basics.now).add(to: router)
        BackupsPage(console: console, backups: parts.backups).add(to: router)
        if let nodes = parts.nodes { NodesPage(console: console, nodes: nodes).add(to: router) }
        if server.isSandbox { DesignPage(console: console).add(to: router) }
    }

    /// What all pages share.
    package var console: Console {
        let basics = server.basics
        let door = ConsoleDoor(
            project: parts.project, sessions: accounts.sessions, store: StoreReader(basics.store), clientAddress: server.clientAddress,
            cookie: server.cookie,
            requiresSecondFactor: parts.requiresSecondFactor)
        return Console(
            store: StoreReader(basics.store), standardProject: basics.standardProject, door: door, forms: PageForms(cookie: server.cookie),
            pages: server.pages, sandbox: server.isSandbox, hasDatabases: databases != nil, hasNodes: parts.nodes != nil,
            readiness: server.readiness, reference: (parts.ownAddress == nil ? "" : basics.publicAddress.url) + "/docs")
    }

    private func addAdministrators(_ console: Console, to router: Router<ServerContext>) {
        let basics = server.basics
        let passkeys = accounts.passkeys.at(server.cookie.publicAddress)
        let signUp = AdministratorSignUp(
            store: basics.store, sessions: accounts.sessions, passwords: accounts.vault, now: basics.now, random: basics.random)
        ConsoleSetupPage(console: console, signUp: signUp).add(to: router)
        ConsoleSignInPage(
            console: console, passwords: accounts.passwordSignIn, secondFactors: accounts.secondFactor, passkeys: passkeys
        ).add(to: router)
        JoinPage(console: console, signUp: signUp).add(to: router)
        OwnAccountPage(
            console: console, passwords: accounts.passwordSignIn, administration: services.accounts, enrollment: accounts.enrollment,
            recovery: accounts.recoveryCodes, passkeys: passkeys, update: accounts.update
        ).add(to: router)
        AdministratorsPage(
            console: console, administrators: Administrators(store: basics.store, now: basics.now, random: basics.random)
        ).add(to: router)
    }

    private func addProjects(_ console: Console, to router: Router<ServerContext>) {
        let basics = server.basics
        let administration = services.administration
        ProjectsPage(console: console, projects: administration.projects).add(to: router)
        KeysPage(console: console, rotation: administration.signingKeys, now: basics.now).add(to: router)
        AppsPage(
            console: console, addresses: AppAddresses(basics),
            registration: administration.apps, apiKeys: administration.apiKeys
        ).add(to: router)
    }

    private func addUsers(_ console: Console, to router: Router<ServerContext>) {
        UsersPage(console: console, administration: services.accounts).add(to: router)
        ImportPage(
            console: console, importing: services.accountImport, hashConfigurations: services.administration.hashConfigurations
        ).add(to: router)
        UserExport(console: console, accounts: services.accounts, now: server.basics.now).add(to: router)
        let user = UserPage(console: console, administration: services.accounts)
        user.add(to: router)
        UserActions(console: console, page: user, codes: services.codes).add(to: router)
    }

    private func addMethods(_ console: Console, to router: Router<ServerContext>) {
        let basics = server.basics
        MethodsPage(console: console).add(to: router)
        SettingsPage(console: console, projects: services.administration.projects).add(to: router)
        TenantsPage(console: console, tenants: services.administration.tenants).add(to: router)
        TenantPage(console: console, tenants: services.administration.tenants).add(to: router)
        ProviderPage(
            console: console,
            setup: ProviderSetup(store: basics.store, sealer: basics.sealer, now: basics.now, targets: server.targets),
            checkups: ProviderCheckups(
                sealer: basics.sealer, transport: server.transport, publicAddress: basics.publicAddress, reader: .page, now: basics.now),
            publicAddress: basics.publicAddress
        ).add(to: router)
    }

    private func addMessages(_ console: Console, to router: Router<ServerContext>) {
        let now = server.basics.now
        let template = TemplatePage(console: console, words: parts.words, now: now)
        template.add(to: router)
        let messages = services.administration.messages
        TemplateActions(console: console, page: template, messages: messages, now: now).add(to: router)
        TemplatesPage(console: console, words: parts.words, messages: messages).add(to: router)
        ConsoleOutboxPage(console: console, contents: server.outbox).add(to: router)
    }
}
