import HTTPTypes
import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// `/account`: the page on which users see and change their own account. The session is that of the sign-in page.
extension SignInPage {
    /// A change that the page confirms.
    private enum Done: String {
        case saved, ended

        func text(_ texts: SignInTexts) -> String { self == .saved ? texts.saved : texts.sessionsEnded }
    }

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
            let edit = AccountEdit(unlinking: [ProviderID(rawValue: form["provider"] ?? "")])
            do {
                return try await actions.update.apply(edit, by: holder).tokens
            } catch let error as SignInError where error.code == .operationNotAllowed {
                throw SignInError(.lastWayIn)
            }
        }
        postChange("/account/sessions", router, done: .ended) { form, holder in
            try await actions.sessions.end(form["session"].map { SessionID(rawValue: $0) }, of: holder)
            return nil
        }
    }

    private func showAccount(_ request: Request, _ visit: SignInVisit) async throws -> Response {
        guard let browser = cookie.token(of: request), let holder = try? await actions.holder(request, visit) else {
            return .seeOther(visit.home())
        }
        let parameters = request.uri.queryParameters
        let error = parameters["error"].map { visit.texts.message(for: String($0)) }
        let content = OwnAccountContent(
            holder, try await actions.sessions.own(of: holder), visit.texts, frame(visit, browser),
            offersPassword: visit.caller.project.settings.passwordSignIn, error: error,
            notice: parameters["done"].flatMap { Done(rawValue: String($0)) }?.text(visit.texts))
        return try pages.page("signin-own-account", content, status: error == nil ? .ok : .badRequest)
    }

    private func postChange(
        _ path: RouterPath, _ router: Router<ServerContext>, done: Done = .saved,
        _ body: @escaping @Sendable (QueryParameters, SignedInCaller) async throws -> IssuedTokens?
    ) {
        post(path, router) { request, visit in
            try await change(
                request, visit, to: "/account?done=" + done.rawValue + visit.tail,
                orTo: { "/account?error=" + PercentEncoding.encode($0.rawValue) + visit.tail }, by: body)
        }
    }
}

extension SignInError.Code {
    /// The page's own code for a change that would leave an account without a way in.
    fileprivate static let lastWayIn = Self(rawValue: "LAST_WAY_IN")
}
