import HTTPTypes
import Hummingbird
import LatchkeyOAuth

/// `/login/oauth/authorize`: the page of the web flow.
struct AuthorizeEndpoint: Sendable {
    let state: SandboxState
    let pages: Pages

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get("login/oauth/authorize") { request, context in
            try await respond(ReceivedRequest(request, context: context)) { request, authorization, browser in
                try show(request, authorization, browser)
            }
        }
        routes.post("login/oauth/authorize") { request, context in
            try await respond(ReceivedRequest(request, context: context)) { request, authorization, browser in
                try decide(request, authorization, browser)
            }
        }
    }

    private func respond(
        _ request: ReceivedRequest, _ body: (ReceivedRequest, GitHubAuthorization, Browser) throws -> Response
    ) throws -> Response {
        let browser = Browser(request, state: state)
        do {
            guard let query = try? request.queryParameters() else {
                throw GitHubAuthorizationRefusal.page("The address of this page is malformed.")
            }
            let authorization = try GitHubConsent(state: state).authorization(query, path: request.faultPath)
            return try body(request, authorization, browser)
        } catch let error as SandboxError {
            return try pages.message(error, browser: browser)
        } catch let refusal as GitHubAuthorizationRefusal {
            switch refusal {
            case .page(let text, let isUnknown):
                let error = SandboxError(.invalidAuthorization, text)
                return try pages.message(error, status: isUnknown ? .notFound : .badRequest, browser: browser)
            case .leave(let address, let app):
                guard request.method == .post else { return .found(address) }
                return try pages.leave(to: address, app: app, isDenied: true, browser: browser)
            }
        }
    }

    private func show(
        _ request: ReceivedRequest, _ authorization: GitHubAuthorization, _ browser: Browser
    ) throws -> Response {
        let consent = GitHubConsent(state: state)
        let signedIn = browser.signedInPerson(at: .github)
        if let signedIn, !authorization.asksForAccount, consent.hasGranted(authorization, person: signedIn.key) {
            return .found(
                try consent.decide(authorization, person: signedIn.key, allows: true, path: request.faultPath).address)
        }
        let people = state.withLedger { $0.people.people(at: .github) }
        let login = authorization.login?.lowercased()
        let chosen = people.first { $0.github?.login.lowercased() == login } ?? signedIn
        let page = ConsentPage(
            provider: .github, app: authorization.app.name, people: people, chosen: chosen?.key,
            permissions: ["See your public profile"] + authorization.scopes.map { "\($0.meaning) (\($0.rawValue))" },
            scopes: authorization.scopes.map { .init(name: $0.rawValue, meaning: $0.meaning) },
            csrf: browser.csrf(for: request.query ?? ""))
        return try pages.consent(page, browser: browser)
    }

    private func decide(
        _ request: ReceivedRequest, _ authorization: GitHubAuthorization, _ browser: Browser
    ) throws -> Response {
        // The request is in the URL, which the hidden field is bound to, so nothing needs to be stored in between.
        let form = try ConsentForm(request, subject: request.query ?? "", browser: browser, state: state)
        if case .add(let person) = form.action {
            browser.signIn(try state.addPerson(person).key)
            return .seeOther(request)
        }
        if let person = form.person { browser.signIn(person) }
        let (address, isDenied) = try GitHubConsent(state: state).decide(
            authorization, person: form.person, allows: form.action == .allow, withheld: form.withheld,
            path: request.faultPath)
        return try pages.leave(to: address, app: authorization.app.name, isDenied: isDenied, browser: browser)
    }
}
