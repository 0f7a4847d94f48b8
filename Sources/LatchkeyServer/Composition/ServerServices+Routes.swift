import Hummingbird
import LatchkeyAccountAPI
import LatchkeyAdministrationAPI
import LatchkeyBackEndConsole
import LatchkeyConsole
import LatchkeyDatabaseAPI
import LatchkeyDatabaseConsole
import LatchkeyEmulator
import LatchkeyIdentity
import LatchkeySignInPages
import LatchkeyWeb
import LatchkeyWire

#if Legacy
import LatchkeyLegacyAPI
#endif

/// The modules' routes, with what differs between a real server and an emulator.
extension ServerServices {
    func addAdministratorCalls(
        to router: Router<ServerContext>, _ parts: ServerParts, databases: DatabaseParts?, isOperator: Bool = false
    ) {
        let calls = AdministratorCalls(
            basics: basics, accounts: accounts, services: administration, denials: parts.denials, targets: parts.targets,
            allowsThisMachine: isOperator || parts.sandbox || emulator != nil, userData: databases?.userData,
            securityLog: parts.securityLog)
        if let emulatedAdministrators {
            emulatedAdministrators.add(to: router, through: admin)
            UnimplementedCalls.add(to: router, through: admin)
        } else {
            calls.addAccountsAndSettings(to: router, through: admin)
        }
        calls.add(to: router, through: admin)
    }

    func addSignInPages(to router: Router<ServerContext>, _ parts: ServerParts, pages: PageRenderer, cookie: BrowserCookie) {
        let signIn = SignInPages(
            basics: basics, accounts: accounts, flow: flow, resolver: resolver, clientAddress: clientAddress, cookie: cookie, pages: pages,
            record: record)
        if let outbox = parts.outbox { signIn.addOutbox(outbox, to: router) }
        signIn.addFlows(to: router, foreignLoader: emulator.map { _ in EmulatorScripts.framePath })
        signIn.addSignIn(to: router, style: parts.signInStyle, sandbox: parts.sandbox, sendsMail: parts.sendsMail)
        guard emulator == nil else { return }
        let hasConsole = parts.console != nil && parts.console?.ownAddress == nil
        signIn.addWelcome(to: router, sandbox: parts.sandbox, console: hasConsole ? ConsoleParts.path : nil)
    }

    func addPublishedDocuments(to router: Router<ServerContext>, _ parts: ServerParts, pages: PageRenderer, hasDatabases: Bool) {
        let document = APIDocumentEndpoint(
            record: record, version: parts.version, publicAddress: basics.publicAddress,
            databaseAddress: hasDatabases ? basics.databaseAddress : nil,
            // Requests from pages of other sites get 403, and calls that Google's emulator does not have get 501. Users' calls accept the
            // members of administrators from the owner.
            lenientMode: emulator.map { _ in
                .init(
                    path: EmulatorReadiness.documentPath, refusals: [403, 501],
                    errors: [.invalidTenantID, .projectDisabled, .insufficientPermission, .missingLocalID])
            }
        )
        PublishedDocuments(
            basics: basics, authority: parts.authority, anyKey: emulator.map { _ in Emulation.apiKey }, document: document,
            pages: pages, readiness: parts.readiness, drain: parts.drain
        ).add(to: router, record: record)
    }

    func addConsole(
        _ console: ConsoleParts, to router: Router<ServerContext>, _ parts: ServerParts, databases: DatabaseParts?, pages: PageRenderer,
        cookie: BrowserCookie, times: RequestTimes
    ) {
        let server = ConsoleServer(
            basics: basics, authority: parts.authority, transport: parts.transport, targets: parts.targets, isSandbox: parts.sandbox,
            outbox: parts.outbox, clientAddress: clientAddress, cookie: cookie, pages: pages, times: times, readiness: parts.readiness)
        let routes = ConsoleRoutes(server: server, parts: console, accounts: accounts, services: administration, databases: databases)
        routes.add(to: router)
        BackEndConsoleRoutes(server: server, console: routes.console, services: administration).add(to: router)
        if let databases { DatabaseConsoleRoutes(server: server, console: routes.console, databases: databases).add(to: router) }
    }

    /// Adds the routes that only an emulator has, or only a real server.
    func addRoutesOfKind(to router: Router<ServerContext>, pages: PageRenderer) {
        guard let emulator else {
            #if Legacy
            LegacyCalls(basics: basics, accounts: accounts, flow: flow).add(to: router, resolver: resolver, record: record)
            #endif
            return
        }
        emulator.add(
            to: router, resolver: resolver, record: record, administration: administration.accounts,
            batchCreate: administration.batchCreate, codes: accounts.codes, pages: pages)
    }
}
