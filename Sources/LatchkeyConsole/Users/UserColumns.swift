import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// The columns of the user list, which each administrator chooses. A cookie remembers the choice.
struct UserColumns {
    private static let cookie = "latchkey_user_columns"
    private static let maxCookieBytes = 256
    static let path = ConsoleParts.path + "/user-columns"

    /// A column that can be hidden. The identifier is always shown.
    enum Column: String, CaseIterable {
        case name, methods, created, signedIn, uid

        var title: String {
            switch self {
            case .name: "Name"
            case .methods: "Sign-in methods"
            case .created: "Created"
            case .signedIn: "Last sign-in"
            case .uid: "UID"
            }
        }
    }

    struct Choice {
        let id: String
        let title: String
        let chosen: Bool
    }

    let name: Bool
    let methods: Bool
    let created: Bool
    let signedIn: Bool
    let uid: Bool
    let choices: [Choice]

    init(_ request: Request?) {
        let value = request?.cookies[Self.cookie]?.value
        let chosen = value.flatMap { $0.utf8.count <= Self.maxCookieBytes ? Set($0.split(separator: ".").map(String.init)) : nil }
        func isShown(_ column: Column) -> Bool { chosen?.contains(column.rawValue) ?? true }
        (name, methods, created) = (isShown(.name), isShown(.methods), isShown(.created))
        (signedIn, uid) = (isShown(.signedIn), isShown(.uid))
        choices = Column.allCases.map { Choice(id: $0.rawValue, title: $0.title, chosen: isShown($0)) }
    }

    /// Adds the form that chooses the columns.
    static func add(to router: Router<ServerContext>, of console: Console) {
        console.action(path, by: .viewer, on: router) { action in
            let chosen = Set(action.form.values(of: "column"))
            let value = Column.allCases.map(\.rawValue).filter(chosen.contains).joined(separator: ".")
            let project = ProjectID(rawValue: action.form["project"] ?? "")
            let tenant = TenantID(rawValue: action.form["tenant"] ?? "")
            // Looked up first, so that no form redirects elsewhere.
            let isKnown = try await console.store.read { view in
                try view.project(project) != nil && (tenant == .none || view.tenant(tenant, of: project) != nil)
            }
            guard isKnown else { throw ConsoleRefusal.notFound("The project or tenant does not exist.") }
            let back = UserListQuery(try? QueryParameters(formEncoded: action.form["back"] ?? ""))
            var response = Response.seeOther(ConsoleRealm.users(of: Realm(project: project, tenant: tenant)) + back.link)
            response.setCookie(
                Cookie(
                    // Without a column, the value would be empty, which some browsers do not send.
                    name: cookie, value: value.isEmpty ? "none" : value, maxAge: 31_536_000, path: ConsoleParts.path,
                    secure: console.forms.cookie.publicAddress.isSecure, httpOnly: true, sameSite: .strict))
            return response
        }
    }
}
