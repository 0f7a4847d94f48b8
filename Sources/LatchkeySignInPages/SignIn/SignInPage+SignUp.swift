import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// Creates accounts with a link in a mail, if the page must not reveal which addresses have an account.
///
/// To create an account at once would reveal it: the user is signed in, or learns that the address is taken. The response to the form
/// is therefore the same for every address, and the mail says which of the two applies.
extension SignInPage {
    func addSignUp(to router: Router<ServerContext>) {
        get("/sign-in/sign-up", router) { try await showNewAccount($0, $1) }
        post("/sign-in/sign-up", router) { try await sendSignUp($0, $1) }
        post("/sign-in/sign-up/finish", router) { try await finishSignUp($0, $1) }
    }

    /// Whether an account is created only after its address was proven. Without mail, this is not possible.
    func provesAddresses(_ visit: SignInVisit) -> Bool { visit.caller.project.settings.enumerationProtection && sendsMail() }

    private func sendSignUp(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        let (form, browser) = try await form(of: request)
        var view = SignInView(task: .signUp, email: form["email"] ?? "")
        guard provesAddresses(visit) else { return try await signInPage(view, visit, browser: browser) }
        do {
            let email = try EmailAddress.required(view.email)
            try await actions.codes.sendSignUp(
                to: email, continueURL: visit.url(of: "/sign-in/sign-up", at: cookie.publicAddress),
                home: cookie.publicAddress.url + visit.home(), for: visit.caller)
            let lead = visit.texts.filled(visit.texts.signUpSent, [("email", email.text)])
            var response = try pages.page(
                "signin-mail-sent", MailSentContent(t: visit.texts, frame: frame(visit, browser), lead: lead))
            visit.cookies.setEmail(email, on: &response)
            return response
        } catch let error as SignInError {
            view.problem = .init(error, in: visit.texts, at: .email)
        } catch let error as TooManyAttempts {
            view.problem = .init(error, in: visit.texts, at: .email)
        }
        return try await signInPage(view, visit, browser: browser)
    }

    /// Shows the page that the link opens. Opening it changes nothing, because link scanners open every link in an email.
    private func showNewAccount(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        let browser = cookie.token(of: request) ?? cookie.newToken()
        let code = request.uri.queryParameters["oobCode"].map { String($0) } ?? ""
        var response: Response
        do {
            let email = try await actions.signUp.address(provenBy: Secret(code), for: visit.caller)
            response = try newAccountPage(code, email, visit, browser)
        } catch let error as SignInError {
            response = try newAccountPage(code, nil, visit, browser, message: visit.texts.message(for: error))
        }
        cookie.set(browser, on: &response)
        return response
    }

    private func finishSignUp(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        let (form, browser) = try await form(of: request)
        let code = form["oobCode"] ?? ""
        do {
            let email = try await actions.signUp.address(provenBy: Secret(code), for: visit.caller)
            do {
                let tokens = try await actions.signUp.withPassword(
                    Secret(form["password"] ?? ""), provenBy: Secret(code), for: visit.caller)
                // A link that was requested in another browser may name a site that this user did not choose.
                let asks = visit.cookies.email(of: request) != email
                let outcome = try await actions.linkPending(to: tokens, request: request, visit: visit)
                return try await reply(to: outcome, visit: visit, browser: browser, asks: asks)
            } catch let error as SignInError {
                let text = visit.texts.message(for: error)
                return SignInView.Problem(error, in: visit.texts, at: .email).field == .password
                    ? try newAccountPage(code, email, visit, browser, passwordError: text)
                    : try newAccountPage(code, email, visit, browser, message: text)
            }
        } catch let error as SignInError {
            return try newAccountPage(code, nil, visit, browser, message: visit.texts.message(for: error))
        }
    }

    private func newAccountPage(
        _ code: String, _ email: EmailAddress?, _ visit: SignInVisit, _ browser: String, message: String? = nil,
        passwordError: String? = nil
    ) throws -> Response {
        let texts = visit.texts
        return try pages.page(
            "signin-new-account",
            NewAccountContent(
                t: texts, frame: frame(visit, browser), to: texts.filled(texts.to, [("project", visit.place)]), code: code,
                email: email?.text, hint: texts.passwordHint(visit.caller.project), message: message, passwordError: passwordError),
            status: message == nil && passwordError == nil ? .ok : .badRequest, script: email != nil)
    }
}

extension SignInTexts {
    /// The requirements of a project for new passwords.
    func passwordHint(_ project: Project) -> String {
        filled(passwordHint, [("count", String(project.settings.passwordPolicy.minimumOfNewPasswords))])
    }
}
