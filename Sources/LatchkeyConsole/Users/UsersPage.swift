import Foundation
import Hummingbird
import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeySignInPages
import LatchkeyWeb

/// `/console/projects/PROJECT/users`: the accounts of a project, with search. The cost of a page does not depend on the number of accounts.
struct UsersPage: Sendable {
    let console: Console
    let administration: AccountAdministration

    static let pageSize = 50
    /// The maximum number of accounts examined for one page of a filtered list.
    private static let examined = 10_000

    private struct Content {
        let frame: ConsoleFrame
        let tenants: TenantChoice?
        let tenant: String?
        /// The number of accounts of the project; `nil` for a part of the list.
        let total: Int?
        let here: String
        let query: String
        let isSearch: Bool
        let methods: [Choice]
        let states: [Choice]
        /// Whether the list is filtered.
        let isFiltered: Bool
        /// Whether the list updates while it is open. Only the first page does, because new accounts appear there.
        let isLive: Bool
        let rows: [Row]
        /// Whether a search found more accounts than are shown.
        let isCut: Bool
        let first: String?
        let next: String?
        let hasPages: Bool
        let csrf: String
        let message: String?
        let done: SelectedUsers.Done?
        /// The query of this page, to return to it.
        let back: String
        let draft: Draft
        /// Whether the visitor can create accounts.
        let isEditor: Bool
        let isOwner: Bool
        let importing: String
        let exporting: String
    }

    private struct Choice {
        let value: String
        let name: String
        let chosen: Bool
    }

    /// The input for a new account, without its password.
    private struct Draft {
        let email: String
        let displayName: String
        let phoneNumber: String
        /// Whether the form is shown open, after rejected input.
        let isOpen: Bool

        /// Whether the account would have no identifier.
        var isEmpty: Bool { email.isEmpty && phoneNumber.isEmpty }

