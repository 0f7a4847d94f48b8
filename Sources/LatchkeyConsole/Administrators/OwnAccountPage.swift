import HTTPTypes
import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeySignInPages
import LatchkeyWeb
import LatchkeyWire

/// `/console/account`: the administrator's own password, second factor, passkeys and sessions.
struct OwnAccountPage: Sendable {
    let console: Console
    let passwords: PasswordSignIn
    let administration: AccountAdministration
    let enrollment: SecondFactorEnrollment
    let recovery: RecoveryCodes
    let passkeys: PasskeyCeremonies
    let update: AccountUpdate

    static let path = "/console/account"

    private struct Content {
        let frame: ConsoleFrame
        let csrf: String
        let message: String?
        let done: String?
        let email: String
        let factors: [FactorRow]
        let passkeys: [PasskeyRow]
        /// Whether browsers support passkeys at the console's address.
        let canHavePasskeys: Bool
        let sessions: [SessionRow]
        /// The seed of a TOTP enrollment that is waiting for its first code.
        var seed: AuthenticatorSeed?
        /// The recovery codes. Shown once.
        var codes: [String] = []
    }

    private struct FactorRow {
        let id: String
        let enrolled: ShownDate
    }

    private struct PasskeyRow {
        let id: String
        let name: String
        let added: ShownDate
        /// `nil` if the passkey was never used.
        let used: ShownDate?
    }

    private struct SessionRow {
        let begun: ShownDate
        let used: ShownDate
        let address: String
        let program: String
        let isThis: Bool
    }

