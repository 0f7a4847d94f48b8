import HTTPTypes
import Hummingbird
import LatchkeyOAuth

/// `/oauth/authenticate` and `/oauth/authorize`: the pages of the second leg.
///
/// The only difference: `authenticate` requests the consent of a signed-in person only once per application.
struct AuthenticateEndpoint: Sendable {
    let state: SandboxState
    let pages: Pages

    func add(to routes: some RouterMethods<SandboxContext>) {
        for path: RouterPath in ["oauth/authenticate", "oauth/authorize"] {
            routes.get(path) { request, context in
                try await show(ReceivedRequest(request, context: context))
            }
            routes.post(path) { request, context in
                try await decide(ReceivedRequest(request, context: context))
            }
        }
    }

    private func show(_ request: ReceivedRequest) throws -> Response {
        let browser = Browser(request, state: state)
        do {
            let query = try readQuery(request)
            let (token, app) = try TwitterConsent(state: state).pending(query["oauth_token"])
            let signedIn = browser.signedInPerson(at: .twitter)
            let isForced = try Self.boolean(query, "force_login")
            let isOther = query.filled("screen_name").map { $0.lowercased() != signedIn?.twitter?.screenName.lowercased() } ?? false
            if request.path == "/oauth/authenticate", !isForced, !isOther, let signedIn,
                TwitterConsent(state: state).hasGranted(app, person: signedIn.key)
            {
                let outcome = try TwitterConsent(state: state).decide(
                    token.token, person: signedIn.key, allows: true, path: request.faultPath)
                if case .leave(let address, _) = outcome { return .found(address) }
                return try respond(outcome, app: app, browser: browser)
            }
            return try pages.consent(consent(for: app, query: query, browser: browser, token: token), browser: browser)
        } catch let error as SandboxError {
            return try pages.message(error, browser: browser)
        }
    }

    private func decide(_ request: ReceivedRequest) throws -> Response {
        let browser = Browser(request, state: state)
        do {
            let query = try readQuery(request)
            let (token, app) = try TwitterConsent(state: state).pending(query["oauth_token"])
            let form = try ConsentForm(request, subject: token.token, browser: browser, state: state)
            if case .add(let person) = form.action {
                browser.signIn(try state.addPerson(person).key)
                return .seeOther(request)
            }
            if let person = form.person { browser.signIn(person) }
            let outcome = try TwitterConsent(state: state).decide(
                token.token, person: form.person, allows: form.action == .allow, path: request.faultPath)
            return try respond(outcome, app: app, browser: browser)
        } catch let error as SandboxError {
            return try pages.message(error, browser: browser)
        }
    }

    private func respond(_ outcome: TwitterConsent.Outcome, app: SandboxApp, browser: Browser) throws -> Response {
        switch outcome {
        case .leave(let address, let isDenied):
            try pages.leave(to: address, app: app.name, isDenied: isDenied, browser: browser)
        case .pin(let pin): try pages.pin(pin, app: app.name, browser: browser)
        case .refused: try pages.done("You denied access to \(app.name).", browser: browser)
        }
    }

    private func readQuery(_ request: ReceivedRequest) throws -> FormParameters {
        guard let query = try? request.queryParameters(), query.repeatedName == nil else {
            throw SandboxError(.invalidAuthorization, "The address of this page is malformed or contains a parameter twice.")
        }
        return query
    }

    private func consent(
        for app: SandboxApp, query: FormParameters, browser: Browser, token: TwitterLedger.RequestToken
    ) throws -> ConsentPage {
        let people = state.withLedger { $0.people.people(at: .twitter) }
        let wanted = query.filled("screen_name")?.lowercased()
        let chosen =
            people.first { $0.twitter?.screenName.lowercased() == wanted } ?? browser.signedInPerson(at: .twitter)
        var permissions = ["See your profile and your posts"]
        if token.mayWrite { permissions.append("Post for you") }
        if app.mayRequestEmail { permissions.append("See your email address") }
        return ConsentPage(
            provider: .twitter, app: app.name, people: people, chosen: chosen?.key, permissions: permissions,
            csrf: browser.csrf(for: token.token))
    }

    static func boolean(_ query: FormParameters, _ name: String) throws -> Bool {
        switch query[name] {
        case nil, "", "false", "f", "0": false
        case "true", "t", "1": true
        default: throw SandboxError(.invalidAuthorization, "The parameter \(name) must be true or false.")
        }
    }
}
