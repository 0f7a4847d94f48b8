import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb
import Logging

/// `/console/join`: creates the account of an invited administrator, or sets the password of one who forgot it.
struct JoinPage: Sendable {
    let console: Console
    let signUp: AdministratorSignUp

    static let path = "/console/join"
    private static let recovery = "password"

    /// Returns a link. The secret is in its fragment, which browsers do not send to the server.
    static func link(_ secret: Secret<String>, to email: EmailAddress, recovers: Bool = false, at address: PublicAddress) -> String {
        address.url + path + (recovers ? "?for=" + recovery : "") + "#" + secret.expose() + "&" + PercentEncoding.encode(email.text)
    }

    private struct Content {
        let frame: ConsoleFrame
        let csrf: String
        var message: String?
        var isOver = false
        /// Whether the link is for an existing administrator. Only the wording depends on it.
        let recovers: Bool
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.path, on: router) { request, _ in try page(request) }
        console.post(Self.path, on: router) { request, context in
            let (form, _) = try await console.forms.read(request)
            let caller = console.door.caller(request, context)
            do {
                let joined = try await signUp.join(
                    Secret(form["secret"] ?? ""), password: Secret(form["password"] ?? ""), caller: caller)
                guard let tokens = joined else { return .seeOther(ConsoleSignInPage.path + "?done=password") }
                return try await console.door.enter(tokens, to: ConsoleParts.path, request, caller)
            } catch is AdministratorSignUp.InvitationOver {
                context.logger.warning("an administrator invitation was used with an invalid secret")
                return try page(request, isOver: true)
            } catch let error as SignInError {
                return try page(request, message: ConsoleSetupPage.text(error) + " Open the invitation link again.")
            }
        }
    }

    private func page(_ request: Request, message: String? = nil, isOver: Bool = false) throws -> Response {
        let cookie = console.forms.cookie
        let browser = cookie.token(of: request) ?? cookie.newToken()
        var response = try console.pages.page(
            "console-join",
            Content(
                frame: console.plainFrame, csrf: cookie.formToken(for: browser), message: message, isOver: isOver,
                recovers: request.queryParameters["for"] == Self.recovery),
            status: isOver ? .gone : message == nil ? .ok : .badRequest, script: true)
        cookie.set(browser, on: &response)
        return response
    }
}
