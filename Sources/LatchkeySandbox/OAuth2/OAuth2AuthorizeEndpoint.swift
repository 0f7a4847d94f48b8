import HTTPTypes
import Hummingbird
import LatchkeyOAuth

/// The authorization page.
struct OAuth2AuthorizeEndpoint: Sendable {
    let state: SandboxState
    let pages: Pages
    let rules: OAuth2Rules

    func add(to routes: some RouterMethods<SandboxContext>) {
        let path = RouterPath(rules.authorizePath)
        routes.get(path) { request, context in
            try await respond(ReceivedRequest(request, context: context), show)
        }
        routes.post(path) { request, context in
            try await respond(ReceivedRequest(request, context: context), decide)
        }
    }

    private func respond(
        _ request: ReceivedRequest,
        _ body: (ReceivedRequest, OAuth2Authorization, Browser, OAuth2Consent) throws -> Response
    ) throws -> Response {
        let browser = Browser(request, state: state)
        do {
            guard let query = try? request.queryParameters() else {
                throw OAuth2AuthorizationRefusal.page("The address of this page is malformed.")
            }
            let consent = OAuth2Consent(state: state, rules: rules, base: request.address.description)
            return try body(request, consent.authorization(query), browser, consent)
        } catch let error as SandboxError {
            return try pages.message(error, browser: browser)
        } catch OAuth2AuthorizationRefusal.page(let text, let isUnknown) {
            let error = SandboxError(.invalidAuthorization, text)
            return try pages.message(error, status: isUnknown ? .notFound : .badRequest, browser: browser)
        } catch OAuth2AuthorizationRefusal.leave(let back, let app) {
            return try leave(back, app: app, request: request, browser: browser)
        }
    }

    private func show(
        _ request: ReceivedRequest, _ authorization: OAuth2Authorization, _ browser: Browser, _ consent: OAuth2Consent
    ) throws -> Response {
        let signedIn = browser.signedInPerson(at: rules.provider).flatMap { authorization.expects($0) ? $0 : nil }
        let hasGranted = signedIn.map { consent.hasGranted(authorization, person: $0.key) } ?? false
        func refuse(_ code: String, _ text: String) -> OAuth2AuthorizationRefusal {
            .leave(authorization.back.error(code, text), app: authorization.app.name)
        }
        if authorization.prompts.contains("none") {
            guard signedIn != nil, !authorization.mustAsk else { throw refuse("login_required", "No user is signed in.") }
            guard hasGranted else { throw refuse("consent_required", "The user has not granted consent yet.") }
        }
        if let signedIn, hasGranted, !authorization.mustAsk, !rules.asksEveryTime {
            let back = try consent.decide(authorization, person: signedIn.key, allows: true)
            return try leave(back, app: authorization.app.name, request: request, browser: browser)
        }
        let people = state.withLedger { $0.people.people(at: rules.provider) }
        let expected = authorization.hint == nil ? nil : people.first(where: authorization.expects)
        let received = rules.scopes.filter { authorization.scopes.contains($0.name) }
        let page = ConsentPage(
            provider: rules.provider, app: authorization.app.name, people: people, chosen: (expected ?? signedIn)?.key,
            permissions: received.map { "\($0.meaning) (\($0.name))" },
            scopes: rules.asksEveryTime
                ? [] : received.filter { $0.name != rules.requiredScope }.map { .init(name: $0.name, meaning: $0.meaning) },
            csrf: browser.csrf(for: request.query ?? ""))
        return try pages.consent(page, browser: browser)
    }

    private func decide(
        _ request: ReceivedRequest, _ authorization: OAuth2Authorization, _ browser: Browser, _ consent: OAuth2Consent
    ) throws -> Response {
        // The request is in the URL, which the hidden field is bound to, so nothing needs to be stored in between.
        let form = try ConsentForm(request, subject: request.query ?? "", browser: browser, state: state)
        if case .add(let person) = form.action {
            browser.signIn(try state.addPerson(person).key)
            return .seeOther(request)
        }
        if let person = form.person { browser.signIn(person) }
        let back = try consent.decide(
            authorization, person: form.person, allows: form.action == .allow, withheld: form.withheld)
        return try leave(back, app: authorization.app.name, request: request, browser: browser)
    }

    private func leave(
        _ back: OAuth2Return, app: String, request: ReceivedRequest, browser: Browser
    ) throws -> Response {
        guard let address = back.address else { return try pages.formPost(back, app: app, browser: browser) }
        guard request.method == .post else { return .found(address) }
        return try pages.leave(to: address, app: app, isDenied: back.isDenied, browser: browser)
    }
}
