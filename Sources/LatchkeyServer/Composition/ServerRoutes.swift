public import Hummingbird
import LatchkeyAccountAPI
package import LatchkeyAdministrationAPI
import LatchkeyConsole
public import LatchkeyDatabaseAPI
import LatchkeyEmulator
import LatchkeyIdentity
import LatchkeyNodes
import LatchkeySignInPages
import LatchkeyTree
public import LatchkeyWeb

/// Composes the router of the server: middleware, and the routes of each module.
public enum ServerRoutes {
    /// - Parameter databases: The databases that the console shows; without them, it has no pages for them.
    public static func router(_ parts: ServerParts, databases: DatabaseParts? = nil) -> Router<ServerContext> {
        router(parts, databases: databases, times: RequestTimes())
    }

    /// - Parameter times: Measures the requests by route.
    package static func router(_ parts: ServerParts, databases: DatabaseParts?, times: RequestTimes) -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        let services = ServerServices(
            parts, throttle: parts.throttle, databaseOwner: { try await databases?.trees.database(named: $0)?.project })
        let pages = PageRenderer(templates: SignInPages.templates + EmulatorTemplates.all)
        addMiddleware(to: router, parts, times, services.record)
        if parts.emulation == nil { router.add(middleware: MissingPages(pages: pages, sandbox: parts.sandbox)) }
        if let databases {
            let hasConsole = parts.console != nil && parts.console?.ownAddress == nil
            let doors: Set<NodeDoor> = hasConsole ? [.calls, .console] : [.calls]
            router.add(middleware: AdministrationPassage(databases, to: doors, at: parts.publicAddress))
        }
        let cookie = BrowserCookie(publicAddress: parts.publicAddress, random: parts.random)
        AccountCalls(basics: services.basics, accounts: services.accounts, flow: services.flow)
            .add(to: router, through: services.endpoints, captchas: services.emulator == nil)
        services.addAdministratorCalls(to: router, parts, databases: databases)
        services.addSignInPages(to: router, parts, pages: pages, cookie: cookie)
        services.addPublishedDocuments(to: router, parts, pages: pages, hasDatabases: databases != nil)
        if let console = parts.console, console.ownAddress == nil {
            services.addConsole(console, to: router, parts, databases: databases, pages: pages, cookie: cookie, times: times)
        }
        services.addRoutesOfKind(to: router, pages: pages)
        return router
    }

    /// Returns the router of a console that listens on a port of its own; `nil` if there is none.
    ///
    /// - Parameter times: The measurements of the server's other requests, which the console shows.
    package static func consoleRouter(
        _ parts: ServerParts, databases: DatabaseParts?, times: RequestTimes
    ) -> Router<ServerContext>? {
        guard let console = parts.console, let address = console.ownAddress else { return nil }
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        let services = ServerServices(
            parts, throttle: parts.consoleThrottle, databaseOwner: { try await databases?.trees.database(named: $0)?.project })
        router.add(middleware: ErrorEnvelope(rewording: nil, security: parts.securityLog))
        if let databases { router.add(middleware: AdministrationPassage(databases, to: [.console], at: address)) }
        services.addConsole(
            console, to: router, parts, databases: databases, pages: PageRenderer(templates: SignInPages.templates),
            cookie: BrowserCookie(publicAddress: address, random: parts.random), times: times)
        PageAsset.addIcon(to: router)
        PageAsset.passkeys.add(to: router)
        Health(readiness: parts.readiness, drain: parts.drain).add(to: router)
        router.get("/") { _, _ in Response.seeOther(ConsoleParts.path) }
        return router
    }

    /// Adds the administrators' calls to another router, for the server's operator instead of service accounts.
    package static func addAdministratorCalls(
        to router: Router<ServerContext>, _ parts: ServerParts, databases: DatabaseParts, for door: any AdministratorDoor
    ) {
        ServerServices(
            parts, throttle: parts.throttle, databaseOwner: { try await databases.trees.database(named: $0)?.project }, operatorDoor: door
        ).addAdministratorCalls(to: router, parts, databases: databases, isOperator: true)
    }

    private static func addMiddleware(to router: Router<ServerContext>, _ parts: ServerParts, _ times: RequestTimes, _ record: APIRecord) {
        router.add(middleware: RequestTimer(times: times))
        if let emulation = parts.emulation {
            router.add(middleware: EmulatorGate(emulation: emulation, publicAddress: parts.publicAddress))
            router.add(middleware: RepeatedMembers())
        }
        router.add(middleware: CrossOrigin(record: record, includesAdministrators: parts.emulation != nil))
        router.add(
            middleware: ErrorEnvelope(rewording: parts.emulation.map { _ in EmulatorErrorTexts.reworded }, security: parts.securityLog))
    }
}
