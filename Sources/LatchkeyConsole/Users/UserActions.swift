import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// The actions of editors on an account. Each is a form on its page, and is recorded in the account's history with the editor's UID.
struct UserActions: Sendable {
    let console: Console
    let page: UserPage
    let codes: AdministratorCodes

    private var administration: AccountAdministration { page.administration }

    /// The account has changed since the form was rendered.
    private struct ChangedMeanwhile: Error {}

    func add(to router: Router<ServerContext>) {
        on("edit", router) { try await edit($0) }
        on("disable", router) { try await change($0, .disabled) { $0.disabled = true } }
        on("enable", router) { try await change($0, .enabled) { $0.disabled = false } }
        on("revoke", router) { input in
            let now = administration.instant
            return try await change(input, .revoked) { $0.validSince = now }
        }
        on("reset", router) { input in
            guard let account = try await console.store.read({ try $0.account(input.id, in: input.caller.realm) }),
                let email = account.email
            else { throw SignInError(.userNotFound) }
            do {
                _ = try await codes.make(
                    .init(.passwordReset, email: email, returnsLink: false), by: input.caller, actor: input.actor, isByHand: true)
            } catch let error as SignInError {
                return try await page.show(input.id, input.visitor, input.realm, message: Self.text(error))
            } catch let error as TooManyAttempts {
                return try await page.show(
                    input.id, input.visitor, input.realm,
                    message: "Too many messages were sent to this user in the last hour. Try again in \(error.shownWait).")
            }
            return .seeOther(UserPage.path(of: account, in: input.list, after: .reset))
        }
        on("delete", router) { input in
            guard input.form["confirm"] == input.id.rawValue else {
                return try await page.show(
                    input.id, input.visitor, input.realm, message: "To delete the account, enter its UID.")
            }
            try await administration.delete(input.id, by: input.caller, actor: input.actor)
            return .seeOther(input.list)
        }
    }

    private func on(_ name: String, _ router: Router<ServerContext>, _ act: @escaping @Sendable (ConsoleRequest) async throws -> Response) {
        for route in UserPage.routes {
            console.form(route + "/" + name, by: .editor, on: router) { input in
                do {
                    return try await act(input)
                } catch let error as SignInError where error.code == .userNotFound {
                    throw ConsoleRefusal.notFound("The account no longer exists.")
                }
            }
        }
    }

    private func change(_ input: ConsoleRequest, _ action: UserAction, _ edit: (inout AccountRevision) -> Void) async throws -> Response {
        var revision = AccountRevision()
        edit(&revision)
        let account = try await administration.update(input.id, revision, by: input.caller, actor: input.actor)
        return .seeOther(UserPage.path(of: account, in: input.list, after: action))
    }

    private func edit(_ input: ConsoleRequest) async throws -> Response {
        let draft = UserForm(input.form)
        do {
            guard let account = try await console.store.read({ try $0.account(input.id, in: input.caller.realm) }) else {
                throw SignInError(.userNotFound)
            }
            guard UserForm.mark(of: account) == draft.seen else { throw ChangedMeanwhile() }
            _ = try await administration.update(input.id, try draft.revision(of: account), by: input.caller, actor: input.actor) { before in
                guard UserForm.mark(of: before) == draft.seen else { throw ChangedMeanwhile() }
            }
            return .seeOther(UserPage.path(of: account, in: input.list, after: .saved))
        } catch is ChangedMeanwhile {
            return try await page.show(
                input.id, input.visitor, input.realm,
                message:
                    "Another administrator changed this account, so nothing was saved. The current values are above, your changes below. Save again "
                    + "to overwrite them.", draft: draft)
        } catch let error as SignInError where error.code != .userNotFound {
            return try await page.show(input.id, input.visitor, input.realm, message: Self.text(error), draft: draft)
        }
    }

    static func text(_ error: SignInError) -> String {
        switch error.code.rawValue {
        case "EMAIL_EXISTS": "Another account has this e-mail address."
        case "PHONE_NUMBER_EXISTS": "Another account has this phone number."
        case "INVALID_PHONE_NUMBER", "MISSING_PHONE_NUMBER": "A phone number must start with + and a country code, such as +15555550100."
        case "INVALID_EMAIL", "MISSING_EMAIL": "This is not an e-mail address."
        case "INVALID_CLAIMS": "Custom claims must be a JSON object, for example {\"admin\": true}."
        case "CLAIMS_TOO_LARGE": "Custom claims can have at most 1000 characters."
        case "FORBIDDEN_CLAIM": "One of the claims has a name that is reserved for tokens."
        case "WEAK_PASSWORD": "The password must have at least 6 characters."
        case "OPERATION_NOT_ALLOWED": "Password sign-in is disabled for this project."
        case "USER_DISABLED": "The account is disabled."
        default: error.message ?? error.code.rawValue
        }
    }
}

extension ConsoleRequest {
    fileprivate var id: AccountID { UserPage.id(context) }
    fileprivate var list: String { realm.users }
}
