import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// `/console/projects/PROJECT/new-user`: the form for a new account, which the user list shows in a dialog.
struct NewUserPage: Sendable {
    let console: Console
    let administration: AccountAdministration

    static func path(in realm: Realm) -> String { ConsoleRealm.path(of: realm) + "/new-user" }

    private struct Content {
        let frame: ConsoleFrame
        let list: String
        let tenant: String?
        let csrf: String
        let message: String?
        let draft: Draft
    }

    /// The input for a new account, without its password.
    private struct Draft {
        let email: String
        let displayName: String
        let phoneNumber: String

        /// Whether the account would have no identifier.
        var isEmpty: Bool { email.isEmpty && phoneNumber.isEmpty }

        init(_ form: QueryParameters? = nil) {
            email = form?["email"] ?? ""
            displayName = form?["displayName"] ?? ""
            phoneNumber = form?["phoneNumber"] ?? ""
        }

        /// - Throws: ``SignInError`` for an invalid address or number.
        func account(password: String) throws -> AccountDraft {
            var account = AccountDraft()
            if !email.isEmpty { account.email = try EmailAddress.required(email) }
            if !phoneNumber.isEmpty { account.phoneNumber = try PhoneNumber.required(phoneNumber) }
            if !displayName.isEmpty { account.displayName = try AccountEdit.checkedDisplayName(displayName) }
            if !password.isEmpty {
                guard account.email != nil else { throw SignInError(.missingEmail) }
                account.password = Secret(password)
            }
            return account
        }
    }

    func add(to router: Router<ServerContext>) {
        for route in ConsoleRealm.routes("/new-user") {
            console.get(route, on: router) { request, context in
                let visitor = try await console.door.visitor(request, atLeast: .editor)
                return try show(visitor, try await console.realm(context))
            }
        }
    }

    /// Creates the account of a submitted form.
    func create(_ input: ConsoleRequest) async throws -> Response {
        let draft = Draft(input.form)
        do {
            guard !draft.isEmpty else {
                throw SignInError(.missingIdentifier, message: "Enter an e-mail address or a phone number. It is required to sign in.")
            }
            let account = try await administration.create(
                try draft.account(password: input.form["password"] ?? ""), by: input.caller, actor: input.actor)
            return .seeOther(UserPage.path(of: account, in: input.realm.users, after: .created))
        } catch let error as SignInError {
            return try show(input.visitor, input.realm, draft: draft, message: UserActions.text(error))
        }
    }

    private func show(
        _ visitor: ConsoleVisitor, _ realm: ConsoleRealm, draft: Draft = Draft(), message: String? = nil
    ) throws -> Response {
        try console.page(
            "console-new-user",
            Content(
                frame: console.frame(visitor, .users, of: realm.project), list: realm.users, tenant: realm.tenant?.shownName,
                csrf: console.forms.cookie.formToken(for: visitor.browser), message: message, draft: draft),
            status: message == nil ? .ok : .badRequest)
    }
}
