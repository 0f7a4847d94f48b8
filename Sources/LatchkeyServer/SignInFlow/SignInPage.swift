// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

/// `/sign-in`: a page for people without an app, on which the standard project's providers can be tried and used.
struct SignInPage: Sendable {
    let store: any AccountStore
    let starter: FlowStarter
    let catalog: ProviderCatalog
    let actions: SignInPageActions
    let secondFactors: SecondFactorPage
    let cookie: BrowserCookie
    let cookies: SignInPageCookies
    let pages: PageRenderer
    let passkeys: PasskeyCeremonies
    let sandbox: Bool

    func add(to router: Router<ServerContext>) {
        router.get("/sign-in") { request, context in
            if let url = cookie.publicAddress.moving(request) { return Response.seeOther(url) }
            return try await show(request, context)
        }
        router.get("/sign-in/start") { request, context in
            if let url = cookie.publicAddress.moving(request) { return Response.seeOther(url) }
            return try await start(request, context)
        }
        router.post("/sign-in/link") { request, context in try await answeringForm { try await link(request, context) } }
        router.get("/sign-in/finish") { request, context in try await finish(request, context) }
        router.post("/sign-in/password") { request, context in try await answeringForm { try await password(request, context) } }
        router.post("/sign-in/second-factor") { request, context in
            try await answeringForm { try await secondFactor(request, context) }
        }
        router.post("/sign-in/sign-out") { request, context in try await answeringForm { try await signOut(request, context) } }
        addPasskeys(to: router)
    }

    private func secondFactor(_ request: Request, _ context: ServerContext) async throws -> Response {
        let form = try await form(of: request)
        let caller = try await actions.caller(request, context)
        guard let browser = cookie.token(of: request) else { throw PageForms.ForeignForm() }
        switch try await secondFactors.answer(form, caller: caller, browser: browser) {
        case .page(let page): return page
        case .signedIn(let tokens):
            let outcome = try await actions.linkPending(to: tokens, request: request, caller: caller)
            return try await reply(to: outcome, request: request, caller: caller, browser: browser)
        }
    }

    private func signOut(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try await form(of: request)
        if let token = cookies.session(of: request) {
            try await actions.sessions.end(token, for: try await actions.caller(request, context))
        }
        var response = Response.seeOther("/sign-in")
        cookies.clear(on: &response)
        return response
    }

    // MARK: Pages

