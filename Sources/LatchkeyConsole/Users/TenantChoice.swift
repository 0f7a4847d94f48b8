import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// The tenant selector of the user list, in a project that has tenants.
struct TenantChoice: Sendable {
    struct Option: Sendable {
        let id: String
        let name: String
        let chosen: Bool
    }

    /// The address that the form is submitted to.
    let action: String
    /// The tenants to choose from. Empty if there are too many for a list; the user then enters a tenant ID.
    let options: [Option]
    let chosen: String

    private static let maxOptions = 200
    private static let route = "/console/projects/:project/tenants"

    /// - Returns: `nil` if the project has no tenants.
    init?(in realm: ConsoleRealm, _ view: any StoreReading) throws {
        let tenants = try view.tenants(of: realm.project.id, after: nil, limit: Self.maxOptions + 1)
        guard !tenants.isEmpty else { return nil }
        action = ConsoleRealm.path(of: Realm(project: realm.project.id)) + "/tenants"
        chosen = realm.id.tenant.rawValue
        options =
            tenants.count > Self.maxOptions
            ? [] : tenants.map { Option(id: $0.id.rawValue, name: $0.shownName, chosen: $0.id == realm.id.tenant) }
    }

    /// Adds the route that redirects to the user list of the selected tenant.
    static func add(to router: Router<ServerContext>, of console: Console) {
        console.get(route, on: router) { request, context in
            _ = try await console.door.visitor(request)
            let project = try await console.project(context)
            let id = TenantID(rawValue: request.queryParameters["tenant"] ?? "")
            // Looked up first, so that an ID such as “..” cannot redirect elsewhere.
            let known = try await console.store.read { try id == .none || $0.tenant(id, of: project.id) != nil }
            guard known else {
                throw ConsoleRefusal.notFound("This project has no such tenant.")
            }
            return .seeOther(ConsoleRealm.users(of: Realm(project: project.id, tenant: id)))
        }
    }
}

extension Tenant {
    /// The name with the ID, because names are not unique.
    var shownName: String { displayName.isEmpty ? id.rawValue : "\(displayName) (\(id.rawValue))" }
}
