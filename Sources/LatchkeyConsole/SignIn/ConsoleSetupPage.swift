import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeySignInPages
import LatchkeyWeb
import Logging

/// `/console/setup`: creates the first administrator.
struct ConsoleSetupPage: Sendable {
    let console: Console
    let signUp: AdministratorSignUp

    private struct Content {
        let frame: ConsoleFrame
        var csrf = ""
        var email = ""
        var message: String?
        var isOver = false
    }

    func add(to router: Router<ServerContext>) {
        console.get(ConsoleParts.setupPath, on: router) { request, _ in
            let isOver = try await console.store.read { try $0.hasAdministrator() }
            return try form(request, isOver: isOver)
        }
        console.post(ConsoleParts.setupPath, on: router) { request, context in
            let (form, _) = try await console.forms.read(request)
            let caller = console.door.caller(request, context)
            do {
                let tokens = try await signUp.createFirst(
                    Secret(form["secret"] ?? ""), email: try EmailAddress.required(form["email"]), password: Secret(form["password"] ?? ""),
                    caller: caller)
                return try await console.door.enter(tokens, to: ConsoleParts.path, request, caller)
            } catch is AdministratorSignUp.InvitationOver {
                context.logger.warning("setup of the first administrator was attempted with an invalid secret")
                return try self.form(request, isOver: true)
            } catch let error as SignInError {
                // The secret is not rendered into the page, so the user must open the link again.
                return try self.form(
                    request, email: form["email"] ?? "", message: Self.text(error) + " Open the setup link again.")
            }
        }
    }

    static func text(_ error: SignInError) -> String {
        error.code.rawValue == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"
            ? "The password must have at least 12 characters." : SignInPage.message(for: error.code.rawValue, error.message)
    }

    private func form(_ request: Request, email: String = "", message: String? = nil, isOver: Bool = false) throws -> Response {
        let cookie = console.forms.cookie
        let browser = cookie.token(of: request) ?? cookie.newToken()
        var response = try console.pages.page(
            "console-setup",
            Content(
                frame: console.plainFrame, csrf: cookie.formToken(for: browser), email: email, message: message, isOver: isOver),
            status: isOver ? .gone : message == nil ? .ok : .badRequest, script: true)
        cookie.set(browser, on: &response)
        return response
    }
}
