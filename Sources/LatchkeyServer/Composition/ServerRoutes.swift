public import Hummingbird
public import LatchkeyDatabaseAPI
public import LatchkeyWeb

/// Composes the router of the server: middleware, account calls, administrators' calls, published documents, pages.
public enum ServerRoutes {
    /// - Parameter databases: The databases that the console shows; without them, it has no pages for them.
    /// - Throws: When a page's template is broken.
    public static func router(_ parts: ServerParts, databases: DatabaseParts? = nil) throws -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        let times = RequestTimes()
        addMiddleware(to: router, parts, times)
        let services = ServerServices(parts)
        services.addAccountCalls(to: router)
        services.addSecondFactorCalls(to: router)
        services.addProviderCalls(to: router)
        services.addPasskeyCalls(to: router)
        services.addLegacyRoutes(to: router)
        let batchCreate = services.addAdministratorCalls(to: router)
        services.addPublishedDocuments(to: router)
        let pages = try PageRenderer(
            templates: ActionTemplates.all + CallbackTemplates.all + OutboxTemplates.all + EmulatorTemplates.all)
        let cookie = BrowserCookie(publicAddress: parts.publicAddress, random: parts.random)
        services.addFlowPages(to: router, pages: pages, cookie: cookie)
        services.addSignInPage(to: router, pages: pages, cookie: cookie)
        services.addConsole(to: router, pages: pages, cookie: cookie, databases: databases, times: times)
        if let emulator = services.emulator {
            emulator.add(
                to: router, resolver: services.resolver, administration: services.administration, batchCreate: batchCreate,
                codes: services.accounts.codes, pages: pages)
        } else {
            router.get("/") { _, _ in Response.seeOther("/sign-in") }
        }
        return router
    }

    private static func addMiddleware(to router: Router<ServerContext>, _ parts: ServerParts, _ times: RequestTimes) {
        router.add(middleware: RequestTimer(times: times))
        router.add(middleware: AccessLog())
        if let emulation = parts.emulation {
            router.add(middleware: EmulatorGate(emulation: emulation, publicAddress: parts.publicAddress))
            router.add(middleware: RepeatedMembers())
        }
        router.add(middleware: CrossOrigin(includesEmulator: parts.emulation != nil))
        router.add(middleware: ErrorEnvelope(rewording: parts.emulation.map { _ in EmulatorErrorTexts.reworded }))
    }
}