        init(_ form: QueryParameters? = nil) {
            email = form?["email"] ?? ""
            displayName = form?["displayName"] ?? ""
            phoneNumber = form?["phoneNumber"] ?? ""
            isOpen = form != nil
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

    private struct Row {
        let href: String
        let identifier: String
        let name: String?
        let uid: String
        let providers: String
        let created: ShownDate
        let signedIn: ShownDate?
        let disabled: Bool

        init(_ account: Account, in list: String) {
            href = UserPage.path(of: account, in: list)
            identifier = account.shownIdentifier
            name = account.displayName
            uid = account.id.rawValue
            providers = account.shownProviders
            created = ShownDate(account.createdAt)
            signedIn = account.lastSignInAt.map(ShownDate.init)
            disabled = account.disabled
        }
    }

    func add(to router: Router<ServerContext>) {
        for route in ConsoleRealm.routes("/users") {
            console.get(route, on: router) { request, context in
                let visitor = try await console.door.visitor(request)
                return try await list(visitor, try await console.realm(context), parameters: request.queryParameters)
            }
            console.form(route, by: .editor, on: router, upTo: SelectedUsers.maxFormBytes) { input in
                guard let action = input.form["action"] else { return try await create(input) }
                return try await SelectedUsers(console: console, administration: administration).act(action, input)
            }
        }
        TenantChoice.add(to: router, of: console)
    }

    private func create(_ input: ConsoleRequest) async throws -> Response {
        let draft = Draft(input.form)
        do {
            guard !draft.isEmpty else {
                throw SignInError(.missingIdentifier, message: "Enter an e-mail address or a phone number. It is required to sign in.")
            }
            let account = try await administration.create(
                try draft.account(password: input.form["password"] ?? ""), by: input.caller, actor: input.actor)
            return .seeOther(UserPage.path(of: account, in: input.realm.users, after: .created))
        } catch let error as SignInError {
            return try await list(input.visitor, input.realm, draft: draft, message: UserActions.text(error))
        }
    }

    private func list(
        _ visitor: ConsoleVisitor, _ realm: ConsoleRealm, parameters: QueryParameters? = nil, draft: Draft = Draft(),
        message: String? = nil
    ) async throws -> Response {
        let here = realm.users
        let search = AccountSearch(parameters)
        let last = parameters?["after"].flatMap(AccountPlace.init(text:))
        let (part, providers, tenants, total) = try await console.store.read { view in
            let tenants = try TenantChoice(in: realm, view)
            let isWhole = tenants == nil && !search.isNarrow
            return (
                try search.find(in: realm.id, after: last, limit: Self.pageSize, examining: Self.examined, view),
                try view.providers(in: realm.id), tenants, isWhole ? try view.countedAccounts(of: realm.id.project) : nil
            )
        }
        let chosen = here + search.filterQuery
        return try console.page(
            "console-users",
            Content(
                frame: console.frame(visitor, .users, of: realm.project), tenants: tenants, tenant: realm.tenant?.shownName, total: total,
                here: here,
                query: search.text, isSearch: !search.text.isEmpty,
                methods: Self.methods(providers, search.filter.method), states: Self.states(search.filter.state),
                isFiltered: search.filter != AccountFilter(),
                isLive: !search.isNarrow && last == nil && !draft.isOpen,
                rows: part.accounts.prefix(Self.pageSize).map { Row($0, in: here) }, isCut: part.accounts.count > Self.pageSize,
                first: last == nil ? nil : chosen,
                next: part.next.map { chosen + "after=" + PercentEncoding.encode($0.text) },
                hasPages: last != nil || part.next != nil, csrf: console.forms.cookie.formToken(for: visitor.browser), message: message,
                done: SelectedUsers.Done(parameters, for: visitor, console.forms.cookie), back: Self.back(parameters), draft: draft,
                isEditor: visitor.role >= .editor,
                isOwner: visitor.role >= .owner,
                importing: ImportPage.path(in: realm.id), exporting: UserExport.path(in: realm.id)),
            status: message == nil ? .ok : .badRequest)
    }

    private static func back(_ parameters: QueryParameters?) -> String {
        AccountSearch.names.compactMap { name in parameters?[name].map { name + "=" + PercentEncoding.encode($0) } }
            .joined(separator: "&")
    }

    private static func methods(_ providers: [ProviderConfiguration], _ chosen: ProviderID?) -> [Choice] {
        let own: [(ProviderID, String)] = [
            (.password, "Password"), (.emailLink, "E-mail link"), (.phone, "Phone"), (.passkey, "Passkey"), (.custom, "Custom token"),
            (.anonymous, "Anonymous"),
        ]
        // Several providers can lead to the same identities, as Twitter and X do.
        var others: [(id: ProviderID, name: String)] = []
        for provider in providers {
            if let known = others.firstIndex(where: { $0.id == provider.identityProvider }) {
                others[known].name += ", " + provider.displayName
            } else {
                others.append((provider.identityProvider, provider.displayName))
            }
        }
        return (own + others).map { Choice(value: $0.0.rawValue, name: $0.1, chosen: $0.0 == chosen) }
    }

    private static func states(_ chosen: AccountFilter.State?) -> [Choice] {
        AccountFilter.State.allCases.map { state in
            let name =
                switch state {
                case .disabled: "disabled"
                case .unverified: "e-mail not verified"
                case .protected: "has a second factor"
                }
            return Choice(value: state.rawValue, name: name, chosen: state == chosen)
        }
    }
}

extension AccountPlace {
    /// Parses milliseconds since 1970, a hyphen, and the UID.
    fileprivate init?(text: String) {
        let parts = text.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let milliseconds = Int64(parts[0]),
            (0...AccountPlace.beyondAll.createdAt.millisecondsSince1970).contains(milliseconds)
        else { return nil }
        self.init(createdAt: Date(millisecondsSince1970: milliseconds), id: AccountID(rawValue: String(parts[1])))
    }

    fileprivate var text: String { "\(createdAt.millisecondsSince1970)-\(id.rawValue)" }
}

extension Account {
    /// The identifier of the account on pages. Never the display name, because users can set it freely, such as to another user's address.
    var shownIdentifier: String { email?.text ?? phoneNumber ?? id.rawValue }

    var shownProviders: String {
        var names = identities.map(\.key.provider.displayName)
        if password != nil { names.insert("password", at: 0) }
        if phoneNumber != nil { names.append("phone") }
        if hasPasskey { names.append("passkey") }
        if emailLinkSignIn { names.append("e-mail link") }
        if customAuth { names.append("custom token") }
        if isAnonymous { names.append("anonymous") }
        return names.joined(separator: ", ")
    }
}
