import HTTPTypes
import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// `/account`: the page on which users see and change their own account. The session is that of the sign-in page.
extension SignInPage {
    func addAccount(to router: Router<ServerContext>) {
        get("/account", router) { try await showAccount($0, $1) }
        postChange("/account/name", router) { form, holder in
            let name = try AccountEdit.checkedDisplayName(form["name"] ?? "")
            return try await actions.update.apply(AccountEdit(displayName: name.isEmpty ? .clear : .set(name)), by: holder).tokens
        }
        postChange("/account/password", router) { form, holder in
            try await actions.update.apply(AccountEdit(password: Secret(form["password"] ?? "")), by: holder).tokens
        }
        postChange("/account/unlink", router) { form, holder in
            try await remove(AccountEdit(unlinking: [ProviderID(rawValue: form["provider"] ?? "")]), by: holder)
        }
        postChange("/account/sessions", router, done: .ended) { form, holder in
            try await actions.sessions.end(form["session"].map { .one(SessionID(rawValue: $0)) } ?? .others, of: holder)
            return nil
        }
        postChange("/account/verify", router, done: .mailed) { _, holder in
            _ = try await own.codes.sendVerification(to: holder)
            return nil
        }
        postChange("/account/email", router, done: .mailed) { form, holder in
            _ = try await own.codes.sendChange(to: try EmailAddress.required(form["email"]), of: holder)
            return nil
        }
        postChange("/account/passkeys", router) { form, holder in
            try await passkeys.enrollment.finish(try form.passkeyRegistration(), name: form["name"], by: holder)
        }
        postChange("/account/passkeys/remove", router) { form, holder in
            try await remove(AccountEdit(removingPasskeys: [try form.passkeyID()]), by: holder)
        }
        postAccount("/account/delete", router) { request, visit in
            try await showing(request, visit) { _, holder, frame in
                try await own.removal.delete(holder)
                var response = try pages.page("signin-account-deleted", SimpleContent(t: visit.texts, frame: frame))
                visit.cookies.clear(on: &response)
                return response
            }
        }
        addSecondFactors(to: router)
        addOwnPhones(to: router)
    }

    /// Removes a sign-in method, unless it is the last one.
    func remove(_ edit: AccountEdit, by holder: SignedInCaller) async throws -> IssuedTokens? {
        do {
            return try await actions.update.apply(edit, by: holder).tokens
        } catch let error as SignInError where error.code == .operationNotAllowed {
            throw SignInError(.lastWayIn)
        }
    }

    /// - Parameter problem: The text of an error that has no code in the URL.
    private func showAccount(_ request: Request, _ visit: SignInVisit, problem: String? = nil) async throws -> Response {
        guard let browser = cookie.token(of: request), let holder = try? await actions.holder(request, visit) else {
            return .seeOther(visit.home())
        }
        let parameters = request.uri.queryParameters
        let error = parameters["error"].map { String($0) }
        let (passkeys, factors) = try await store.read { view in
            let (id, realm) = (holder.account.id, holder.account.realm)
            return (try view.passkeys(of: id, in: realm), try view.secondFactors(of: id, in: realm))
        }
        var content = OwnAccountContent(
            holder, try await actions.sessions.own(of: holder), visit.texts, frame(visit, browser), error: error, problem: problem,
            notice: parameters["done"].flatMap { AccountChangeDone(rawValue: String($0)) }?.text(visit.texts))
        content.show(passkeys, factors, offersPasskeys: self.passkeys.ownRelyingParty != nil)
        return try pages.page(
            "signin-own-account", content, status: error == nil && problem == nil ? .ok : .badRequest,
            script: content.offersPasskeys || content.password != nil)
    }

    func postChange(
        _ path: RouterPath, _ router: Router<ServerContext>, done: AccountChangeDone = .saved,
        _ body: @escaping @Sendable (QueryParameters, SignedInCaller) async throws -> IssuedTokens?
    ) {
        postAccount(path, router) { request, visit in
            try await change(request, visit, to: visit.account(done: done), orTo: { visit.account(error: $0) }, by: body)
        }
    }

    /// Adds an action of the page. If it was attempted too often, the page says when to try again.
    func postAccount(_ path: RouterPath, _ router: Router<ServerContext>, _ action: @escaping Action) {
        post(path, router) { request, visit in
            do {
                return try await action(request, visit)
            } catch let error as TooManyAttempts {
                return try await showAccount(request, visit, problem: visit.texts.message(for: error))
            }
        }
    }
}

/// A change that the page of the own account confirms.
enum AccountChangeDone: String {
    case saved, ended, mailed

    func text(_ texts: SignInTexts) -> String {
        switch self {
        case .saved: texts.saved
        case .ended: texts.sessionsEnded
        case .mailed: texts.mailSent
        }
    }
}

extension SignInVisit {
    func account(done: AccountChangeDone) -> String { "/account?done=" + done.rawValue + tail }
    func account(error: SignInError.Code) -> String { "/account?error=" + PercentEncoding.encode(error.rawValue) + tail }
}

extension SignInError.Code {
    /// The page's own code for a change that would leave an account without a way in.
    fileprivate static let lastWayIn = Self(rawValue: "LAST_WAY_IN")
}
