import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySecrets
import LatchkeySignInFlow
import LatchkeyWeb

/// Signs in with a provider, and links providers.
extension SignInPage {
    func start(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        // The flow ends at the site with a code for the party that started it, so another site must not start it unnoticed.
        if visit.site != nil, !request.isSameOrigin(as: cookie.publicAddress) { return .seeOther(visit.home()) }
        let browser = cookie.token(of: request) ?? cookie.newToken()
        let provider = ProviderID(rawValue: String(request.uri.queryParameters["provider"] ?? ""))
        var response = try await leave(to: provider, visit, browser: browser) { .seeOther($0) }
        // Any site can send a browser here, so the result must not be linked to the account that is signed in.
        visit.cookies.setLinking(false, on: &response)
        cookie.set(browser, on: &response)
        return response
    }

    /// Starts linking a provider. Linking changes the signed-in account, so it requires a form of this page.
    func link(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        let (form, browser) = try await form(of: request)
        let provider = ProviderID(rawValue: form["provider"] ?? "")
        // Uses an intermediate page: `form-action` restricts redirects after a form, and providers redirect to further hosts.
        var response = try await leave(to: provider, visit, browser: browser) { url in
            try leavePage(to: url, name: provider.displayName, visit, browser: browser)
        }
        visit.cookies.setLinking(true, on: &response)
        return response
    }

    private func leave(
        to provider: ProviderID, _ visit: SignInVisit, browser: String, by way: (String) throws -> Response
    ) async throws -> Response {
        do {
            var options = FlowOptions()
            options.language = visit.caller.language
            // The session id is the browser's token, so only this browser can use the result.
            return try way(
                try await starter.begin(
                    provider, for: visit.caller, session: Fingerprint(of: browser), browser: Fingerprint(of: browser),
                    target: .page(query: visit.query.isEmpty ? nil : visit.query), options: options))
        } catch let error as OAuthError {
            // Details are useful to the operator only. In a sandbox, the user is the operator.
            let detail = sandbox ? " (\(error.publicDetail))" : ""
            let problem = SignInView.Problem(text: visit.texts.message(for: error.code.rawValue) + detail)
            return try await signInPage(SignInView(problem: problem), visit, browser: browser)
        } catch let error as SignInError {
            let message = visit.texts.message(for: error.code.rawValue, error.message ?? error.code.rawValue)
            return try await signInPage(SignInView(problem: .init(text: message)), visit, browser: browser)
        }
    }

    func finish(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        guard let browser = cookie.token(of: request), let token = request.uri.queryParameters["authResult"],
            let assertion = try await actions.finisher.result(String(token), sessionID: browser, in: visit.caller.realm)
        else {
            let content = SimpleContent(t: visit.texts, frame: frame(visit, ""))
            return try pages.page("signin-ended", content, status: .badRequest)
        }
        let outcome = try await actions.finish(assertion, request: request, visit: visit)
        return try await reply(to: outcome, visit: visit, browser: browser)
    }
}
