package import Hummingbird
package import LatchkeyAccountAPI
import LatchkeyIdentity
package import LatchkeyProviders
package import LatchkeyWeb

/// The pages of users: sign-in, the flows of clients, the links in mails. This module's routes.
package struct SignInPages {
    package let basics: ServerBasics
    package let accounts: AccountServices
    package let flow: FlowServices
    package let resolver: CallerResolver
    package let clientAddress: ClientAddress
    package let cookie: BrowserCookie
    package let pages: PageRenderer
    package let record: APIRecord

    package init(
        basics: ServerBasics, accounts: AccountServices, flow: FlowServices, resolver: CallerResolver, clientAddress: ClientAddress,
        cookie: BrowserCookie, pages: PageRenderer, record: APIRecord
    ) {
        self.basics = basics
        self.accounts = accounts
        self.flow = flow
        self.resolver = resolver
        self.clientAddress = clientAddress
        self.cookie = cookie
        self.pages = pages
        self.record = record
    }

    /// Adds the pages of clients' flows and of links in mails.
    ///
    /// - Parameter foreignLoader: The path of a script for pages that load the frame's counterpart from elsewhere. A server with one does
    ///   not serve its own pages under the emulator's name.
    package func addFlows(to router: Router<ServerContext>, foreignLoader: String?) {
        let hasEmulatorPaths = foreignLoader == nil
        HandlerPage(
            resolver: resolver, store: basics.store, starter: flow.starter, finisher: flow.finisher, publicAddress: basics.publicAddress,
            cookie: cookie, pages: pages
        ).add(to: router, underEmulatorsName: hasEmulatorPaths)
        WebFramePage(resolver: resolver, publicAddress: basics.publicAddress, pages: pages, foreignLoader: foreignLoader).add(to: router)
        for asset in PageAsset.webFlow { asset.add(to: router) }
        CallbackPage(pages: pages).add(to: router)
        ActionPage(resolver: resolver, parts: accounts.codes, publicAddress: basics.publicAddress, cookie: cookie, pages: pages)
            .add(to: router, underEmulatorsName: hasEmulatorPaths)
        record.add((APIOperation.flowPages(underEmulatorsName: hasEmulatorPaths) + APIOperation.webFlow).tagged(.pages))
    }

    /// Adds the sign-in page.
    ///
    /// - Parameters:
    ///   - style: The operator's style sheet.
    ///   - sendsMail: Whether mails are delivered at present. Without them, no account can wait for a link.
    package func addSignIn(
        to router: Router<ServerContext>, style: SignInStyle, sandbox: Bool, sendsMail: @escaping @Sendable () -> Bool
    ) {
        for asset in PageAsset.signIn { asset.add(to: router) }
        PageAsset.addIcon(to: router)
        PageAsset.addTheme(style, to: router)
        let visits = SignInVisits(
            store: basics.store, resolver: resolver, standardProject: basics.standardProject, clientAddress: clientAddress,
            publicAddress: basics.publicAddress)
        let actions = SignInPageActions(
            sessions: accounts.sessions, signUp: accounts.signUp, codes: accounts.codes.requests, passwordSignIn: accounts.passwordSignIn,
            update: accounts.update, providerSignIn: accounts.providerSignIn, pendingCredentials: accounts.pending,
            methods: accounts.methods, finisher: flow.finisher)
        SignInPage(
            store: basics.store, visits: visits, starter: flow.starter, catalog: flow.catalog, actions: actions,
            own: OwnAccountActions(accounts),
            secondFactors: SecondFactorPage(signIn: accounts.secondFactor, pages: pages), emailLinks: accounts.codes.signIn,
            phones: accounts.phoneSignIn, verification: accounts.verification, siteCodes: accounts.siteCodes, cookie: cookie,
            pages: pages, passkeys: accounts.passkeys, sandbox: sandbox, sendsMail: sendsMail
        ).add(to: router)
        record.add(APIOperation.signInPage.tagged(.pages))
    }

    /// Adds the page at `/`.
    ///
    /// - Parameter console: The path of the console, if this address has one.
    package func addWelcome(to router: Router<ServerContext>, sandbox: Bool, console: String?) {
        WelcomePage(store: basics.store, project: basics.standardProject, pages: pages, sandbox: sandbox, console: console).add(to: router)
        record.add(
            [APIOperation.get("/", "Tells a browser what this server is, and redirects other clients to the sign-in page", .redirect)]
                .tagged(.pages))
    }

    /// Adds the outbox of a sandbox, which shows all messages to every visitor.
    package func addOutbox(_ outbox: any OutboxViewing, to router: Router<ServerContext>) {
        OutboxPage(outbox: outbox, publicAddress: basics.publicAddress, pages: pages, project: basics.standardProject).add(to: router)
        record.add(APIOperation.outbox.tagged(.pages))
    }

    /// The templates of these pages.
    package static var templates: [(name: String, text: String)] { ActionTemplates.all + CallbackTemplates.all + OutboxTemplates.all }
}
