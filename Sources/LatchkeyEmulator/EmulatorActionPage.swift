import HTTPTypes
import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeySignInPages
import LatchkeyWeb
import LatchkeyWire

/// `/emulator/action`, the target of links in mails. Opening a link applies its code at once.
struct EmulatorActionPage: Sendable {
    let resolver: CallerResolver
    let codes: CodeServices

    static let path = "/emulator/action"
    private static let maxBytes = 16_384

    func add(to router: Router<ServerContext>) {
        router.get(RouterPath(Self.path)) { request, context in
            let text = request.uri.query ?? ""
            guard text.utf8.count <= Self.maxBytes, let query = try? QueryParameters(formEncoded: text) else {
                return try refusal("The URL is invalid.", "Open the link exactly as it was sent.")
            }
            return try await respond(query, request, context)
        }
    }

    private func respond(_ query: QueryParameters, _ request: Request, _ context: ServerContext) async throws -> Response {
        let input = ActionRequest(query)
        guard !input.apiKey.isEmpty else {
            return try refusal(
                "missing apiKey query parameter",
                "Please modify the URL to specify an apiKey, such as ...&apiKey=YOUR_API_KEY")
        }
        guard !input.code.expose().isEmpty else {
            return try refusal(
                "missing oobCode query parameter",
                "Please modify the URL to specify an oobCode, such as ...&oobCode=YOUR_OOB_CODE")
        }
        let caller = try await resolver.caller(
            for: try await resolver.project(withKey: input.apiKey), tenant: input.tenant, request: request, context: context)
        switch input.mode {
        case .signIn:
            guard let url = input.uncheckedContinueURL else {
                return try refusal("Missing continueUrl query parameter", "To sign in, append &continueUrl=YOUR_APP_URL to the link.")
            }
            guard Self.mayGoTo(url) else {
                return try refusal("Invalid continueUrl query parameter", "Use an absolute URL that cannot run a script.")
            }
            return .seeOther(Self.adding(query, to: url))
        case .resetPassword: return try await resetPassword(input, request, caller)
        case .verifyEmail, .recoverEmail, .verifyAndChangeEmail, .disownEmail: return try await apply(input, caller)
        default:
            return try refusal("Invalid mode", nil)
        }
    }

    private func resetPassword(_ input: ActionRequest, _ request: Request, _ caller: Caller) async throws -> Response {
        guard try await kind(of: input.code, caller) == .passwordReset else {
            return try refusal(Self.used(for: "reset your password"), "Try resetting your password again.")
        }
        guard !input.newPassword.expose().isEmpty else {
            var text = EmulatorVerdict.Text(error: "missing newPassword query parameter")
            let email = try await codes.codes.check(input.code, in: caller.realm).email?.text ?? ""
            text.instructions = "To reset the password for \(email), send an HTTP GET request to the following URL."
            text.instructions2 = "You may use a web browser or any HTTP client, such as curl."
            text.urlTemplate = Self.template(request)
            return try Response.json(EmulatorVerdict(authEmulator: text), status: .badRequest)
        }
        guard input.newPassword.expose() != Self.placeholder else {
            var text = EmulatorVerdict.Text(error: "newPassword must be something other than '\(Self.placeholder)'")
            text.instructions = "The string '\(Self.placeholder)' is just a placeholder."
            text.instructions2 = "Please change the URL to specify a new password instead."
            text.urlTemplate = Self.template(request)
            return try Response.json(EmulatorVerdict(authEmulator: text), status: .badRequest)
        }
        let code = try await codes.reset.confirm(input.code, newPassword: input.newPassword, for: caller)
        return try done("The password has been successfully updated.", code.email?.text, input)
    }

    private func apply(_ input: ActionRequest, _ caller: Caller) async throws -> Response {
        let isRecovery = input.mode == .recoverEmail
        if isRecovery, try await kind(of: input.code, caller) != .recoverEmail {
            return try refusal("Requested mode does not match the OOB code provided.", Self.retry(.recoverEmail))
        }
        do {
            let (account, code) = try await codes.application.apply(input.code, for: caller)
            return try done(
                Self.success(of: code.kind), account.email?.text, input, goesOn: !isRecovery,
                isNew: code.kind == .verifyAndChangeEmail)
        } catch let error as SignInError where error.code == .invalidOOBCode || error.code == .expiredCode {
            return try refusal(Self.used(for: Self.purpose(of: input.mode)), Self.retry(input.mode))
        }
    }

    private func kind(of code: Secret<String>, _ caller: Caller) async throws -> OneTimeCode.Kind? {
        do {
            return try await codes.codes.check(code, in: caller.realm).kind
        } catch is SignInError {
            return nil
        }
    }

    /// Whether the page may redirect to a URL. Custom schemes are allowed, because mobile apps use them.
    private static func mayGoTo(_ url: String) -> Bool {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        return AbsoluteURI.isOne(url) && !["javascript", "data", "vbscript", "file", "blob"].contains(scheme)
    }

    /// Returns the app's URL with the link's parameters in its query, as Google's emulator does.
    private static func adding(_ query: QueryParameters, to url: String) -> String {
        let added = query.filter { $0.name != "continueUrl" }
        let names = Set(added.map(\.name))
        let text = added.map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }.joined(separator: "&")
        return ActionRequest.adding(text, to: url) { names.contains($0) }
    }

    // MARK: Texts

    private static let placeholder = "NEW_PASSWORD_HERE"

    /// The URL of the request with a placeholder for the new password.
    private static func template(_ request: Request) -> String {
        let pairs = (request.uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("newPassword=") }
        let base = (Emulator.requestedAt ?? "") + path + "?"
        return base + (pairs.map(String.init) + ["newPassword=" + placeholder]).joined(separator: "&")
    }

    private static func used(for purpose: String) -> String {
        "Your request to \(purpose) has expired or the link has already been used."
    }

    private static func purpose(of mode: ActionLink.Mode) -> String {
        switch mode {
        case .verifyEmail: "verify your email"
        case .verifyAndChangeEmail: "change your email"
        default: "revert your email"
        }
    }

    private static func retry(_ mode: ActionLink.Mode) -> String {
        switch mode {
        case .verifyEmail: "Try verifying your email again."
        case .verifyAndChangeEmail: "Try changing your email again."
        default:
            "If you're trying to test the reverting email flow, try changing the email again to generate a new link."
        }
    }

    private static func success(of kind: OneTimeCode.Kind) -> String {
        switch kind {
        case .verifyEmail: "The email has been successfully verified."
        case .recoverEmail: "The email has been successfully reset."
        case .disownEmail: "The email has been removed from the account."
        default: "The email has been successfully changed."
        }
    }

    private func done(
        _ text: String, _ email: String?, _ input: ActionRequest, goesOn: Bool = true, isNew: Bool = false
    ) throws -> Response {
        if goesOn, let url = input.uncheckedContinueURL, Self.mayGoTo(url) { return .seeOther(url) }
        return try Response.json(EmulatorVerdict(authEmulator: .init(success: text, email: email, newEmail: isNew ? email : nil)))
    }

    private func refusal(_ error: String, _ instructions: String?) throws -> Response {
        try Response.json(EmulatorVerdict(authEmulator: .init(error: error, instructions: instructions)), status: .badRequest)
    }
}
