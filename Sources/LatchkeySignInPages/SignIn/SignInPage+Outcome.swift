import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeySecrets
import LatchkeySignInFlow
import LatchkeyWeb

/// The responses after a sign-in, for every sign-in method.
extension SignInPage {
    /// - Parameter asks: Whether the user must confirm before continuing to a site, because the user may not have chosen the site.
    func reply(
        to outcome: SignInPageActions.Outcome, visit: SignInVisit, browser: String, asks: Bool = false
    ) async throws -> Response {
        switch outcome {
        case .signedIn(let tokens, let linkFailed):
            var response = Response.seeOther(visit.home(error: linkFailed?.rawValue))
            if let site = visit.site, linkFailed == nil, !asks {
                response = try await leave(for: site, with: tokens, visit, browser: browser)
            }
            visit.cookies.setSession(tokens.refreshToken, on: &response)
            return response
        case .secondFactorNeeded(let needed):
            return try secondFactors.page(for: needed, visit, frame: frame(visit, browser), asks: asks)
        case .confirm(let email, let provider, let known, let pendingToken):
            return try await confirm(email, provider, known, pendingToken, visit, browser: browser)
        case .refused(let code):
            return .seeOther(visit.home(error: code.rawValue))
        }
    }

    /// Shows an intermediate page instead of a redirect: `form-action` restricts redirects after a form, and so may a provider's page.
    private func leave(for site: SiteReturn, with tokens: IssuedTokens, _ visit: SignInVisit, browser: String) async throws -> Response {
        let code = try await siteCodes.issue(for: tokens, origin: site.origin.text, challenge: site.challenge)
        return try leavePage(to: site.url(with: code), name: site.origin.text, visit, browser: browser)
    }

    func leavePage(to url: String, name: String, _ visit: SignInVisit, browser: String) throws -> Response {
        try pages.page(
            "signin-leave",
            LeaveContent(t: visit.texts, frame: frame(visit, browser), label: visit.texts.filled(visit.texts.goOnTo, name: name), url: url))
    }

    private func confirm(
        _ email: String, _ provider: ProviderID, _ known: [ProviderID], _ pendingToken: Secret<String>, _ visit: SignInVisit,
        browser: String
    ) async throws -> Response {
        // If the account's sign-in methods must not be revealed, offers all methods.
        let enabled = try await catalog.enabledProviders(in: visit.caller.realm)
        // An identity can be used through either protocol of its provider.
        let providers = enabled.filter {
            known.isEmpty ? $0.identityProvider != provider.identityProvider : known.contains($0.identityProvider)
        }
        let offersPassword = known.isEmpty ? visit.caller.project.settings.passwordSignIn : known.contains(.password)
        let offersPasskey = (known.isEmpty || known.contains(.passkey)) && passkeys.ownRelyingParty != nil
        let name = enabled.first { $0.provider == provider }?.displayName ?? provider.displayName
        var response = try pages.page(
            "signin-confirm",
            ConfirmContent(
                t: visit.texts, frame: frame(visit, browser),
                lead: visit.texts.filled(visit.texts.confirmLead, [("email", email), ("provider", name)]), email: email,
                providers: providers.map { ProviderButton($0, visit.texts) }, password: offersPassword, passkeys: offersPasskey),
            script: offersPasskey || offersPassword)
        visit.cookies.setPending(pendingToken, on: &response)
        return response
    }

    /// Handles “Continue as …” for the user that is signed in to the page.
    func goOn(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        let (_, browser) = try await form(of: request)
        guard let token = visit.cookies.session(of: request), let site = visit.site else { return .seeOther(visit.home()) }
        do {
            let tokens = try await actions.sessions.refresh(token, for: visit.caller.project.id)
            guard tokens.account.realm == visit.caller.realm else { return .seeOther(visit.home()) }
            return try await leave(for: site, with: tokens, visit, browser: browser)
        } catch is SignInError {
            // The session has ended in the meantime, so the user must sign in again.
            return .seeOther(visit.home())
        }
    }

    func signOut(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        _ = try await form(of: request)
        if let token = visit.cookies.session(of: request) { try await actions.sessions.end(token, for: visit.caller) }
        var response = Response.seeOther(visit.home())
        visit.cookies.clear(on: &response)
        return response
    }

    func secondFactor(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        let (form, browser) = try await form(of: request)
        switch try await secondFactors.respond(form, visit, frame: frame(visit, browser)) {
        case .page(let page): return page
        case .signedIn(let tokens):
            let outcome = try await actions.linkPending(to: tokens, request: request, visit: visit)
            return try await reply(to: outcome, visit: visit, browser: browser, asks: SecondFactorPage.asks(form))
        }
    }
}
