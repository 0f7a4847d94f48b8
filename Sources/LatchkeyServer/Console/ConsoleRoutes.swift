import Hummingbird
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyWeb

/// Adds all console pages to the router.
struct ConsoleRoutes: Sendable {
    let parts: ServerParts
    let console: ConsoleParts
    let databases: DatabaseParts?
    let sessions: Sessions
    let vault: PasswordVault
    let passwordSignIn: PasswordSignIn
    let secondFactor: SecondFactorSignIn
    let administration: AccountAdministration
    let enrolment: SecondFactorEnrolment
    let recovery: RecoveryCodes
    let passkeys: PasskeyCeremonies
    let update: AccountUpdate
    let administratorCodes: AdministratorCodes
    let clientAddress: ClientAddress
    let cookie: BrowserCookie
    let pages: PageRenderer
    let times: RequestTimes

    func add(to router: Router<ServerContext>) {
        for asset in PageAsset.console { asset.add(to: router) }
        let door = ConsoleDoor(project: console.project, sessions: sessions, clientAddress: clientAddress, cookie: cookie)
        let console = Console(
            store: parts.store, standardProject: parts.standardProject, door: door, forms: PageForms(cookie: cookie), pages: pages,
            sandbox: parts.sandbox, hasDatabases: databases != nil)
        console.add(to: router)
        let signUp = AdministratorSignUp(
            first: self.console.invitation, others: self.console.invitations, store: parts.store, sessions: sessions, passwords: vault,
            now: parts.now, random: parts.random)
        ConsoleSetupPage(console: console, signUp: signUp).add(to: router)
        ConsoleSignInPage(console: console, passwords: passwordSignIn, secondFactors: secondFactor, passkeys: passkeys).add(to: router)
        JoinPage(console: console, signUp: signUp).add(to: router)
        OwnAccountPage(
            console: console, passwords: passwordSignIn, administration: administration, enrolment: enrolment, recovery: recovery,
            passkeys: passkeys, update: update
        ).add(to: router)
        AdministratorsPage(
            console: console,
            administrators: Administrators(store: parts.store, invitations: self.console.invitations, now: parts.now),
            invitations: self.console.invitations
        ).add(to: router)
        let setup = ProjectSetup(store: parts.store, sealer: parts.sealer, now: parts.now, random: parts.random)
        let creation = ProjectCreation(setup: setup, trees: databases?.trees, isSandbox: parts.sandbox)
        ProjectsPage(console: console, creation: creation, now: parts.now).add(to: router)
        KeysPage(console: console, rotation: KeyRotation(setup: setup, authority: parts.authority), now: parts.now).add(to: router)
        UsersPage(console: console, administration: administration).add(to: router)
        ImportPage(
            console: console,
            importing: AccountImport(
                store: parts.store, passwords: vault, sealer: parts.sealer, knownProviders: ProviderKind.all, now: parts.now,
                random: parts.random),
            passwords: vault, now: parts.now
        ).add(to: router)
        UserExport(console: console, now: parts.now).add(to: router)
        let user = UserPage(console: console, administration: administration)
        user.add(to: router)
        UserActions(console: console, page: user, codes: administratorCodes).add(to: router)
        MethodsPage(console: console, now: parts.now).add(to: router)
        ProviderPage(
            console: console, setup: ProviderSetup(store: parts.store, sealer: parts.sealer, now: parts.now, targets: parts.targets),
            checkups: ProviderCheckups(
                sealer: parts.sealer, transport: parts.transport, publicAddress: parts.publicAddress, reader: .page, now: parts.now),
            publicAddress: parts.publicAddress
        ).add(to: router)
        let template = TemplatePage(console: console, words: self.console.words, now: parts.now)
        template.add(to: router)
        TemplateActions(console: console, page: template, now: parts.now).add(to: router)
        TemplatesPage(console: console, words: self.console.words, now: parts.now).add(to: router)
        ConsoleOutboxPage(console: console, contents: parts.outbox).add(to: router)
        UsagePage(console: console, times: times, now: parts.now).add(to: router)
        HistoryPage(console: console).add(to: router)
        AppsPage(
            console: console, addresses: AppAddresses(server: parts.publicAddress, database: self.console.databaseAddress), now: parts.now,
            random: parts.random
        ).add(to: router)
        if let databases {
            let rules = RulesPage(console: console, databases: databases)
            rules.add(to: router)
            RulesActions(console: console, page: rules, authority: parts.authority, now: parts.now).add(to: router)
            RulesHistoryPage(console: console, rules: rules).add(to: router)
            RulesCoveragePage(console: console, rules: rules).add(to: router)
            let data = DataPage(console: console, rules: rules)
            data.add(to: router)
            DataActions(console: console, page: data, now: parts.now).add(to: router)
            DataEvents(console: console, page: data).add(to: router)
        }
    }
}
