import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// The way to a provider and back.
extension SignInPage {
    func start(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        // What follows sends the person to the site with a code for whoever began: another site must not begin it, unseen.
        if visit.site != nil, !request.isSameOrigin(as: cookie.publicAddress) { return .seeOther(visit.home()) }
        let browser = cookie.token(of: request) ?? cookie.newToken()
        let provider = ProviderID(rawValue: String(request.uri.queryParameters["provider"] ?? ""))
        var response = try await leave(to: provider, visit, browser: browser) { .seeOther($0) }
        // Any site can send a browser here, so what it finds must not be linked to an account that happens to be open.
        visit.cookies.setLinking(false, on: &response)
        cookie.set(browser, on: &response)
        return response
    }

    /// Linking changes the account that is open, so it takes a form of ours.
    func link(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        let (form, browser) = try await form(of: request)
        let provider = ProviderID(rawValue: form["provider"] ?? "")
        // A page in between: what follows a form may lead only where `form-action` allows, and providers lead on to places of their own.
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
            // The page's session id is the browser's own token: only this browser can use the result.
            return try way(
                try await starter.begin(
                    provider, for: visit.caller, session: Fingerprint(of: browser), browser: Fingerprint(of: browser),
                    target: .page(query: visit.query.isEmpty ? nil : visit.query), options: options))
        } catch let error as OAuthError {
            // What is for the operator is of no use to others, and in a sandbox they are the same person.
            let detail = sandbox ? " (\(error.publicDetail))" : ""
            return try await signInPage(
                visit, browser: browser, email: "", message: visit.texts.message(for: error.code.rawValue) + detail)
        } catch let error as SignInError {
            let message = visit.texts.message(for: error.code.rawValue, error.message ?? error.code.rawValue)
            return try await signInPage(visit, browser: browser, email: "", message: message)
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