    private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let caller = try await actions.caller(request, context)
        let browser = cookie.token(of: request) ?? cookie.newToken()
        let message = request.uri.queryParameters["error"].map { Self.message(for: String($0)) }
        var response: Response
        if let token = cookies.session(of: request), let tokens = try? await actions.sessions.refresh(token, for: caller.project.id) {
            response = try await accountPage(tokens.account, caller: caller, browser: browser, message: message)
        } else {
            response = try await signInPage(caller, browser: browser, email: "", message: message)
        }
        cookie.set(browser, on: &response)
        return response
    }

    private func signInPage(
        _ caller: Caller, browser: String, email: String, message: String?, notice: String? = nil
    ) async throws -> Response {
        let providers = try await catalog.enabledProviders(in: caller.realm)
        return try pages.page(
            "sign-in",
            SignInContent(
                sandbox: sandbox, project: caller.project.displayName, message: message, notice: notice,
                providers: providers.map(ProviderButton.init), password: caller.project.settings.passwordSignIn,
                passkeys: passkeys.ownRelyingParty != nil, csrf: cookie.formToken(for: browser), email: email),
            status: message == nil ? .ok : .badRequest, script: passkeys.ownRelyingParty != nil)
    }

    private func accountPage(_ account: Account, caller: Caller, browser: String, message: String?) async throws -> Response {
        let providers = try await catalog.enabledProviders(in: caller.realm).filter { account.identity(of: $0.identityProvider) == nil }
        let present = account.hasPasskey ? try await store.read { try $0.passkeys(of: account.id, in: account.realm) } : []
        return try pages.page(
            "account",
            AccountContent(
                sandbox: sandbox, name: account.displayName ?? account.email?.text ?? "Somebody", message: message,
                uid: account.id.rawValue, email: account.email?.text, emailVerified: account.emailVerified,
                identities: account.identities.map(IdentityRow.init), linkable: providers.map(ProviderButton.init),
                present: present.map(PasskeyRow.init), passkeys: passkeys.ownRelyingParty != nil,
                csrf: cookie.formToken(for: browser)), script: passkeys.ownRelyingParty != nil)
    }

    // MARK: Providers

    private func start(_ request: Request, _ context: ServerContext) async throws -> Response {
        let caller = try await actions.caller(request, context)
        let browser = cookie.token(of: request) ?? cookie.newToken()
        let provider = ProviderID(rawValue: String(request.uri.queryParameters["provider"] ?? ""))
        var response = try await leave(to: provider, caller: caller, browser: browser) { .seeOther($0) }
        // Any site can send a browser here, so what it finds must not be linked to an account that happens to be open.
        cookies.setLinking(false, on: &response)
        cookie.set(browser, on: &response)
        return response
    }

    /// Linking changes the account that is open, so it takes a form of ours.
    private func link(_ request: Request, _ context: ServerContext) async throws -> Response {
        let form = try await form(of: request)
        let caller = try await actions.caller(request, context)
        guard let browser = cookie.token(of: request) else { throw PageForms.ForeignForm() }
        let provider = ProviderID(rawValue: form["provider"] ?? "")
        // A page in between: what follows a form may lead only where `form-action` allows, and providers lead on to places of their own.
        var response = try await leave(to: provider, caller: caller, browser: browser) { url in
            try pages.page("leave", LeaveContent(sandbox: sandbox, provider: provider.displayName, url: url))
        }
        cookies.setLinking(true, on: &response)
        return response
    }

    private func leave(
        to provider: ProviderID, caller: Caller, browser: String, by way: (String) throws -> Response
    ) async throws -> Response {
        do {
            // The page's session id is the browser's own token: only this browser can use the result.
            return try way(
                try await starter.begin(
                    provider, for: caller, session: Fingerprint(of: browser), browser: Fingerprint(of: browser), target: .page,
                    options: .init()))
        } catch let error as OAuthError {
            return try await signInPage(caller, browser: browser, email: "", message: error.publicDetail)
        } catch let error as SignInError {
            return try await signInPage(caller, browser: browser, email: "", message: error.message ?? error.code.rawValue)
        }
    }

    private func finish(_ request: Request, _ context: ServerContext) async throws -> Response {
        let caller = try await actions.caller(request, context)
        guard let browser = cookie.token(of: request), let token = request.uri.queryParameters["authResult"],
            let assertion = try await actions.finisher.result(String(token), sessionID: browser, in: caller.realm)
        else {
            return try pages.problem("This sign-in has ended", "It was finished before or belongs to another browser.", status: .badRequest)
        }
        let outcome = try await actions.finish(assertion, request: request, caller: caller)
        return try await reply(to: outcome, request: request, caller: caller, browser: browser)
    }

    // MARK: Passwords

    private func password(_ request: Request, _ context: ServerContext) async throws -> Response {
        let form = try await form(of: request)
        let caller = try await actions.caller(request, context)
        let browser = cookie.token(of: request) ?? cookie.newToken()
        do {
            if form["mode"] == "forgot" {
                let email = try EmailAddress.required(form["email"])
                try await actions.codes.sendPasswordReset(
                    to: email, continueURL: cookie.publicAddress.url + "/sign-in", for: caller)
                return try await signInPage(
                    caller, browser: browser, email: email.text, message: nil,
                    notice: "If there is an account with this address, a mail with a link to set a new password is on its way to it.")
            }
            let outcome = try await actions.password(form, request: request, caller: caller)
            return try await reply(to: outcome, request: request, caller: caller, browser: browser)
        } catch let error as SignInError {
            return try await signInPage(
                caller, browser: browser, email: form["email"] ?? "", message: Self.message(for: error.code.rawValue, error.message))
        } catch let error as TooManyAttempts {
            return try await signInPage(
                caller, browser: browser, email: form["email"] ?? "",
                message: "Too many attempts. Try again in \(error.retryAfterSeconds) seconds.")
        }
    }

    func reply(
        to outcome: SignInPageActions.Outcome, request: Request, caller: Caller, browser: String
    ) async throws -> Response {
        switch outcome {
        case .signedIn(let tokens, let linkFailed):
            var response = Response.seeOther(linkFailed.map { "/sign-in?error=" + $0.rawValue } ?? "/sign-in")
            cookies.setSession(tokens.refreshToken, on: &response)
            return response
        case .secondFactorNeeded(let needed):
            return try secondFactors.page(for: needed, browser: browser)
        case .confirm(let email, let provider, let known, let pendingToken):
            // Who may not know how the account is opened is offered every way there is.
            let settings = caller.project.settings
            let enabled = try await catalog.enabledProviders(in: caller.realm)
            // A person whom one protocol of a provider knows can come by the other too.
            let providers = enabled.filter {
                known.isEmpty ? $0.identityProvider != provider.identityProvider : known.contains($0.identityProvider)
            }
            let offersPassword = known.isEmpty ? settings.passwordSignIn : known.contains(.password)
            let offersPasskey = (known.isEmpty || known.contains(.passkey)) && passkeys.ownRelyingParty != nil
            let name = enabled.first { $0.provider == provider }?.displayName ?? provider.displayName
            var response = try pages.page(
                "confirm",
                ConfirmContent(
                    sandbox: sandbox, email: email, provider: name, providers: providers.map(ProviderButton.init),
                    password: offersPassword, passkeys: offersPasskey, csrf: cookie.formToken(for: browser)),
                script: offersPasskey)
            cookies.setPending(pendingToken, on: &response)
            return response
        case .refused(let code):
            return .seeOther("/sign-in?error=" + code.rawValue)
        }
    }

    /// A person sent the form, so a page answers what is wrong with it.
    func answeringForm(_ answer: () async throws -> Response) async throws -> Response {
        do {
            return try await answer()
        } catch is PageForms.ForeignForm {
            return try pages.page("stale-form", ["sandbox": sandbox], status: .forbidden)
        }
    }

    /// A form that this browser was given by us.
    ///
    /// - Throws: `PageForms.ForeignForm`.
    func form(of request: Request) async throws -> QueryParameters {
        try await PageForms(cookie: cookie).read(request).form
    }

    static func message(for code: String, _ detail: String? = nil) -> String {
        switch code {
        case "INVALID_LOGIN_CREDENTIALS", "INVALID_PASSWORD", "EMAIL_NOT_FOUND": "The address or the password is wrong."
        case "RESET_PASSWORD_EXCEED_LIMIT": "Too many mails were asked for. Look into your mailbox, or try again in an hour."
        case "EMAIL_EXISTS": "There is an account with this address already."
        case "FEDERATED_USER_ID_ALREADY_LINKED": "This identity belongs to another account."
        case "auth/user-cancelled": "You cancelled the sign-in."
        case "WEAK_PASSWORD": "The password is too short: six characters at the least."
        case "PASSWORD_DOES_NOT_MEET_REQUIREMENTS":
            "The password does not follow the rules of this place: make it longer, or mix more kinds of characters."
        case "BLOCKING_FUNCTION_ERROR_RESPONSE": "You cannot come in here."
        case "INVALID_EMAIL", "MISSING_EMAIL": "This is not an e-mail address."
        case "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": "Your last sign-in was too long ago for this. Sign out, sign in again, and repeat it."
        case "PASSKEY_CREDENTIAL_NOT_FOUND": "This passkey opens no account here."
        case "CREDENTIAL_ALREADY_IN_USE": "This passkey belongs to an account already."
        case "USER_DISABLED": "This account is disabled."
        case "INVALID_MFA_PENDING_CREDENTIAL": "That took too long, or too many codes were wrong. Please sign in again."
        default: detail ?? "The sign-in did not work. Please try again."
        }
    }
}

extension Request {
    /// Whether the browser says that one of our own pages sent this. Browsers that say nothing are stopped by the form token.
    func isSameOrigin(as publicAddress: PublicAddress) -> Bool {
        if let name = HTTPField.Name("sec-fetch-site"), let site = headers[name] { return site == "same-origin" }
        // Our pages ask for no referrer, so browsers write `null` for their origin.
        guard let origin = headers[.origin], origin != "null" else { return true }
        return WebOrigin(origin).map { $0 == WebOrigin(publicAddress.url) } ?? false
    }
}
