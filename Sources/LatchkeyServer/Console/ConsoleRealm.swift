import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// What the path of a page names: a project, or one of its tenants, whose accounts are their own.
struct ConsoleRealm: Sendable {
    /// As people of the tenant meet it.
    let project: Project
    let tenant: Tenant?

    var id: Realm { Realm(project: project.id, tenant: tenant?.id ?? .none) }
    /// Where the list of its accounts is.
    var users: String { Self.users(of: id) }

    static func users(of realm: Realm) -> String { path(of: realm) + "/users" }

    static func path(of realm: Realm) -> String {
        let project = ConsoleParts.path + "/projects/" + realm.project.rawValue
        return realm.tenant == .none ? project : project + "/tenants/" + PercentEncoding.encode(realm.tenant.rawValue)
    }

    /// The routes of a page that a project has, and each of its tenants too.
    static func routes(_ page: String) -> [String] {
        ["/console/projects/:project" + page, "/console/projects/:project/tenants/:tenant" + page]
    }
}

extension Console {
    /// The project that a path names.
    func project(_ context: ServerContext) async throws -> Project {
        let id = ProjectID(rawValue: context.parameters.get("project") ?? "")
        guard id != .console, let project = try await store.read({ try $0.project(id) }) else {
            throw ConsoleRefusal.notFound("There is no such project.")
        }
        return project
    }

    /// The project, and the tenant if the path names one; whether people may sign in to it or not.
    func realm(_ context: ServerContext) async throws -> ConsoleRealm {
        let project = try await project(context)
        guard let id = context.parameters.get("tenant").map({ TenantID(rawValue: $0) }) else {
            return ConsoleRealm(project: project, tenant: nil)
        }
        guard id != .none, let tenant = try await store.read({ try $0.tenant(id, of: project.id) }) else {
            throw ConsoleRefusal.notFound("There is no such tenant of this project.")
        }
        return ConsoleRealm(project: project.seen(by: tenant), tenant: tenant)
    }
}
