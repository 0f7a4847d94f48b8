import Hummingbird
import LatchkeyDatabaseAPI
import LatchkeyWeb

/// The pages in a browser.
extension ServerServices {
    /// The pages of sign-in flows and links in mails, and the sandbox's outbox.
    func addFlowPages(to router: Router<ServerContext>, pages: PageRenderer, cookie: BrowserCookie) {
        let (store, publicAddress, isEmulator) = (parts.store, parts.publicAddress, emulator != nil)
        if let outbox = parts.outbox {
            OutboxPage(outbox: outbox, publicAddress: publicAddress, pages: pages, project: parts.standardProject).add(to: router)
        }
        HandlerPage(
            resolver: resolver, store: store, starter: flow.starter, finisher: flow.finisher, publicAddress: publicAddress,
            cookie: cookie, pages: pages
        ).add(to: router, underEmulatorsName: !isEmulator)
        WebFramePage(resolver: resolver, publicAddress: publicAddress, pages: pages, isEmulator: isEmulator).add(to: router)
        for asset in PageAsset.webFlow { asset.add(to: router) }
        WebConfiguration(
            store: store, project: parts.standardProject, publicAddress: publicAddress, emulatorKey: isEmulator ? Emulation.apiKey : nil
        ).add(to: router)
        CallbackPage(pages: pages).add(to: router)
        ActionPage(resolver: resolver, parts: accounts.codes, publicAddress: publicAddress, cookie: cookie, pages: pages)
            .add(to: router, underEmulatorsName: !isEmulator)
    }

    func addSignInPage(to router: Router<ServerContext>, pages: PageRenderer, cookie: BrowserCookie) {
        for asset in PageAsset.signIn + [PageAsset.theme(parts.signInStyle)] { asset.add(to: router) }
        let visits = SignInVisits(
            store: parts.store, resolver: resolver, standardProject: parts.standardProject, clientAddress: clientAddress,
            publicAddress: parts.publicAddress)
        let actions = SignInPageActions(
            sessions: accounts.sessions, signUp: accounts.signUp, codes: accounts.codes.requests, passwordSignIn: accounts.passwordSignIn,
            update: accounts.update, providerSignIn: accounts.providerSignIn, pendingCredentials: accounts.pending,
            methods: accounts.methods, finisher: flow.finisher)
        SignInPage(
            store: parts.store, visits: visits, starter: flow.starter, catalog: flow.catalog, actions: actions,
            secondFactors: SecondFactorPage(signIn: accounts.secondFactor, pages: pages), emailLinks: accounts.codes.signIn,
            telephones: accounts.phoneSignIn, verification: accounts.verification, siteCodes: accounts.siteCodes, cookie: cookie,
            pages: pages, passkeys: accounts.passkeys, sandbox: parts.sandbox
        ).add(to: router)
    }

    func addConsole(
        to router: Router<ServerContext>, pages: PageRenderer, cookie: BrowserCookie, databases: DatabaseParts?, times: RequestTimes
    ) {
        guard let console = parts.console else { return }
        ConsoleRoutes(
            parts: parts, console: console, databases: databases, sessions: accounts.sessions, vault: accounts.vault,
            passwordSignIn: accounts.passwordSignIn, secondFactor: accounts.secondFactor, administration: administration,
            enrolment: accounts.enrolment, recovery: accounts.recoveryCodes, passkeys: accounts.passkeys, update: accounts.update,
            administratorCodes: administratorCodes, clientAddress: clientAddress, cookie: cookie, pages: pages, times: times
        ).add(to: router)
    }
}
