import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// What an editor does to an account. Each is a form of its page, and is recorded in the account's history under the editor's uid.
struct UserActions: Sendable {
    let console: Console
    let page: UserPage
    let codes: AdministratorCodes

    private var administration: AccountAdministration { page.administration }

    /// Somebody else changed the account after the form was shown.
    private struct ChangedMeanwhile: Error {}

    func add(to router: Router<ServerContext>) {
        on("edit", router) { try await edit($0) }
        on("disable", router) { try await change($0, .disabled) { $0.disabled = true } }
        on("enable", router) { try await change($0, .enabled) { $0.disabled = false } }
        on("revoke", router) { ask in
            let now = administration.instant
            return try await change(ask, .revoked) { $0.validSince = now }
        }
        on("reset", router) { ask in
            guard let account = try await console.store.read({ try $0.account(ask.id, in: ask.caller.realm) }), let email = account.email
            else { throw SignInError(.userNotFound) }
            do {
                _ = try await codes.make(
                    .init(.passwordReset, email: email, returnsLink: false), by: ask.caller, actor: ask.actor, isByHand: true)
            } catch let error as SignInError {
                return try await page.show(ask.id, ask.visitor, ask.realm, message: Self.text(error))
            } catch let error as TooManyAttempts {
                return try await page.show(
                    ask.id, ask.visitor, ask.realm,
                    message: "They have been sent several in the last hour. Another can follow in \(error.shownWait).")
            }
            return .seeOther(UserPage.path(of: account, in: ask.list, after: .reset))
        }
        on("delete", router) { ask in
            guard ask.form["confirm"] == ask.id.rawValue else {
                return try await page.show(
                    ask.id, ask.visitor, ask.realm, message: "To delete the account, write its uid into the field.")
            }
            try await administration.delete(ask.id, by: ask.caller, actor: ask.actor)
            return .seeOther(ask.list)
        }
    }

    private func on(_ name: String, _ router: Router<ServerContext>, _ act: @escaping @Sendable (ConsoleAsk) async throws -> Response) {
        for route in UserPage.routes {
            console.form(route + "/" + name, by: .editor, on: router) { ask in
                do {
                    return try await act(ask)
                } catch let error as SignInError where error.code == .userNotFound {
                    throw ConsoleRefusal.notFound("There is no account with this uid, any more.")
                }
            }
        }
    }

    private func change(_ ask: ConsoleAsk, _ deed: UserDeed, _ edit: (inout AccountRevision) -> Void) async throws -> Response {
        var revision = AccountRevision()
        edit(&revision)
        let account = try await administration.update(ask.id, revision, by: ask.caller, actor: ask.actor)
        return .seeOther(UserPage.path(of: account, in: ask.list, after: deed))
    }

    private func edit(_ ask: ConsoleAsk) async throws -> Response {
        let draft = UserForm(ask.form)
        do {
            guard let account = try await console.store.read({ try $0.account(ask.id, in: ask.caller.realm) }) else {
                throw SignInError(.userNotFound)
            }
            guard UserForm.mark(of: account) == draft.seen else { throw ChangedMeanwhile() }
            _ = try await administration.update(ask.id, try draft.revision(of: account), by: ask.caller, actor: ask.actor) { before in
                guard UserForm.mark(of: before) == draft.seen else { throw ChangedMeanwhile() }
            }
            return .seeOther(UserPage.path(of: account, in: ask.list, after: .saved))
        } catch is ChangedMeanwhile {
            return try await page.show(
                ask.id, ask.visitor, ask.realm,
                message:
                    "Somebody else changed this account meanwhile, and nothing was saved. Above is what it is now, below what you wrote: "
                    + "save again to write over it.", draft: draft)
        } catch let error as SignInError where error.code != .userNotFound {
            return try await page.show(ask.id, ask.visitor, ask.realm, message: Self.text(error), draft: draft)
        }
    }

    static func text(_ error: SignInError) -> String {
        switch error.code.rawValue {
        case "EMAIL_EXISTS": "Another account has this e-mail address."
        case "PHONE_NUMBER_EXISTS": "Another account has this phone number."
        case "INVALID_PHONE_NUMBER", "MISSING_PHONE_NUMBER": "A phone number begins with + and the country, as +15555550100."
        case "INVALID_EMAIL", "MISSING_EMAIL": "This is not an e-mail address."
        case "INVALID_CLAIMS": "Claims are a JSON object, as {\"admin\": true}."
        case "CLAIMS_TOO_LARGE": "Claims have a thousand characters at the most."
        case "FORBIDDEN_CLAIM": "One of the claims has a name that tokens use themselves."
        case "WEAK_PASSWORD": "The password has to have six characters or more."
        case "OPERATION_NOT_ALLOWED": "People of this project do not sign in with passwords."
        case "USER_DISABLED": "The account is disabled."
        default: error.message ?? error.code.rawValue
        }
    }
}

extension ConsoleAsk {
    fileprivate var id: AccountID { UserPage.id(context) }
    fileprivate var list: String { realm.users }
}
