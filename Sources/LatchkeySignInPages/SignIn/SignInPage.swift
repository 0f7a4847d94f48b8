import HTTPTypes
import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySecrets
import LatchkeySignInFlow
import LatchkeyWeb

/// The page at `/sign-in`, which signs users in for the sites of a project and for trying out the server.
package struct SignInPage: Sendable {
    let store: any AccountStore
    let visits: SignInVisits
    let starter: FlowStarter
    let catalog: ProviderCatalog
    let actions: SignInPageActions
    let own: OwnAccountActions
    let secondFactors: SecondFactorPage
    let emailLinks: EmailLinkSignIn
    let phones: PhoneSignIn
    let verification: PhoneVerification
    let siteCodes: SiteCodes
    let cookie: BrowserCookie
    let pages: PageRenderer
    let passkeys: PasskeyCeremonies
    let sandbox: Bool
    /// Whether mails are delivered at present.
    let sendsMail: @Sendable () -> Bool

    func add(to router: Router<ServerContext>) {
        get("/sign-in", router) { try await show($0, $1) }
        get("/sign-in/start", router) { try await start($0, $1) }
        get("/sign-in/finish", router) { try await finish($0, $1) }
        get("/sign-in/email-link", router) { try await showEmailLink($0, $1) }
        post("/sign-in/link", router) { try await link($0, $1) }
        post("/sign-in/password", router) { try await byEmail($0, $1) }
        post("/sign-in/email-link", router) { try await emailLink($0, $1) }
        post("/sign-in/phone", router) { try await sendCode($0, $1) }
        post("/sign-in/phone/code", router) { try await phoneCode($0, $1) }
        post("/sign-in/second-factor", router) { try await secondFactor($0, $1) }
        post("/sign-in/continue", router) { try await goOn($0, $1) }
        post("/sign-in/sign-out", router) { try await signOut($0, $1) }
        addPasskeys(to: router)
        addSignUp(to: router)
        addAccount(to: router)
    }

    // MARK: First view

    private func show(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        let browser = cookie.token(of: request) ?? cookie.newToken()
        let parameters = request.uri.queryParameters
        let message = parameters["error"].map { visit.texts.message(for: String($0)) }
        var response: Response
        if let token = visit.cookies.session(of: request),
            let tokens = try? await actions.sessions.refresh(token, for: visit.caller.project.id),
            tokens.account.realm == visit.caller.realm
        {
            response = try await accountPage(tokens.account, visit, browser: browser, message: message)
        } else {
            var view = SignInView(problem: message.map { .init(text: $0) })
            if parameters["view"] == "sign-up" { view.task = .signUp }
            response = try await signInPage(view, visit, browser: browser)
        }
        // Returning to the first view cancels a pending link.
        if visit.cookies.pending(of: request) != nil { visit.cookies.clearPending(on: &response) }
        cookie.set(browser, on: &response)
        return response
    }

    func signInPage(_ view: SignInView, _ visit: SignInVisit, browser: String) async throws -> Response {
        let status: HTTPResponse.Status = view.problem == nil ? .ok : .badRequest
        let frame = frame(visit, browser)
        if view.task == .resetPassword {
            return try pages.page("signin-reset", ResetContent(view, visit.texts, frame), status: status)
        }
        let providers = try await catalog.enabledProviders(in: visit.caller.realm)
        let offersPasskeys = passkeys.ownRelyingParty != nil
        let content = SignInContent(
            view, visit, frame, providers: providers, offersPasskeys: offersPasskeys, provesAddresses: provesAddresses(visit))
        return try pages.page("signin-page", content, status: status, script: offersPasskeys || content.takesPassword)
    }

    /// Shows the signed-in account. If the user came from a site, they continue to it by a form, so that another site cannot send them
    /// there signed in.
    private func accountPage(_ account: Account, _ visit: SignInVisit, browser: String, message: String?) async throws -> Response {
        let name = account.displayName ?? account.email?.text ?? account.phoneNumber ?? account.screenName ?? visit.texts.unnamedUser
        if visit.site != nil {
            return try pages.page(
                "signin-go-on",
                GoOnContent(
                    t: visit.texts, frame: frame(visit, browser), to: visit.texts.filled(visit.texts.goOnTo, name: visit.place), name: name,
                    label: visit.texts.filled(visit.texts.goOnAs, name: name), message: message))
        }
        let providers = try await catalog.enabledProviders(in: visit.caller.realm)
            .filter { account.identity(of: $0.identityProvider) == nil }
        let present = account.hasPasskey ? try await store.read { try $0.passkeys(of: account.id, in: account.realm) } : []
        let offersPasskeys = passkeys.ownRelyingParty != nil
        return try pages.page(
            "signin-account",
            AccountContent(
                t: visit.texts, frame: frame(visit, browser), name: name, message: message, uid: account.id.rawValue,
                email: account.email?.text, emailVerified: account.emailVerified,
                identities: account.identities.map { ToldIdentity($0, visit.texts) },
                linkable: providers.map { ProviderButton($0, visit.texts) }, present: present.map { PasskeyRow($0, visit.texts) },
                passkeys: offersPasskeys), script: offersPasskeys)
    }

    func frame(_ visit: SignInVisit, _ browser: String) -> SignInFrame {
        SignInFrame(sandbox: sandbox, suffix: visit.suffix, tail: visit.tail, csrf: cookie.formToken(for: browser))
    }

    // MARK: Actions

    typealias Action = @Sendable (Request, SignInVisit) async throws -> Response

    func get(_ path: RouterPath, _ router: Router<ServerContext>, _ action: @escaping Action) {
        router.get(path) { request, context in
            if let url = cookie.publicAddress.moving(request) { return Response.seeOther(url) }
            return try await answering(request, context, action)
        }
    }

    /// - Parameter forScript: Whether a script sends the request. Errors are then returned as JSON.
    func post(
        _ path: RouterPath, _ router: Router<ServerContext>, forScript: Bool = false,
        _ action: @escaping @Sendable (Request, SignInVisit) async throws -> Response
    ) {
        router.post(path) { request, context in try await answering(request, context, forScript: forScript, action) }
    }

    /// Runs an action and shows errors as pages, or as JSON for scripts.
    private func answering(
        _ request: Request, _ context: ServerContext, forScript: Bool = false,
        _ action: (Request, SignInVisit) async throws -> Response
    ) async throws -> Response {
        let visit: SignInVisit
        do {
            visit = try await visits.visit(request, context)
        } catch let problem as HandlerProblem {
            if forScript { return try .json(ScriptRefusal(message: problem.text), status: .badRequest) }
            return try pages.problem("This sign-in cannot begin", problem.text, status: .badRequest)
        }
        do {
            return try await action(request, visit)
        } catch is PageForms.ForeignForm {
            return try pages.page("signin-stale-form", SimpleContent(t: visit.texts, frame: frame(visit, "")), status: .forbidden)
        } catch let error as TooManyAttempts {
            let browser = cookie.token(of: request) ?? cookie.newToken()
            return try await signInPage(SignInView(problem: .init(error, in: visit.texts)), visit, browser: browser)
        }
    }

    /// Reads a form that this server gave to this browser, and the browser's token.
    ///
    /// - Throws: `PageForms.ForeignForm`.
    func form(of request: Request) async throws -> (form: QueryParameters, browser: String) {
        try await PageForms(cookie: cookie).read(request)
    }
}

extension SignInVisit {
    /// The name to show for what the user signs in to: the site's origin or the project's display name.
    var place: String { site?.origin.text ?? caller.project.displayName }
}
