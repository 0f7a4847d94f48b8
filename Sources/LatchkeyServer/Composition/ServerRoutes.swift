public import Hummingbird
import LatchkeyAccountAPI
package import LatchkeyAdministrationAPI
import LatchkeyConsole
public import LatchkeyDatabaseAPI
import LatchkeyEmulator
import LatchkeySignInPages
import LatchkeyTree
public import LatchkeyWeb

/// Composes the router of the server: middleware, and the routes of each module.
public enum ServerRoutes {
    /// - Parameter databases: The databases that the console shows; without them, it has no pages for them.
    public static func router(_ parts: ServerParts, databases: DatabaseParts? = nil) -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        let times = RequestTimes()
        let services = ServerServices(parts, databaseOwner: { try await databases?.trees.database(named: $0)?.project })
        addMiddleware(to: router, parts, times, services.record)
        let pages = PageRenderer(templates: SignInPages.templates + EmulatorTemplates.all)
        let cookie = BrowserCookie(publicAddress: parts.publicAddress, random: parts.random)
        AccountCalls(basics: services.basics, accounts: services.accounts, flow: services.flow)
            .add(to: router, through: services.endpoints, captchas: services.emulator == nil)
        services.addAdministratorCalls(to: router, parts)
        services.addSignInPages(to: router, parts, pages: pages, cookie: cookie)
        services.addPublishedDocuments(to: router, parts)
        if let console = parts.console {
            let server = ConsoleServer(
                basics: services.basics, authority: parts.authority, transport: parts.transport, targets: parts.targets,
                isSandbox: parts.sandbox, outbox: parts.outbox, clientAddress: services.clientAddress, cookie: cookie, pages: pages,
                times: times)
            ConsoleRoutes(
                server: server, parts: console, accounts: services.accounts, services: services.administration, databases: databases
            ).add(to: router)
        }
        services.addRoutesOfKind(to: router, pages: pages)
        return router
    }

    /// Adds the administrators' calls to another router, for the server's operator instead of service accounts. Their rate limits are
    /// counted separately.
    package static func addAdministratorCalls(
        to router: Router<ServerContext>, _ parts: ServerParts, databases: DatabaseParts, for door: any AdministratorDoor
    ) {
        ServerServices(parts, databaseOwner: { try await databases.trees.database(named: $0)?.project }, operatorDoor: door)
            .addAdministratorCalls(to: router, parts, isOperator: true)
    }

    private static func addMiddleware(to router: Router<ServerContext>, _ parts: ServerParts, _ times: RequestTimes, _ record: APIRecord) {
        router.add(middleware: RequestTimer(times: times))
        router.add(middleware: AccessLog())
        if let emulation = parts.emulation {
            router.add(middleware: EmulatorGate(emulation: emulation, publicAddress: parts.publicAddress))
            router.add(middleware: RepeatedMembers())
        }
        router.add(middleware: CrossOrigin(record: record, includesAdministrators: parts.emulation != nil))
        router.add(middleware: ErrorEnvelope(rewording: parts.emulation.map { _ in EmulatorErrorTexts.reworded }))
    }
}
