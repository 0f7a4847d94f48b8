import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// Whose accounts are listed, in a project that has tenants.
struct TenantChoice: Sendable {
    struct Option: Sendable {
        let id: String
        let name: String
        let chosen: Bool
    }

    /// Where the choice is sent.
    let action: String
    /// Empty where there are more tenants than a list is good for: then one is named by its id.
    let options: [Option]
    let chosen: String

    private static let maxOptions = 200
    private static let route = "/console/projects/:project/tenants"

    /// - Returns: `nil` where there are no tenants.
    init?(in realm: ConsoleRealm, _ view: any StoreReading) throws {
        let tenants = try view.tenants(of: realm.project.id, after: nil, limit: Self.maxOptions + 1)
        guard !tenants.isEmpty else { return nil }
        action = ConsoleRealm.path(of: Realm(project: realm.project.id)) + "/tenants"
        chosen = realm.id.tenant.rawValue
        options =
            tenants.count > Self.maxOptions
            ? [] : tenants.map { Option(id: $0.id.rawValue, name: $0.shownName, chosen: $0.id == realm.id.tenant) }
    }

    /// Leads to the list of whoever was chosen.
    static func add(to router: Router<ServerContext>, of console: Console) {
        console.get(route, on: router) { request, context in
            _ = try await console.door.visitor(request)
            let project = try await console.project(context)
            let id = TenantID(rawValue: request.asked["tenant"] ?? "")
            // Looked up first: no name leads anywhere else, as “..” would.
            let known = try await console.store.read { try id == .none || $0.tenant(id, of: project.id) != nil }
            guard known else {
                throw ConsoleRefusal.notFound("There is no such tenant of this project.")
            }
            return .seeOther(ConsoleRealm.users(of: Realm(project: project.id, tenant: id)))
        }
    }
}

extension Tenant {
    /// Names may be the same.
    var shownName: String { displayName.isEmpty ? id.rawValue : "\(displayName) (\(id.rawValue))" }
}
