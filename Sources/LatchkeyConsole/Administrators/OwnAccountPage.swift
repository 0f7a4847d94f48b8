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
    let enrolment: SecondFactorEnrolment
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
        var seed: Seed?
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

    struct Seed {
        /// The key in groups of four characters, for typing.
        let text: String
        let link: String
        /// The key as the page submits it, so that it can be shown again after a wrong code.
        let key: String
        /// The link as a QR code; `nil` if it is too long for one.
        let picture: Picture?
        let sessionInfo: String

        struct Picture {
            let size: Int
            let path: String
        }
    }

    private struct Extra {
        var message: String?
        var done: String?
        var seed: Seed?
        var codes: [String] = []
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.path, on: router) { request, _ in
            let visitor = try await console.door.visitor(request)
            return try await show(visitor, Extra(done: request.uri.queryParameters["done"].flatMap { Self.deeds[String($0)] }))
        }
        on("password", router) { ask in try await changePassword(ask) }
        on("sign-out", router) { ask in
            try await end(ask)
            return .seeOther(ConsoleSignInPage.path + "?done=everywhere")
        }
        on("totp", router) { ask in
            let seed = try await enrolment.startTOTP(for: ask.holder)
            return try await show(
                ask.visitor,
                Extra(seed: Seed(key: TOTP.base32(seed.seed.expose()), sessionInfo: seed.sessionInfo.expose(), of: ask.visitor)))
        }
        on("totp/finish", router) { ask in
            let info = ask.form["sessionInfo"] ?? ""
            let code = (ask.form["code"] ?? "").filter { $0 != " " }
            let tokens: IssuedTokens
            do {
                (tokens, _) = try await enrolment.finish(.totp(code: code, sessionInfo: info), displayName: nil, for: ask.holder)
            } catch let error as SignInError where error.code == .invalidCode {
                // The user has already added the key to their app. A new key would invalidate the app's codes.
                let seed = Seed(key: ask.form["key"] ?? "", sessionInfo: info, of: ask.visitor)
                return try await show(ask.visitor, Extra(message: "The code is wrong. Enter the current code from the app.", seed: seed))
            }
            let caller = ask.holder.caller
            // The former session has ended, so the new one must reach the browser even if a later step fails.
            let codes = (try? await recovery.renew(for: try await console.door.sessions.check(tokens.idToken, from: caller))) ?? []
            let visitor = ConsoleVisitor(
                account: tokens.account, session: tokens.session, role: ask.visitor.role, browser: ask.visitor.browser)
            var response = try await show(visitor, Extra(done: Self.added(codes), codes: codes))
            console.door.keep(tokens, on: &response)
            return response
        }
        on("totp/remove", router) { ask in
            let tokens = try await enrolment.withdraw(ask.form["id"] ?? "", for: ask.holder)
            return console.door.open(tokens, to: Self.path + "?done=removed")
        }
        addPasskeys(to: router)
    }

    private static let deeds = ["removed": "Removed.", "passkey": "Passkey added."]

    private func addPasskeys(to router: Router<ServerContext>) {
        console.post(Self.path + "/passkeys/options", on: router) { request, context in
            try await console.passkeyOptions(at: passkeys) { relyingParty in
                _ = try await console.forms.read(request)
                _ = try await console.door.visitor(request)
                let holder = try await console.door.holder(request, context)
                return PasskeyCreationOptions(
                    try await passkeys.enrolment.start(holder, at: relyingParty), project: holder.caller.project)
            }
        }
        on("passkeys", router) { ask in
            let tokens = try await passkeys.enrolment.finish(try ask.form.passkeyRegistration(), name: ask.form["name"], by: ask.holder)
            return console.door.open(tokens, to: Self.path + "?done=passkey")
        }
        on("passkeys/remove", router) { ask in
            let edit = AccountEdit(removingPasskeys: [try ask.form.passkeyID()])
            guard let tokens = try await update.apply(edit, by: ask.holder).tokens else { return .seeOther(Self.path + "?done=removed") }
            return console.door.open(tokens, to: Self.path + "?done=removed")
        }
    }

    private static func added(_ codes: [String]) -> String {
        codes.isEmpty
            ? "Authenticator app added, but recovery codes could not be created. Remove the app and add it again to get recovery codes."
            : "Authenticator app added."
    }

    private struct Ask: Sendable {
        let visitor: ConsoleVisitor
        let holder: SignedInCaller
        let form: QueryParameters
    }

    private func on(_ name: String, _ router: Router<ServerContext>, _ act: @escaping @Sendable (Ask) async throws -> Response) {
        console.deed(Self.path + "/" + name, by: .viewer, on: router) { deed in
            let visitor = deed.visitor
            let holder = try await console.door.holder(deed.request, deed.context)
            do {
                return try await act(Ask(visitor: visitor, holder: holder, form: deed.form))
            } catch let error as SignInError {
                return try await show(visitor, Extra(message: Self.text(error)))
            } catch let error as TooManyAttempts {
                return try await show(visitor, Extra(message: "Too many attempts. Try again in \(error.shownWait)."))
            }
        }
    }

    /// Sets a new password after checking the current one, and ends all sessions.
    private func changePassword(_ ask: Ask) async throws -> Response {
        guard let email = ask.visitor.account.email else { throw SignInError(.userNotFound) }
        let new = Secret(ask.form["new"] ?? "")
        try ask.holder.caller.project.settings.passwordPolicy.check(new)
        // Checked through a regular sign-in, so that failed attempts count toward the same rate limit.
        if case .signedIn(let tokens) = try await passwords.signIn(
            email: email, password: Secret(ask.form["password"] ?? ""), caller: ask.holder.caller)
        {
            try await console.door.sessions.end(tokens.refreshToken, for: ask.holder.caller)
        }
        var revision = AccountRevision()
        revision.password = new
        _ = try await administration.update(
            ask.visitor.account.id, revision, by: ask.holder.caller, actor: ask.visitor.account.id.rawValue)
        return .seeOther(ConsoleSignInPage.path + "?done=password")
    }

    private func end(_ ask: Ask) async throws {
        var revision = AccountRevision()
        revision.validSince = administration.instant
        _ = try await administration.update(
            ask.visitor.account.id, revision, by: ask.holder.caller, actor: ask.visitor.account.id.rawValue)
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

extension OwnAccountPage.Seed {
    private static let maxKeyCharacters = 64

    /// - Parameter written: The seed in Base32.
    fileprivate init(key written: String, sessionInfo: String, of visitor: ConsoleVisitor) {
        // The page submits the key, so it may contain anything. It is shown only to the administrator that submitted it.
        key = String(written.prefix(Self.maxKeyCharacters).filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
        text = stride(from: 0, to: key.count, by: 4).map { [key] in String(key.dropFirst($0).prefix(4)) }.joined(separator: " ")
        let account = PercentEncoding.encode(visitor.account.shownIdentifier)
        link = "otpauth://totp/Latchkey:\(account)?secret=\(key)&issuer=Latchkey"
        picture = QRCode(link).map { Picture(size: $0.pictureSize, path: $0.path) }
        self.sessionInfo = sessionInfo
    }
}
