import Hummingbird
package import LatchkeyIdentity
import LatchkeyOAuth
package import LatchkeyWeb

/// The project or tenant that the path of a page names. A tenant has its own accounts.
package struct ConsoleRealm: Sendable {
    /// The project as the users of the tenant see it.
    let project: Project
    let tenant: Tenant?

    var id: Realm { Realm(project: project.id, tenant: tenant?.id ?? .none) }
    /// The path of the list of its accounts.
    var users: String { Self.users(of: id) }

    /// Returns the path of the list of a realm's accounts.
    package static func users(of realm: Realm) -> String { path(of: realm) + "/users" }

    static func path(of realm: Realm) -> String {
        let project = ConsoleParts.path + "/projects/" + realm.project.rawValue
        return realm.tenant == .none ? project : project + "/tenants/" + PercentEncoding.encode(realm.tenant.rawValue)
    }

    /// Returns the routes of a page that exists for a project and for each of its tenants.
    static func routes(_ page: String) -> [String] {
        ["/console/projects/:project" + page, "/console/projects/:project/tenants/:tenant" + page]
    }
}

extension Console {
    /// Returns the project that a path names.
    package func project(_ context: ServerContext) async throws -> Project {
        let id = ProjectID(rawValue: context.parameters.get("project") ?? "")
        guard id != .console, let project = try await store.read({ try $0.project(id) }) else {
            throw ConsoleRefusal.notFound("The project does not exist.")
        }
        return project
    }

    /// Returns the project and, if the path names one, the tenant, including disabled tenants.
    func realm(_ context: ServerContext) async throws -> ConsoleRealm {
        let project = try await project(context)
        guard let id = context.parameters.get("tenant").map({ TenantID(rawValue: $0) }) else {
            return ConsoleRealm(project: project, tenant: nil)
        }
        guard id != .none, let tenant = try await store.read({ try $0.tenant(id, of: project.id) }) else {
            throw ConsoleRefusal.notFound("This project has no such tenant.")
        }
        return ConsoleRealm(project: project.seen(by: tenant), tenant: tenant)
    }
}
