import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySignInPages
import LatchkeyWeb

/// `/console/projects/PROJECT/users`: the accounts of a project, with search. The cost of a page does not depend on the number of accounts.
struct UsersPage: Sendable {
    let console: Console
    let administration: AccountAdministration

    static let pageSize = 50

    private struct Content {
        let frame: ConsoleFrame
        let drawerScript = PageAsset.drawerScript.address
        let tenants: TenantChoice?
        let tenant: String?
        /// The number of accounts of the project; `nil` for a part of the list.
        let total: String?
        let here: String
        let query: String
        let isSearch: Bool
        let isFiltered: Bool
        let methods: [UserFilters.Choice]
        let states: [UserFilters.Choice]
        let chips: [UserFilters.Chip]
        let sort: String?
        /// Whether the list updates while it is open.
        let isLive: Bool
        let headers: UserListHeaders
        let columns: UserColumns
        let columnPath = UserColumns.path
        let project: String
        let tenantID: String
        let rows: [UserRow]
        /// Whether a search found more accounts than are shown.
        let isCut: Bool
        let pages: UserListPages
        let csrf: String
        let done: SelectedUsers.Done?
        /// The query of this page, to return to it.
        let back: String
        /// Whether the visitor can create accounts.
        let isEditor: Bool
        let isOwner: Bool
        let creating: String
        let importing: String
        let exporting: String
    }

    func add(to router: Router<ServerContext>) {
        let creation = NewUserPage(console: console, administration: administration)
        for route in ConsoleRealm.routes("/users") {
            console.get(route, on: router) { request, context in
                let visitor = try await console.door.visitor(request)
                return try await list(visitor, try await console.realm(context), request)
            }
            console.form(route, by: .editor, on: router, upTo: SelectedUsers.maxFormBytes) { input in
                guard let action = input.form["action"] else { return try await creation.create(input) }
                return try await SelectedUsers(console: console, administration: administration).act(action, input)
            }
        }
        creation.add(to: router)
        UserColumns.add(to: router, of: console)
    }

    private func list(_ visitor: ConsoleVisitor, _ realm: ConsoleRealm, _ request: Request) async throws -> Response {
        let parameters = request.queryParameters
        let asked = UserListQuery(parameters)
        let (query, part, providers, tenants, total) = try await console.store.read { view in
            let tenants = try TenantChoice(in: realm, view)
            var (query, part) = (asked, try AccountSearch(query: asked, realm: realm.id).find(limit: Self.pageSize, view))
            if query.isBackward, part.next == nil {
                // The beginning of the list is always a whole page.
                query = asked.changed { _ in }
                part = try AccountSearch(query: query, realm: realm.id).find(limit: Self.pageSize, view)
            }
            let isWhole = tenants == nil && !query.isNarrow
            return (
                query, part, try view.providers(in: realm.id), tenants, isWhole ? try view.countedAccounts(of: realm.id.project) : nil
            )
        }
        let here = realm.users
        let filters = UserFilters(query, providers, in: here)
        return try console.page(
            "console-users",
            Content(
                frame: console.frame(visitor, .users, of: realm.project), tenants: tenants, tenant: realm.tenant?.shownName,
                total: total?.grouped, here: here, query: query.text, isSearch: !query.text.isEmpty, isFiltered: query.isFiltered,
                methods: filters.methods, states: filters.states, chips: filters.chips, sort: query.sort, isLive: query.isBeginning,
                headers: UserListHeaders(query, in: here), columns: UserColumns(request),
                project: realm.id.project.rawValue, tenantID: realm.id.tenant.rawValue,
                rows: part.accounts.prefix(Self.pageSize).map { UserRow($0, in: here) }, isCut: part.accounts.count > Self.pageSize,
                pages: UserListPages(query, part, total: total, in: here),
                csrf: console.forms.cookie.formToken(for: visitor.browser),
                done: SelectedUsers.Done(parameters, for: visitor, console.forms.cookie), back: String(query.link.dropFirst()),
                isEditor: visitor.role >= .editor, isOwner: visitor.role >= .owner, creating: NewUserPage.path(in: realm.id),
                importing: ImportPage.path(in: realm.id), exporting: UserExport.path(in: realm.id)))
    }
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
