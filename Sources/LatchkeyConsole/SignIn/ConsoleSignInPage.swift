import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeySignInPages
import LatchkeyWeb
import LatchkeyWire

/// `/console/sign-in`: sign-in with a passkey, or with a password and, if enrolled, a second factor.
struct ConsoleSignInPage: Sendable {
    let console: Console
    let passwords: PasswordSignIn
    let secondFactors: SecondFactorSignIn
    let passkeys: PasskeyCeremonies

    static let path = "/console/sign-in"
    private static let secondFactorPath = path + "/second-factor"
    private static let passkeyPath = path + "/passkey"

    private struct Content {
        let frame: ConsoleFrame
        let csrf: String
        /// Whether browsers support passkeys at the console's address.
        let hasPasskeys: Bool
        /// The page to open after sign-in.
        let next: String
        var email = ""
        var pending = ""
        var message: String?
        var done: String?
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.path, on: router) { request, _ in
            try page(request, done: request.uri.queryParameters["done"].flatMap { Self.actions[String($0)] })
        }
        console.post(Self.path, on: router) { request, context in
            let (form, _) = try await console.forms.read(request)
            let email = form["email"] ?? ""
            do {
                let caller = console.door.caller(request, context)
                switch try await passwords.signIn(
                    email: try EmailAddress.required(email), password: Secret(form["password"] ?? ""), caller: caller)
                {
                case .signedIn(let tokens): return try await enter(tokens, form, request, caller)
                case .secondFactorNeeded(let needed): return try page(request, form, pending: needed.pendingCredential.expose())
                }
            } catch let error as SignInError {
                return try page(request, form, email: email, message: SignInPage.message(for: error.code.rawValue, error.message))
            } catch let error as TooManyAttempts {
                return try page(request, form, email: email, message: Self.text(error))
            }
        }
        console.post(Self.secondFactorPath, on: router) { request, context in
            let (form, _) = try await console.forms.read(request)
            let pending = form["pending"] ?? ""
            let code = (form["code"] ?? "").filter { $0 != " " }
            do {
                let isTOTP = code.utf8.count == 6 && code.utf8.allSatisfy { (0x30...0x39).contains($0) }
                let caller = console.door.caller(request, context)
                let tokens = try await secondFactors.finish(
                    Secret(pending), with: isTOTP ? .totp(code: code, enrollment: nil) : .recoveryCode(code), caller: caller)
                return try await enter(tokens, form, request, caller)
            } catch let error as SignInError where error.code == .invalidMFAPendingCredential || error.code == .userDisabled {
                return try page(request, form, message: SignInPage.message(for: error.code.rawValue))
            } catch is SignInError {
                return try page(request, form, pending: pending, message: "The code is wrong. Please try again.")
            } catch let error as TooManyAttempts {
                return try page(request, form, pending: pending, message: Self.text(error))
            }
        }
        console.post(Self.passkeyPath + "/options", on: router) { request, context in
            try await console.passkeyOptions(at: passkeys) { relyingParty in
                _ = try await console.forms.read(request)
                return PasskeyRequestOptions(try await passkeys.signIn.start(console.door.caller(request, context), at: relyingParty))
            }
        }
        console.post(Self.passkeyPath, on: router) { request, context in
            let (form, _) = try await console.forms.read(request)
            let caller = console.door.caller(request, context)
            do {
                return try await enter(try await passkeys.signIn.finish(try form.passkeyAssertion(), caller: caller), form, request, caller)
            } catch let error as SignInError {
                return try page(request, form, message: SignInPage.message(for: error.code.rawValue, error.message))
            }
        }
        console.post("/console/sign-out", on: router) { request, context in
            _ = try await console.forms.read(request)
            return try await console.door.close(request, context, to: Self.path)
        }
    }

    /// Opens the console. An account without a role gets an error instead of a redirect loop.
    private func enter(
        _ tokens: IssuedTokens, _ form: QueryParameters, _ request: Request, _ caller: Caller
    ) async throws -> Response {
        guard ConsoleRole(of: tokens.account) != nil else {
            try await console.door.sessions.end(tokens.refreshToken, for: caller)
            return try page(request, message: ConsoleDoor.noRole)
        }
        return try await console.door.enter(tokens, to: ConsoleNext(form["next"])?.path ?? ConsoleParts.path, request, caller)
    }

    private static let actions = [
        "password": "Password changed. Sign in with your new password.", "everywhere": "You are signed out everywhere.",
        "factor": "This console requires a second factor. Sign in with it or with your passkey.",
        "over": "Your session has expired and your changes were not saved. Sign in and go back to the page.",
    ]

    private static func text(_ error: TooManyAttempts) -> String {
        "Too many attempts. Try again in \(error.shownWait)."
    }

    private func page(
        _ request: Request, _ form: QueryParameters? = nil, email: String = "", pending: String = "", message: String? = nil,
        done: String? = nil
    ) throws -> Response {
        let cookie = console.forms.cookie
        let browser = cookie.token(of: request) ?? cookie.newToken()
        var response = try console.pages.page(
            pending.isEmpty ? "console-sign-in" : "console-second-factor",
            Content(
                frame: console.plainFrame, csrf: cookie.formToken(for: browser), hasPasskeys: passkeys.ownRelyingParty != nil,
                next: ConsoleNext((form ?? request.queryParameters)["next"])?.path ?? "", email: email, pending: pending, message: message,
                done: done
            ),
            status: message == nil ? .ok : .badRequest, script: passkeys.ownRelyingParty != nil)
        cookie.set(browser, on: &response)
        return response
    }
}