    private struct Extra {
        var message: String?
        var done: String?
        var seed: AuthenticatorSeed?
        var codes: [String] = []
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.path, on: router) { request, _ in
            let visitor = try await console.door.visitor(request, isOwnAccount: true)
            return try await show(visitor, Extra(done: request.uri.queryParameters["done"].flatMap { Self.actions[String($0)] }))
        }
        on("password", router) { input in try await changePassword(input) }
        on("sign-out", router) { input in
            try await end(input)
            return .seeOther(ConsoleSignInPage.path + "?done=everywhere")
        }
        on("totp", router) { input in
            let seed = try await enrollment.startTOTP(for: input.holder)
            return try await show(
                input.visitor,
                Extra(
                    seed: AuthenticatorSeed(key: TOTP.base32(seed.seed.expose()), sessionInfo: seed.sessionInfo.expose(), of: input.visitor)
                ))
        }
        on("totp/finish", router) { input in
            let info = input.form["sessionInfo"] ?? ""
            let code = (input.form["code"] ?? "").filter { $0 != " " }
            let tokens: IssuedTokens
            do {
                (tokens, _) = try await enrollment.finish(.totp(code: code, sessionInfo: info), displayName: nil, for: input.holder)
            } catch let error as SignInError where error.code == .invalidCode {
                // The user has already added the key to their app. A new key would invalidate the app's codes.
                let seed = AuthenticatorSeed(key: input.form["key"] ?? "", sessionInfo: info, of: input.visitor)
                return try await show(input.visitor, Extra(message: "The code is wrong. Enter the current code from the app.", seed: seed))
            }
            let caller = input.holder.caller
            // The former session has ended, so the new one must reach the browser even if a later step fails.
            let codes = (try? await recovery.renew(for: try await console.door.sessions.check(tokens.idToken, from: caller))) ?? []
            let visitor = ConsoleVisitor(
                account: tokens.account, session: tokens.session, role: input.visitor.role, browser: input.visitor.browser)
            var response = try await show(visitor, Extra(done: Self.added(codes), codes: codes))
            console.door.keep(tokens, on: &response)
            return response
        }
        on("totp/remove", router) { input in
            let tokens = try await enrollment.withdraw(input.form["id"] ?? "", for: input.holder)
            return console.door.open(tokens, to: Self.path + "?done=removed")
        }
        addPasskeys(to: router)
    }

    private static let actions = [
        "removed": "Removed.", "passkey": "Passkey added.",
        "required": "This console requires a second factor. Add an authenticator app or a passkey to continue.",
    ]

    private func addPasskeys(to router: Router<ServerContext>) {
        console.post(Self.path + "/passkeys/options", on: router) { request, context in
            try await console.passkeyOptions(at: passkeys) { relyingParty in
                _ = try await console.forms.read(request)
                _ = try await console.door.visitor(request, isOwnAccount: true)
                let holder = try await console.door.holder(request, context)
                return PasskeyCreationOptions(
                    try await passkeys.enrollment.start(holder, at: relyingParty), project: holder.caller.project)
            }
        }
        on("passkeys", router) { input in
            let tokens = try await passkeys.enrollment.finish(
                try input.form.passkeyRegistration(), name: input.form["name"], by: input.holder)
            return console.door.open(tokens, to: Self.path + "?done=passkey")
        }
        on("passkeys/remove", router) { input in
            let edit = AccountEdit(removingPasskeys: [try input.form.passkeyID()])
            guard let tokens = try await update.apply(edit, by: input.holder).tokens else { return .seeOther(Self.path + "?done=removed") }
            return console.door.open(tokens, to: Self.path + "?done=removed")
        }
    }

    private static func added(_ codes: [String]) -> String {
        codes.isEmpty
            ? "Authenticator app added, but recovery codes could not be created. Remove the app and add it again to get recovery codes."
            : "Authenticator app added."
    }

    private struct Input: Sendable {
        let visitor: ConsoleVisitor
        let holder: SignedInCaller
        let form: QueryParameters
    }

    private func on(_ name: String, _ router: Router<ServerContext>, _ act: @escaping @Sendable (Input) async throws -> Response) {
        console.action(Self.path + "/" + name, by: .viewer, isOwnAccount: true, on: router) { action in
            let visitor = action.visitor
            let holder = try await console.door.holder(action.request, action.context)
            do {
                return try await act(Input(visitor: visitor, holder: holder, form: action.form))
            } catch let error as SignInError {
                return try await show(visitor, Extra(message: Self.text(error)))
            } catch let error as TooManyAttempts {
                return try await show(visitor, Extra(message: "Too many attempts. Try again in \(error.shownWait)."))
            }
        }
    }

    /// Sets a new password after checking the current one, and ends all sessions.
    private func changePassword(_ input: Input) async throws -> Response {
        guard let email = input.visitor.account.email else { throw SignInError(.userNotFound) }
        let new = Secret(input.form["new"] ?? "")
        try input.holder.caller.project.settings.passwordPolicy.check(new)
        // Checked through a regular sign-in, so that failed attempts count toward the same rate limit.
        if case .signedIn(let tokens) = try await passwords.signIn(
            email: email, password: Secret(input.form["password"] ?? ""), caller: input.holder.caller)
        {
            try await console.door.sessions.end(tokens.refreshToken, for: input.holder.caller)
        }
        var revision = AccountRevision()
        revision.password = new
        _ = try await administration.update(
            input.visitor.account.id, revision, by: input.holder.caller, actor: input.visitor.account.id.rawValue)
        return .seeOther(ConsoleSignInPage.path + "?done=password")
    }

    private func end(_ input: Input) async throws {
        var revision = AccountRevision()
        revision.validSince = administration.instant
        _ = try await administration.update(
            input.visitor.account.id, revision, by: input.holder.caller, actor: input.visitor.account.id.rawValue)
    }

    static func text(_ error: SignInError) -> String {
        switch error.code.rawValue {
        case "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": "This action requires a recent sign-in. Sign out and sign in again."
        case "INVALID_CODE", "MISSING_CODE": "The code is wrong. Start again and enter the current code from the app."
        case "INVALID_SESSION_INFO", "MISSING_SESSION_INFO": "The request has expired. Start again."
        case "INVALID_AUTHENTICATOR_RESPONSE", "MISSING_AUTHENTICATOR_RESPONSE": "The passkey was not added. Try again."
        case "INVALID_LOGIN_CREDENTIALS", "INVALID_PASSWORD", "MISSING_PASSWORD": "The current password is wrong."
        case "PASSWORD_DOES_NOT_MEET_REQUIREMENTS": "The password must have at least 12 characters."
        default: SignInPage.message(for: error.code.rawValue, error.message)
        }
    }

    private func show(_ visitor: ConsoleVisitor, _ extra: Extra) async throws -> Response {
        let account = visitor.account
        let (factors, known, kept) = try await console.store.read { view in
            (
                try view.secondFactors(of: account.id, in: account.realm), try view.passkeys(of: account.id, in: account.realm),
                try view.sessions(of: account.id, in: account.realm)
            )
        }
        let now = administration.instant
        return try console.page(
            "console-account",
            Content(
                frame: try await console.frame(visitor), csrf: console.forms.cookie.formToken(for: visitor.browser), message: extra.message,
                done: extra.done, email: account.shownIdentifier,
                factors: factors.map { FactorRow(id: $0.id, enrolled: ShownDate($0.enrolledAt)) },
                passkeys: known.map {
                    PasskeyRow(
                        id: Base64URL.encode($0.credentialID), name: $0.name, added: ShownDate($0.createdAt),
                        used: $0.lastUsedAt.map { ShownDate($0) })
                }, canHavePasskeys: passkeys.ownRelyingParty != nil,
                sessions: kept.filter { !$0.isOver(at: now) }.prefix(50).map {
                    SessionRow(
                        begun: ShownDate($0.createdAt), used: ShownDate($0.lastUsedAt), address: $0.client.address ?? "",
                        program: $0.client.userAgent ?? "", isThis: $0.id == visitor.session.id)
                }, seed: extra.seed, codes: extra.codes), status: extra.message == nil ? .ok : .badRequest)
    }
}

extension AuthenticatorSeed {
    /// - Parameter written: The seed in Base32.
    fileprivate init(key written: String, sessionInfo: String, of visitor: ConsoleVisitor) {
        self.init(key: written, sessionInfo: sessionInfo, account: visitor.account.shownIdentifier, issuer: "Latchkey")
    }
}
