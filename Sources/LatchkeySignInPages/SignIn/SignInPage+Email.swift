import HTTPTypes
import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// Signs in with a password or with an email link.
extension SignInPage {
    func byEmail(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        let (form, browser) = try await form(of: request)
        var view = SignInView(email: form["email"] ?? "")
        do {
            switch form["mode"] {
            case "forgot":
                view.task = .resetPassword
                return try await sendReset(&view, visit, browser: browser)
            case "link": return try await sendLink(&view, visit, browser: browser)
            case let mode:
                if mode == "sign-up" {
                    view.task = .signUp
                    // The button also opens the view for new accounts.
                    if provesAddresses(visit) || view.email.isEmpty || form["password"]?.isEmpty != false {
                        return try await signInPage(view, visit, browser: browser)
                    }
                }
                let outcome = try await actions.password(form, request: request, visit: visit)
                return try await reply(to: outcome, visit: visit, browser: browser)
            }
        } catch let error as SignInError {
            view.problem = .init(error, in: visit.texts, at: .email)
        } catch let error as TooManyAttempts {
            view.problem = .init(error, in: visit.texts, at: form["mode"] == "sign-in" ? .password : .email)
        }
        return try await signInPage(view, visit, browser: browser)
    }

    /// Sends a link to set a new password. Without an address, asks for it.
    private func sendReset(_ view: inout SignInView, _ visit: SignInVisit, browser: String) async throws -> Response {
        guard !view.email.isEmpty else { return try await signInPage(view, visit, browser: browser) }
        let email = try EmailAddress.required(view.email)
        try await actions.codes.sendPasswordReset(to: email, continueURL: cookie.publicAddress.url + visit.home(), for: visit.caller)
        return try await signInPage(SignInView(email: email.text, notice: visit.texts.resetSent), visit, browser: browser)
    }

    /// Sends an email link. The response is the same for every address, so that it does not reveal which addresses have an account.
    private func sendLink(_ view: inout SignInView, _ visit: SignInVisit, browser: String) async throws -> Response {
        let email = try EmailAddress.required(view.email)
        try await actions.codes.sendSignInLink(
            to: email, continueURL: visit.url(of: "/sign-in/email-link", at: cookie.publicAddress), for: visit.caller)
        view.notice = visit.texts.linkSent
        var response = try await signInPage(view, visit, browser: browser)
        visit.cookies.setEmail(email, on: &response)
        return response
    }

    /// Shows the page that an email link opens. Opening it changes nothing, because link scanners open every link in an email.
    func showEmailLink(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        let browser = cookie.token(of: request) ?? cookie.newToken()
        let code = request.uri.queryParameters["oobCode"].map { String($0) } ?? ""
        let email = visit.cookies.email(of: request)?.text ?? ""
        var response = try linkPage(code: code, email: email, visit, browser: browser, message: nil)
        cookie.set(browser, on: &response)
        return response
    }

    /// Signs in with an email link. In another browser, the user must enter the address that the link was sent to. Otherwise an attacker
    /// could pass on a link that signs the user in to the attacker's account unnoticed.
    func emailLink(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        let (form, browser) = try await form(of: request)
        let code = form["oobCode"] ?? ""
        do {
            let email = try EmailAddress.required(form["email"])
            // A link that was requested in another browser may name a site that this user did not choose.
            let asks = visit.cookies.email(of: request) != email
            switch try await emailLinks.signIn(Secret(code), email: email, for: visit.caller).outcome {
            case .signedIn(let tokens):
                let outcome = try await actions.linkPending(to: tokens, request: request, visit: visit)
                return try await reply(to: outcome, visit: visit, browser: browser, asks: asks)
            case .secondFactorNeeded(let needed):
                return try await reply(to: .secondFactorNeeded(needed), visit: visit, browser: browser, asks: asks)
            }
        } catch let error as SignInError {
            // A code that was sent to another address remains valid.
            let isAnother = error.code == .invalidEmail && error.message != nil
            let message = isAnother ? visit.texts.anotherAddress : visit.texts.message(for: error)
            return try linkPage(code: code, email: form["email"] ?? "", visit, browser: browser, message: message)
        }
    }

    private func linkPage(code: String, email: String, _ visit: SignInVisit, browser: String, message: String?) throws -> Response {
        try pages.page(
            "signin-email-link",
            EmailLinkContent(
                t: visit.texts, frame: frame(visit, browser), to: visit.texts.filled(visit.texts.to, [("project", visit.place)]),
                code: code, email: email, message: message, focusEmail: email.isEmpty && message == nil),
            status: message == nil ? .ok : .badRequest)
    }
}
